import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import type { ObservedState } from '../../oracle/observed-state.ts';
import { writeOfState } from './makers.ts';
import { isOverdue, overdueViolation } from './overdue.ts';
import type { WatchContext } from './per-watch.ts';
import { mayTakeIn, selectorOf, type Watch, type WatchedEvent } from './watches.ts';

/**
 * Judges a watch that starts from the version of another watch's event: it delivers the same events as the other
 * watch after that event. DELETED events are compared without their version, which may be that of the previous
 * state.
 *
 *     first: ADDED a 1, MODIFIED a 2, ADDED b 3, MODIFIED a 4
 *     from 2: ADDED b 3, MODIFIED a 4  -> held;  MODIFIED a 4 -> violated, it lacks b;  MODIFIED a 2, ... -> violated, 2 is not later than 2
 */
export function* judgeRest(watch: Watch, { streams, observed }: WatchContext): Iterable<Finding> {
  const source = sourceOf(watch, streams, observed);
  if (source === undefined) return;
  const { rest, index } = source;
  const differs = rest.findIndex(
    (expected, place) => place < watch.events.length && !isSame(expected, watch.events[place]),
  );
  const next = rest[watch.events.length];
  const overdue = next !== undefined && isOverdue(watch, observed, { position: next.ended, t: next.event?.t });
  const shape = `${watch.form}, from event ${Math.min(index, 3)}${index > 3 ? ' or later' : ''}, ${rest.length > 0 ? 'with a rest' : 'the last'}`;
  if (differs !== -1)
    yield violated(
      watch.exchange,
      `as event ${differs} ${describe(rest[differs])}, which came so after that version in another watch`,
      describe(watch.events[differs]),
      'goes on otherwise',
    );
  else if (next !== undefined && overdue !== false)
    yield overdueViolation(
      overdue,
      violated(
        watch.exchange,
        `${describe(next)} after ${watch.events.length} events, as in another watch`,
        'nothing more',
        'stops short',
      ),
    );
  else if (watch.events.length > 0) yield held(watch.exchange, shape);
}

interface OtherWatch {
  /** The events of the other watch after that event. */
  readonly rest: readonly WatchedEvent[];
  readonly index: number;
}

/**
 * The earlier watch with the same scope and selection that delivered the start version as a change. Initial events
 * have no order, so they do not qualify.
 */
function sourceOf(watch: Watch, streams: readonly Watch[], observed: ObservedState): OtherWatch | undefined {
  const version = watch.exchange.request.query.get('resourceVersion') ?? '';
  if (version === '' || version === '0') return undefined;
  for (const other of streams) {
    if (other.exchange.began >= watch.exchange.began || !asksTheSame(other, watch)) continue;
    const event = other.events.find(
      (each) =>
        each.version === version &&
        each.source === 'event' &&
        each.ended < watch.exchange.began &&
        isLive(other, each, observed),
    );
    if (event !== undefined) return { rest: other.events.slice(event.index + 1), index: event.index };
  }
  return undefined;
}

function isLive(watch: Watch, event: WatchedEvent, observed: ObservedState): boolean {
  return watch.start.from !== 'existing' || !mayTakeIn(watch, writeOfState(observed, event)?.began ?? 0);
}

/** Whether two watches have the same kind, scope and selectors. */
function asksTheSame(one: Watch, other: Watch): boolean {
  const [a, b] = [one.exchange.call, other.exchange.call];
  return (
    a.resource.kind === b.resource.kind &&
    a.namespace === b.namespace &&
    a.name === b.name &&
    selectorOf(one) === selectorOf(other)
  );
}

function isSame(one: WatchedEvent, other: WatchedEvent | undefined): boolean {
  const isState = one.source === 'event' && other?.source === 'event';
  return one.type === other?.type && one.uid === other.uid && (!isState || one.version === other.version);
}

function describe(event: WatchedEvent | undefined): string {
  return event === undefined ? 'nothing' : `${event.type} of ${event.key.name} at version ${event.version ?? ''}`;
}
