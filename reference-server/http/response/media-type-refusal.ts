import { ApiError, unlessRefused } from '../../resources/api-error.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';
import { JSON_CODEC } from '../media/codecs.ts';
import { accepted, type Accepted, loaded } from '../media/negotiation.ts';
import { failureStatus } from './status-body.ts';

/** The response, and its format. */
export interface MediaTypeRefusal {
  readonly response: HandlerResponse;
  readonly form: Accepted;
}

/** The facts of a request that decide how it is refused. */
export interface RefusedRequest {
  readonly method: string | undefined;
  readonly accept: string | undefined;
  /** Whether it is for discovery. */
  readonly discovery: boolean;
}

const PLAIN: Accepted = { codec: JSON_CODEC, pretty: false, stream: false };

/**
 * The response of some dialects to a request that is refused for a media type; `undefined` for every other refusal,
 * and for those with the usual response.
 *
 *     GET    Accept: text/html                      406  {"metadata": {}, "status": "Failure", ..., "reason": "NotAcceptable", ...}
 *     GET    Accept: application/*                  406  {"kind":"Status", ...}  without a reason
 *     GET    /version, Accept: application/yaml     406  the same, in YAML
 *     watch  Accept: application/yaml               406  the same with the reason, in YAML
 *     PATCH  Content-Type: application/json         415  the same
 */
export async function mediaTypeRefusal(
  error: unknown,
  { method, accept, discovery }: RefusedRequest,
  form: Accepted,
): Promise<MediaTypeRefusal | undefined> {
  if (!(error instanceof ApiError)) return undefined;
  const { reason, ...status } = failureStatus(error);
  if (reason === 'UnsupportedMediaType' && method === 'PATCH')
    return { response: { ...valueResponse(status.code, status), headers: error.headers }, form };
  if (reason !== 'NotAcceptable') return undefined;
  const known = await formOf(accept, false);
  // A media type that is known but not available here belongs to a watch: its refusal has that type.
  if (known !== undefined && !discovery)
    return { response: valueResponse(status.code, failureStatus(error)), form: await loaded(known) };
  const isRange = known === undefined;
  const writable = isRange || discovery ? await formOf(accept, true) : undefined;
  if (writable !== undefined) return { response: valueResponse(status.code, status), form: await loaded(writable) };
  const { kind: _, apiVersion: __, ...bare } = failureStatus(error);
  return { response: { ...valueResponse(status.code, bare), json: () => JSON.stringify(bare, null, 2) }, form: PLAIN };
}

/** The format for a value of any type; `undefined` if there is none. */
function formOf(accept: string | undefined, ranges: boolean): Promise<Accepted | undefined> {
  return unlessRefused(async () =>
    accepted(accept, false, { codec: () => true, ranges, exact: true, firstDecides: true }),
  );
}
