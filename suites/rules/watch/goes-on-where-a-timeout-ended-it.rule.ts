import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeChanges, judgeStartOf } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, resourceOf, stepsOn, WAIT_MS, awaitVersion } from '../cases.ts';
import type { Finding, Program, Rule, Step } from '../rule.ts';
import { BULKY, fence, listFirst, made, watchBy } from './watch-steps.ts';

/** The number of writes, spaced so that they go on beyond the watch's second. */
const WRITES = 24;
const APART_MS = 60;

export const rule: Rule = {
  id: 'watch/goes-on-where-a-timeout-ended-it',
  level: 'must',
  title:
    'When a watch ends at its timeout during changes, a watch from its last event delivers exactly the changes that the first did not.',
  cites: ['parameters.list.timeout-seconds', 'events.4.2', 'parameters.list.resource-version.1'],
  operations: BULKY,
  needs: ['create', 'patch', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const writing: Program = Array.from({ length: WRITES }, (_, turn): Step[] => [
      on.patch('{{a}}', { metadata: { annotations: { turn: `${turn}` } } }),
      { do: 'pause', ms: APART_MS },
    ]).flat();
    return fc.constant<Program>([
      ...made(operation, ['a']),
      listFirst(operation),
      watchBy(operation, 'first', { timeoutSeconds: '1' }),
      {
        do: 'together',
        branches: [writing, [{ do: 'await', watch: 'first', until: { ended: true }, within: WAIT_MS }]],
      },
      watchBy(operation, 'second', { resourceVersion: { $from: 'first', at: '/-1/object/metadata/resourceVersion' } }),
      ...fence(operation, 'second'),
      awaitVersion('second', 'fence'),
    ]);
  },
  check: (history) => perWatch(history, judge),
  least: 1,
};

/** Judges the second watch, and its starting version. */
function* judge(watch: Watch, { streams, observed }: WatchContext): Iterable<Finding> {
  const version = watch.exchange.request.query.get('resourceVersion') ?? '';
  const ended = streams.find(
    (other) =>
      other.exchange.ended < watch.exchange.began &&
      other.exchange.request.query.has('timeoutSeconds') &&
      version !== '' &&
      other.events.at(-1)?.version === version,
  );
  if (ended === undefined) return;
  yield* judgeChanges(ended, observed);
  yield* judgeChanges(watch, observed);
  yield* judgeStartOf(watch, observed);
}
