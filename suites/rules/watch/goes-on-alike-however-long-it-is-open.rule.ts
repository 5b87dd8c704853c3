import { judgeConsistency } from '../../checks/watch/consistent-types.ts';
import { judgeDeletedEvents } from '../../checks/watch/deleted-events.ts';
import { updateTypesOf } from '../../checks/watch/due-changes.ts';
import { judgeEventStates } from '../../checks/watch/event-states.ts';
import { judgeTypes } from '../../checks/watch/event-types.ts';
import { judgeInitialState } from '../../checks/watch/initial-state.ts';
import { judgeInvented } from '../../checks/watch/invented-events.ts';
import type { WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeOrder } from '../../checks/watch/order.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeStaying } from '../../checks/watch/staying-open.ts';
import { judgeTimeouts } from '../../checks/watch/timeouts.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import { judgeScopeOf } from '../../checks/watch/watch-scope.ts';
import { type Watch, watchesIn } from '../../checks/watch/watches.ts';
import { judgeWholeEvents, judgeWholeDeletedEvents } from '../../checks/watch/whole-events.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, resourceOf } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { everyMoment } from './every-moment.ts';
import { WATCHED } from './watch-steps.ts';

/** Watches of one operation that each end within this time, in milliseconds, without a requested timeout. */
const SOON_MS = 1_000;

export const rule: Rule = {
  id: 'watch/goes-on-alike-however-long-it-is-open',
  level: 'must',
  title:
    'A watch delivers each change once, in order, whole and under its type, and ends at its timeout, even after it was open for a while, during a burst, or while other watches end.',
  cites: ['semantics.8', 'events.1.2', 'events.2.1', 'events.2.3', 'rules.5.2', 'parameters.list.timeout-seconds'],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation) => fc.constant(everyMoment(resourceOf(operation))),
  check,
  sweep: true,
  shared: true,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const streams = watchesIn(history);
  const types = streams.map((watch) => updateTypesOf(watch, observed));
  const usual = mostFrequent(types.flat());
  for (const [index, watch] of streams.entries())
    yield* judge(watch, { history, observed, streams, updates: new Set([...(types[index] ?? []), ...usual]) });
  yield* judgeInitialState(history);
  yield* judgeEventStates(history);
  yield* judgeTimeouts(history);
  yield* judgeStaying(history, SOON_MS);
}

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const { observed, updates } = context;
  yield* judgeWholeEvents(watch);
  yield* judgeWholeDeletedEvents(watch, updates);
  yield* judgeInvented(watch, context);
  yield* judgeChanges(watch, observed);
  yield* judgeRepeats(watch, updates);
  yield* judgeOrder(watch, context);
  yield* judgeTypes(watch, observed);
  yield* judgeScopeOf(watch, observed, 'name');
  yield* judgeScopeOf(watch, observed, 'namespace');
  if (watch.selects) return;
  yield* judgeConsistency(watch, context);
  yield* judgeDeletedEvents(watch, context);
}

/**
 * The type of most updates, so a stream with another type fails, and not those beside it; none where there are no
 * updates.
 */
function mostFrequent(types: readonly string[]): readonly string[] {
  const count = (type: string): number => types.filter((each) => each === type).length;
  return [...new Set(types)].sort((one, other) => count(other) - count(one)).slice(0, 1);
}
