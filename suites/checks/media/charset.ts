import type { Verb } from '../../../spec/surface/operations.ts';
import type { History } from '../../oracle/history.ts';
import { brokeDown, callsOf, type ResourceCalled, responseOf, statusOf, succeeded, turnedDown } from '../responses.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { mayBeConflict } from '../write/locks.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';

/** A parameter that is redundant for JSON (RFC 8259, section 8.1). */
export const CHARSET = ';charset=utf-8';

const UNSUPPORTED_TYPE = 415;
const CONFLICT = 409;

/**
 * Judges that a write with a charset in its media type is accepted if the same write without it was. Conflicts are
 * skipped, because another write may cause them, and in some dialects nothing but a lagging cache.
 */
export function* judgeCharset(
  history: History,
  { choices }: CheckContext,
  ...verbs: readonly Verb[]
): Iterable<Finding> {
  const mayLag = choices['replace.lone-writer'] === 'may-be-refused' || choices['patch.concurrent'] === 'may-conflict';
  const writes = callsOf(history.exchanges, ...verbs);
  for (const exchange of writes) {
    const type = exchange.request.headers.get('content-type') ?? '';
    if (!/;\s*charset=utf-8\s*$/i.test(type)) continue;
    if (succeeded(exchange)) yield held(exchange, requestType(exchange));
    else if (
      (turnedDown(exchange) || brokeDown(exchange)) &&
      !(mayLag && statusOf(exchange) === CONFLICT) &&
      (statusOf(exchange) === UNSUPPORTED_TYPE || !mayBeConflict(history, exchange)) &&
      writes.some((other) => isTheSameWithout(other, exchange))
    ) {
      yield violated(
        exchange,
        `success, as for the same body of type ${requestType(exchange)}`,
        responseOf(exchange),
        `${requestType(exchange)} with a charset is refused`,
      );
    }
  }
}

/**
 * Whether another write of the operation was accepted in the plain media type: any write if the refusal is about the
 * type, else a write that only differs in metadata.
 */
function isTheSameWithout(other: ResourceCalled, exchange: ResourceCalled): boolean {
  const plain = other.request.headers.get('content-type')?.includes(';') === false;
  if (
    !plain ||
    !succeeded(other) ||
    requestType(other) !== requestType(exchange) ||
    other.call.operation.id !== exchange.call.operation.id
  )
    return false;
  return statusOf(exchange) === UNSUPPORTED_TYPE || essenceOf(other) === essenceOf(exchange);
}

function essenceOf({ request: { body } }: ResourceCalled): string {
  return JSON.stringify(body?.value, (member, value: unknown) => (member === 'metadata' ? undefined : value));
}
