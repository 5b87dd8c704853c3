import { AT_ONCE } from '../../program/at-once.ts';
import { saysAbsent } from '../../oracle/exchanges/absence.ts';
import { JSON_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { ExchangeRecorder } from '../../target/recorder.ts';
import type { Response } from '../../target/target.ts';
import { isObject, type Json, textAt } from '../../oracle/json.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import type { Ledger } from './ledger.ts';
import type { RequestSender } from './patient-sender.ts';

const RELEASE = JSON.stringify({ metadata: { finalizers: null } });

/**
 * Removes objects by path, all at the same time, with at most five requests for each, and updates the ledger. `held`
 * says that finalizers or dependants may delay the deletes: then each object is read after its delete, and its
 * finalizers are removed.
 */
export async function removeAll(
  paths: Iterable<string>,
  target: RequestSender,
  recorder: ExchangeRecorder,
  ledger: Ledger,
  held: boolean,
): Promise<void> {
  await Promise.all([...paths].map((path) => remove(path, target, recorder, ledger, held)));
}

async function remove(
  path: string,
  target: RequestSender,
  recorder: ExchangeRecorder,
  ledger: Ledger,
  held: boolean,
): Promise<void> {
  const response = await send(target, recorder, 'DELETE', path, JSON.stringify(AT_ONCE));
  const why = isSuccess(response) && !held ? undefined : await whyStillThere(path, response, target, recorder);
  if (why === undefined) ledger.removed(path);
  else ledger.kept(path, why);
}

/** `undefined` if the object is gone, or is being deleted without anything that delays it. */
async function whyStillThere(
  path: string,
  response: Response,
  target: RequestSender,
  recorder: ExchangeRecorder,
): Promise<string | undefined> {
  if (saysAbsent(response.status)) return undefined;
  const seen = await send(target, recorder, 'GET', path);
  if (saysAbsent(seen.status) || isBeingRemoved(seen.body?.value)) return undefined;
  if (finalizersOf(seen.body?.value).length > 0) {
    const patched = await send(target, recorder, 'PATCH', path, RELEASE, MERGE_PATCH_TYPE);
    if (!isSuccess(patched)) await send(target, recorder, 'PUT', path, released(seen.body?.value));
    const after = await send(target, recorder, 'GET', path);
    if (saysAbsent(after.status) || isBeingRemoved(after.body?.value)) return undefined;
  }
  return `DELETE ${outcome(response)}, and ${seen.status === undefined ? 'whether it is still there cannot be seen' : 'it is still there'}`;
}

/** The object without its `metadata.finalizers`, for servers whose PATCH fails. */
function released(object: Json | undefined): string {
  const { metadata, ...rest } = isObject(object) ? object : {};
  return JSON.stringify({ ...rest, metadata: { ...(isObject(metadata) ? metadata : {}), finalizers: undefined } });
}

/** Whether an object is terminating without a finalizer: the rest is up to the target. */
export function isBeingRemoved(object: Json | undefined): boolean {
  return textAt(object, 'metadata', 'deletionTimestamp') !== undefined && finalizersOf(object).length === 0;
}

/** `returned 405`, or the failure on the wire. */
export function outcome({ status, failure = 'unknown' }: Response): string {
  if (status !== undefined) return `returned ${status}`;
  return failure.startsWith('not sent') ? `was ${failure}` : `got no response (${failure})`;
}

/** Whether the response has a 2xx status. */
export function isSuccess(response: Response): boolean {
  return response.status !== undefined && response.status >= 200 && response.status < 300;
}

/** A request of the suite's own, in JSON. */
export function send(
  target: RequestSender,
  recorder: ExchangeRecorder,
  method: string,
  path: string,
  body?: string,
  contentType = JSON_TYPE,
): Promise<Response> {
  const headers = [
    ['Accept', JSON_TYPE] as const,
    ...(body === undefined ? [] : [['Content-Type', contentType] as const]),
  ];
  return target.request({ method, target: path, headers, ...(body === undefined ? {} : { body }) }, recorder);
}
