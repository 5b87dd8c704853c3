import { dueChanges } from '../../checks/watch/due-changes.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges, judgeStartOf } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { refused, statusOf, succeeded, held } from '../judging.ts';
import type { Exchange, Finding, History, Operation, Program, Rule, Step } from '../rule.ts';
import { BULKY, fence, made, ofOneKind, watchBy } from './watch-steps.ts';

/** Changes before a watch begins: more than a page of 500, and more than real servers keep (a hundred of each kind). */
const MANY_CHANGES = 600;
const CHANGES = 120;
const WRITERS = 4;

/** The number of later changes that makes a version old. */
const OLD = 100;

export const rule: Rule = {
  id: 'watch/old-version-is-served-whole-or-refused',
  level: 'must',
  title:
    'A watch from an old version delivers all changes since then, or reports that it cannot; it skips and invents none.',
  cites: ['events.4.2', 'parameters.list.resource-version.1'],
  operations: BULKY,
  needs: ['create', 'patch'],
  cases: (operation) => {
    // Events cost time: the watches by parameter get the long history, the others the short one.
    const watches = ofOneKind(operation).map((each, index) =>
      watchBy(each, `seen${index}`, { resourceVersion: versionOf(each.verb === 'list' ? 'made-a' : 'made-ab') }),
    );
    return fc.constant<Program>([
      ...made(operation, ['a']),
      changes(operation, MANY_CHANGES),
      ...made(operation, ['ab']),
      changes(operation, CHANGES),
      ...watches,
      ...fence(operation, ...watches.map(({ as }) => as)),
    ]);
  },
  check: (history) => check(history),
  least: 1,
  shared: true,
};

/** So many changes of an object, by parallel writers. */
function changes(operation: Operation, count: number): Step {
  const on = stepsOn(resourceOf(operation));
  const writer = (index: number): Program =>
    Array.from({ length: count / WRITERS }, (_, turn) =>
      on.patch('{{a}}', { metadata: { annotations: { [`writer-${index}`]: `${count}-${turn}` } } }),
    );
  return { do: 'together', branches: Array.from({ length: WRITERS }, (_, index) => writer(index)) };
}

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (exchange.call?.watching !== true || !exchange.request.query.has('resourceVersion')) continue;
    if (refused(exchange)) yield held(exchange, `refused with ${statusOf(exchange)}`);
  }
  yield* perWatch(history, judge);
}

/** Whether the server ended the watch by itself before any event: so it skips and invents none. */
function endsEmpty(exchange: Exchange): boolean {
  const { events, request } = exchange;
  return succeeded(exchange) && events.length === 0 && !request.query.has('timeoutSeconds');
}

function* judge(watch: Watch, { observed, updates }: WatchContext): Iterable<Finding> {
  const missed = dueChanges(watch, observed).filter(({ write }) => write.settled < watch.exchange.began);
  if (missed.length < OLD) return;
  if (watch.gaveUp) yield held(watch.exchange, 'given up');
  else if (endsEmpty(watch.exchange)) yield held(watch.exchange, 'ended without events');
  yield* judgeChanges(watch, observed);
  yield* judgeStartOf(watch, observed);
  yield* judgeRepeats(watch, updates);
}
