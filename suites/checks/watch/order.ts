import { groupBy } from '../../../shared/group-by.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { isSelected } from '../selectors.ts';
import { dueDeletedEvents } from './due-deleted-events.ts';
import { makerOfState } from './makers.ts';
import type { WatchContext } from './per-watch.ts';
import { mayTakeIn, type Watch } from './watches.ts';

/** A change that a stream delivers: it took effect within (from, by), and has that place among the events. */
interface Placed {
  readonly uid: string | undefined;
  readonly from: number;
  readonly by: number;
  readonly index: number;
  readonly what: string;
  readonly isRemoval: boolean;
}

/**
 * Judges that a stream delivers two changes in order if one settled before the other began. This covers any two
 * changes of one object, and any two in the scope of the watch. Of two objects it excludes changes that may be part of
 * the initial state, because initial objects have no order.
 *
 *     PATCH a 1-4, PATCH b 5-8; events b, a  -> violated
 *     PATCH a 1-6, PATCH b 3-8; events b, a  -> no verdict: either may have been first
 */
export function* judgeOrder(watch: Watch, context: WatchContext): Iterable<Finding> {
  const delivered = placed(watch, context);
  const live = delivered.filter(({ from }) => !mayTakeIn(watch, from));
  const orderly = delivered.filter(({ isRemoval, from }) => isRemoval || !mayTakeIn(watch, from));
  const swapped =
    inversion(orderly, live) ??
    [...groupBy(delivered, ({ uid = '' }) => uid).values()]
      .map((own) => inversion(own, own))
      .find((pair) => pair !== undefined);
  if (swapped !== undefined) {
    const [earlier, later] = swapped;
    yield violated(
      watch.exchange,
      `${earlier.what} before ${later.what}, which began after it was acknowledged`,
      'the other way round',
      'out of order',
    );
  } else if (delivered.length > 1)
    yield held(watch.exchange, `${watch.form}, from ${watch.start.from}${watch.selects ? ', with a selector' : ''}`);
}

function placed(watch: Watch, context: WatchContext): Placed[] {
  const changes = watch.events.flatMap(({ uid, version, index, source, key }): Placed[] => {
    const write = source === 'event' ? makerOfState(context.observed, { uid, version }) : undefined;
    return write === undefined
      ? []
      : [
          {
            uid,
            from: write.began,
            by: write.settled,
            index,
            what: `the ${write.exchange.request.method} of ${key.name} (version ${version ?? ''})`,
            isRemoval: false,
          },
        ];
  });
  const deletedEvents = dueDeletedEvents(watch, context).flatMap(({ last, delivered, after, gone }): Placed[] =>
    // The event of an object that was not selected at its end is about an earlier change, by which it left.
    delivered === undefined || isSelected(watch, last.content) !== true
      ? []
      : [
          {
            uid: last.uid,
            from: after,
            by: gone.position,
            index: delivered.index,
            what: `the deletion of ${last.key.name}`,
            isRemoval: true,
          },
        ],
  );
  return [...changes, ...deletedEvents];
}

/** Two changes in the wrong order. The second one is from `later`. */
function inversion(all: readonly Placed[], later: readonly Placed[]): readonly [Placed, Placed] | undefined {
  const settled = all.toSorted((a, b) => a.by - b.by);
  const began = later.toSorted((a, b) => a.from - b.from);
  let next = 0;
  let last: Placed | undefined;
  for (const each of began) {
    for (let earlier = settled[next]; earlier !== undefined && earlier.by < each.from; earlier = settled[next]) {
      if (last === undefined || earlier.index > last.index) last = earlier;
      next += 1;
    }
    if (last !== undefined && last.index > each.index) return [last, each];
  }
  return undefined;
}
