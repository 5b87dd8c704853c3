import type { Exchange, History } from '../../oracle/history.ts';
import { isProtobuf, withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { unanswered } from '../judging/admissible.ts';

const PLAIN = new WeakMap<History, History>();

/**
 * What of a history rules are held against that are not about protobuf. A message holds no more than the types of the document have, so it
 * is no look at the whole of an object: reads that were answered in protobuf are left out, and writes whose body or answer is in it count as
 * unanswered, with the name that their body says.
 */
export function withoutProtobuf(history: History): History {
  const read = withProtobufRead(history);
  if (read === history) return history;
  const known = PLAIN.get(history) ?? {
    exchanges: read.exchanges.flatMap((exchange) =>
      speaks(exchange) ? (exchange.request.method === 'GET' ? [] : [unanswered(exchange)]) : [exchange],
    ),
  };
  PLAIN.set(history, known);
  return known;
}

/** Whether it sends a body in protobuf of which nothing can be read, not even a name. */
export function isUnreadProtobuf({ request }: Exchange): boolean {
  return (
    isProtobuf(request.headers.get('content-type')) && request.body !== undefined && request.body.value === undefined
  );
}

function speaks({ request, response }: Exchange): boolean {
  return isProtobuf(request.headers.get('content-type')) || isProtobuf(response?.headers.get('content-type'));
}
