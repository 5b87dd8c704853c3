import type { ObservedState } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { writeOfState } from './makers.ts';
import type { WatchContext } from './per-watch.ts';
import { eventOf, mayTakeIn, type Watch, type WatchedEvent } from './watches.ts';

/** How many other watches one watch is compared with: the last ones opened before it. */
const OTHERS = 4;

/**
 * Judges a watch against other watches of the same kind that were open at the same time, in whatever scope. Both
 * deliver their common changes in the same order. Between two states of an object that both deliver, neither lacks a
 * state that the other has.
 *
 *     one: a 1, b 2, a 3, a 4     two: a 1, a 4, b 2  -> violated: b 2 and a 4 are swapped, and the second lacks a 3
 */
export function* judgeSameStory(watch: Watch, { streams, observed }: WatchContext): Iterable<Finding> {
  const place = streams.indexOf(watch);
  const near = (other: Watch): boolean =>
    other.exchange.call.resource.kind === watch.exchange.call.resource.kind &&
    other.exchange.ended > watch.exchange.began &&
    watch.exchange.ended > other.exchange.began;
  const others = [
    ...streams.slice(0, place).filter(near).slice(-OTHERS),
    ...streams
      .slice(place + 1)
      .filter(near)
      .slice(0, OTHERS),
  ];
  for (const other of others) yield* judgePair(watch, other, observed);
}

function* judgePair(watch: Watch, other: Watch, observed: ObservedState): Iterable<Finding> {
  const common = commonChanges(watch, other, observed);
  const swapped = common.findIndex(([, there], index) => index > 0 && there < (common[index - 1]?.[1] ?? 0));
  const gap = watch.selects || other.selects ? undefined : (gapBetween(watch, other) ?? gapBetween(other, watch));
  if (swapped !== -1)
    yield violated(
      watch.exchange,
      'the order in which another watch delivers the same changes',
      `${describe(common[swapped]?.[0])} in another place`,
      'two watches disagree',
    );
  else if (gap !== undefined)
    yield violated(
      watch.exchange,
      `${describe(gap)} in both of two watches, because both deliver states before and after it`,
      'it is in one of them alone',
      'one of two watches lacks a state',
    );
  else if (common.length > 1)
    yield held(
      watch.exchange,
      `${watch.form} beside ${other.form}${watch.start.from === other.start.from ? '' : `, from ${watch.start.from} and ${other.start.from}`}`,
    );
}

/**
 * The changes that both watches deliver, in the first one's order, with their place in the second. Initial events
 * have no order and are skipped.
 */
function commonChanges(one: Watch, other: Watch, observed: ObservedState): (readonly [WatchedEvent, number])[] {
  return one.events.flatMap((event) => {
    const twin = event.source === 'event' ? eventOf(other, event.uid, event.version) : undefined;
    const began = writeOfState(observed, event)?.began;
    const live = began !== undefined && !mayTakeIn(one, began) && !mayTakeIn(other, began);
    return twin?.source === 'event' && live ? [[event, twin.index] as const] : [];
  });
}

/** A state that the first watch delivers between two common states of one uid, and that the second lacks. */
function gapBetween(one: Watch, other: Watch): WatchedEvent | undefined {
  const pending = new Map<string, WatchedEvent | undefined>();
  for (const event of one.events) {
    if (event.source !== 'event' || event.uid === undefined) continue;
    const isCommon = eventOf(other, event.uid, event.version) !== undefined;
    const missing = pending.get(event.uid);
    if (isCommon && missing !== undefined) return missing;
    if (isCommon) pending.set(event.uid, undefined);
    else if (pending.has(event.uid) && missing === undefined) pending.set(event.uid, event);
  }
  return undefined;
}

function describe(event: WatchedEvent | undefined): string {
  return `${event?.key.name ?? ''} at version ${event?.version ?? ''}`;
}
