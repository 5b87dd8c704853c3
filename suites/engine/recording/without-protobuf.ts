import { cached } from '../../../shared/cached.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { isProtobuf, speaksProtobuf, withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { withUnknownOutcome } from '../judging/history/admissible.ts';

const PLAIN = new WeakMap<History, History>();

/**
 * The history for rules that are not about protobuf. Messages lack all members that the document's types lack, so
 * they never show a whole object. Reads with a protobuf response are left out. Writes with a protobuf body or
 * response count as requests with an unknown outcome, with the name from their body.
 */
export function withoutProtobuf(history: History): History {
  const read = withProtobufRead(history);
  if (read === history) return history;
  return cached(PLAIN, history, () => ({
    exchanges: read.exchanges.flatMap((exchange) =>
      speaksProtobuf(exchange) ? (exchange.request.method === 'GET' ? [] : [withUnknownOutcome(exchange)]) : [exchange],
    ),
  }));
}

/** Whether it sends a protobuf body that cannot be decoded at all, not even its name. */
export function isUnreadProtobuf({ request }: Exchange): boolean {
  return (
    isProtobuf(request.headers.get('content-type')) && request.body !== undefined && request.body.value === undefined
  );
}
