import { ApiError, unlessRefused } from '../objects/api-error.ts';
import type { Answer } from './answer.ts';
import { valueAnswer } from './answer.ts';
import { JSON_CODEC } from './codecs.ts';
import type { Accepted } from './negotiation.ts';
import { accepted } from './negotiation.ts';
import { failureStatus } from './status-body.ts';

/** What is answered, and in which form. */
export interface MediaTypeRefusal {
  readonly answer: Answer;
  readonly form: Accepted;
}

const PLAIN: Accepted = { codec: JSON_CODEC, pretty: false, stream: false };

/**
 * What servers of some dialects answer to a request that is refused for a media type; `undefined` for every other refusal, and for those
 * that are answered like any. Whether a path has the types of an Accept header is found out before, and apart from, how answers are
 * written; only a header that no answer could be written for has the bare body.
 *
 *     GET    Accept: text/html                      406  {"metadata": {}, "status": "Failure", ..., "reason": "NotAcceptable", ...}
 *     GET    Accept: application/*                  406  {"kind":"Status", ...}  without a reason
 *     PATCH  Content-Type: application/json         415  the same
 */
export async function mediaTypeRefusal(error: unknown, method: string | undefined, accept: string | undefined, form: Accepted): Promise<MediaTypeRefusal | undefined> {
  if (!(error instanceof ApiError)) return undefined;
  const { reason, ...status } = failureStatus(error);
  if (reason === 'UnsupportedMediaType' && method === 'PATCH') return { answer: { ...valueAnswer(status.code, status), headers: error.headers }, form };
  if (reason !== 'NotAcceptable') return undefined;
  const writable = await unlessRefused(async () => accepted(accept, false, { codec: () => true, ranges: true }));
  if (writable !== undefined) {
    if (writable.codec.load !== undefined) await writable.codec.load();
    return { answer: valueAnswer(status.code, status), form: writable };
  }
  const { kind: _, apiVersion: __, ...bare } = failureStatus(error);
  return { answer: { ...valueAnswer(status.code, bare), json: () => JSON.stringify(bare, null, 2) }, form: PLAIN };
}
