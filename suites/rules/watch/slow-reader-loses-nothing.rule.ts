import { type DueChange, dueChanges } from '../../checks/watch/due-changes.ts';
import { judgeOrder } from '../../checks/watch/order.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, minimalObject, resourceOf, stepsOn, versionOf } from '../cases.ts';
import type { Finding, Program, Rule, Step } from '../rule.ts';
import { BULKY, lastChange, listFirst, watchBy } from './watch-steps.ts';

/** The number of changes of an object while the reader pauses, and its size. */
interface Pile {
  readonly changes: number;
  readonly bytes: number;
}

/** More than the buffers of a connection hold, about 4 MB here. */
const PILE: Pile = { changes: 480, bytes: 13_000 };

/** More than a generous buffer of the server holds besides: 24 MB. Only one operation sends it, because it is slow. */
const HEAP: Pile = { changes: 1_000, bytes: 24_000 };

const WRITERS = 4;

/** The least backlog of changes at which a reader counts as slow. */
const BEHIND = 200;

/** How long a server may take to deliver all of it, in milliseconds. */
const CATCHING_UP_MS = 12_000;

export const rule: Rule = {
  id: 'watch/slow-reader-loses-nothing',
  level: 'must',
  title: 'A reader that pauses while megabytes of changes pile up gets all of them in order, or is cut and can resume.',
  cites: ['semantics.8', 'events.1.1', 'events.4.2'],
  operations: BULKY,
  needs: ['create', 'patch', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const { changes, bytes } = operation === BULKY[0] ? HEAP : PILE;
    const large = (name: string): Step =>
      on.create({ ...minimalObject(on.maker, name), data: { filling: 'x'.repeat(bytes) } });
    const name = (writer: number): string => (operation.verb === 'watch' || writer % 2 === 0 ? '{{a}}' : '{{ab}}');
    const writer = (index: number): Program =>
      Array.from({ length: changes / WRITERS }, (_, turn) =>
        on.patch(name(index), { metadata: { annotations: { [`writer-${index}`]: `${turn}` } } }),
      );
    const awaitEnd = (watch: string, as: string): Step => ({
      do: 'await',
      watch,
      until: { version: versionOf(as) },
      within: CATCHING_UP_MS,
    });
    return fc.constant<Program>([
      large('{{a}}'),
      large('{{ab}}'),
      listFirst(operation),
      // Compressed, the events would fill no buffer.
      { ...watchBy(operation, 'slow', { resourceVersion: versionOf('list') }), uncompressed: true },
      { do: 'stall', watch: 'slow' },
      { do: 'together', branches: Array.from({ length: WRITERS }, (_, index) => writer(index)) },
      lastChange(on, 'last', { as: 'last' }),
      { do: 'resume', watch: 'slow' },
      awaitEnd('slow', 'last'),
      watchBy(operation, 'later', { resourceVersion: { $from: 'slow', at: '/-1/object/metadata/resourceVersion' } }),
      lastChange(on, 'end', { as: 'end' }),
      awaitEnd('later', 'end'),
    ]);
  },
  check: (history) => perWatch(history, judge),
  least: 1,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const isOfSlowReader = (each: Watch): boolean => isSlow(each, context) || isCut(each, context);
  if (!context.streams.some((each) => isSameKind(each, watch) && isOfSlowReader(each))) return;
  yield* judgeChanges(watch, context.observed);
  yield* judgeRepeats(watch, context.updates);
  yield* judgeOrder(watch, context);
}

/** Whether the server ended the watch before that many acknowledged changes reached the reader. */
function isCut(watch: Watch, { observed }: WatchContext): boolean {
  const { end, request } = watch.exchange;
  const isServers = end?.reason === 'complete' || end?.reason === 'server-abort';
  return (
    isServers &&
    !request.query.has('timeoutSeconds') &&
    dueChanges(watch, observed).filter(({ delivered }) => delivered === undefined).length > BEHIND
  );
}

function isSameKind(one: Watch, other: Watch): boolean {
  return one.exchange.call.resource.kind === other.exchange.call.resource.kind;
}

/** Whether the reader's backlog of acknowledged changes was that large when it took an event. */
function isSlow(watch: Watch, { observed }: WatchContext): boolean {
  const due = dueChanges(watch, observed).toSorted((a, b) => a.write.settled - b.write.settled);
  let settled = 0;
  return watch.events.some((event, index) => {
    for (
      let next: DueChange | undefined = due[settled];
      next !== undefined && next.write.settled < event.ended;
      next = due[settled]
    )
      settled += 1;
    return settled - index > BEHIND;
  });
}
