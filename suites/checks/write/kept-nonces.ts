import { UPDATE_VERBS } from '../../../spec/surface/operations.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { at, isObject, type JsonObject, textAt } from '../../oracle/json.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { received, callsOf, rejected, type ResourceCalled, succeeded } from '../responses.ts';
import { askedBy } from '../asked-by.ts';
import { freshReadsAfter } from '../fresh-reads.ts';

/** The annotation with a nonce: a value that no other write of any object has. */
export const NONCE_ANNOTATION = 'example.com/refused';

/** The nonce of a write. */
export function nonceOf(exchange: ResourceCalled): string | undefined {
  return textAt(askedBy(exchange), 'metadata', 'annotations', NONCE_ANNOTATION);
}

/**
 * The metadata member in which a later get shows the nonce of a refused write. Annotations and finalizers alone are
 * no trace, because controllers write their own, but no controller knows the nonce. A write with the nonce that began
 * before that get ended may have brought it, so the get proves nothing then.
 */
export function keptNonce(
  history: History,
  key: ObjectKey,
  exchange: ResourceCalled,
  nonce: string,
): string | undefined {
  const [first] = freshReadsAfter(history, observedStateOf(history), key, exchange).flatMap(({ exchange: read }) => {
    const member = memberWith(nonce, received(read));
    return member === undefined ? [] : [{ member, read }];
  });
  return first === undefined || isWrittenElsewhere(history, exchange, nonce, first.read.ended)
    ? undefined
    : first.member;
}

/**
 * The first later response about any object of the kind that shows the nonce of a refused write: the server has mixed
 * that write up with another one, or has carried it out late. A write with the nonce that began before that response
 * ended may have brought it, so the response proves nothing then.
 */
export function leakOfNonce(history: History, refused: ResourceCalled, nonce: string): Exchange | undefined {
  const { kind } = refused.call.resource;
  const leak = callsOf(history.exchanges, 'create', ...UPDATE_VERBS, 'get', 'list', 'listAll').find(
    (other) =>
      other.began > refused.ended &&
      other.call.resource.kind === kind &&
      succeeded(other) &&
      other.response?.body?.text.includes(nonce) === true,
  );
  return leak === undefined || isWrittenElsewhere(history, refused, nonce, leak.ended) ? undefined : leak;
}

/** Whether another write with the nonce that may have been carried out began before that moment. */
function isWrittenElsewhere(history: History, exchange: ResourceCalled, nonce: string, until: number): boolean {
  return callsOf(history.exchanges, 'create', ...UPDATE_VERBS).some(
    (other) =>
      other !== exchange &&
      other.began < until &&
      !rejected(other) &&
      other.request.body?.text.includes(nonce) === true,
  );
}

function memberWith(nonce: string, object: JsonObject | undefined): string | undefined {
  const metadata = at(object, 'metadata');
  return isObject(metadata)
    ? Object.keys(metadata).find((member) => JSON.stringify(metadata[member]).includes(nonce))
    : undefined;
}
