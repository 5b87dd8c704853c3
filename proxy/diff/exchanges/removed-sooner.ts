import { endedAt, type LoggedExchange } from '../../log/logged-exchange.ts';
import type { ValueDifference } from '../values/compare-values.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { type Json, memberOf, pathText } from '../values/json-value.ts';
import type { ObservedContent, ObservedExchange } from './observed-exchange.ts';

/** The reason by which such differences are counted. */
const REASON = 'how soon the server removed an object that it was deleting';

interface Reads {
  readonly expected: ObservedExchange;
  readonly actual: ObservedExchange;
}

/** The member `chance` of a difference that chance may explain; empty otherwise. */
type Chance = { readonly chance?: string };

/**
 * A read that got 404 because the object, which the expected read shows with a deletion timestamp, is gone
 * already. The other way round is a difference: a server may keep the object for good.
 */
export function goneSooner({ expected, actual }: Reads): Chance {
  return expected.method === 'GET' && actual.status === 404 && isTerminating(valueOf(expected.content))
    ? { chance: REASON }
    : {};
}

/**
 * A list that lacks the object because the object is gone already. A list of an absent name alone has no version in
 * Kubernetes 1.7.
 */
export function lackedSooner({ expected, actual }: Reads, { kind, path, values: [value] }: ValueDifference): Chance {
  if (kind !== 'missing') return {};
  const isItem = path.length === 2 && path[0] === 'items';
  const isVersion = pathText(path) === '$.metadata.resourceVersion';
  const removed = itemsOf(expected.content);
  const allGone = removed.length > 0 && removed.every(isTerminating) && itemsOf(actual.content).length === 0;
  return (isItem && isTerminating(value)) || (isVersion && allGone) ? { chance: REASON } : {};
}

/**
 * The differences about watches that lack the DELETED event because they began after such a read.
 *
 *     DELETE n, GET n (terminating; here 404), watch n: DELETED   the watch here began when n was gone
 */
export function unseenDeletions(
  differences: readonly TrafficDifference[],
  exchanges: ReadonlyMap<number, LoggedExchange>,
): readonly TrafficDifference[] {
  const gone = differences.filter(({ chance }) => chance === REASON);
  return differences.map((difference) => {
    const { kind, expected, exchange, subject } = difference;
    const began = exchanges.get(exchange)?.request.n ?? 0;
    const isBefore = (read: TrafficDifference): boolean => {
      const shown = exchanges.get(read.exchange);
      return read.subject === subject && shown !== undefined && endedAt(shown) < began;
    };
    return kind === 'missing-event' && expected === 'DELETED' && gone.some(isBefore)
      ? { ...difference, chance: REASON }
      : difference;
  });
}

function valueOf(content: ObservedContent | undefined): Json | undefined {
  return content !== undefined && 'value' in content ? content.value : undefined;
}

function itemsOf(content: ObservedContent | undefined): readonly Json[] {
  const items = memberOf(valueOf(content), 'items');
  return Array.isArray(items) ? (items as readonly Json[]) : [];
}

function isTerminating(object: Json | undefined): boolean {
  return typeof memberOf(memberOf(object, 'metadata'), 'deletionTimestamp') === 'string';
}
