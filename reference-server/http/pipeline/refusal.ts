import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../resources/api-error.ts';
import { discardBody } from '../body/read-body.ts';
import { mediaTypeRefusal, type RefusedRequest } from '../response/media-type-refusal.ts';
import { accepted, type Accepted, loaded } from '../media/negotiation.ts';
import { failureResponse } from '../response/status-body.ts';
import { PLAIN, type Serving } from '../serving.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/**
 * Responds to a request with the Status of an error; cuts the connection if the response has begun. `form`: the
 * negotiated format.
 */
export async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  form: Accepted | undefined,
  serving: Serving,
): Promise<void> {
  const { choices, options, send } = serving;
  if (!(error instanceof ApiError)) options.report(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof ApiError && error.reason === 'RequestEntityTooLarge') {
    response.setHeader('Connection', 'close');
    await discardBody(request);
  }
  const chosen = form ?? (await formOfRefusal(request, error, serving));
  const bare =
    choices['media-types.refusals'] === 'less-than-a-status'
      ? await mediaTypeRefusal(error, refusedRequest(request, serving), chosen)
      : undefined;
  send(response, bare?.response ?? failureResponse(error), bare?.form ?? chosen);
}

/** The form of a refusal before any form was negotiated: what the client accepts, if the server can write it. */
async function formOfRefusal(
  { headers: { accept } }: IncomingMessage,
  error: unknown,
  { offers }: Serving,
): Promise<Accepted> {
  if (error instanceof ApiError && error.reason === 'NotAcceptable') return PLAIN;
  try {
    return await loaded(accepted(accept, false, offers.object));
  } catch {
    return PLAIN;
  }
}

function refusedRequest(
  { method, url = '/', headers: { accept } }: IncomingMessage,
  { documents }: Serving,
): RefusedRequest {
  const { path } = splitTarget(url);
  return { method, accept, discovery: documents.has(path) };
}
