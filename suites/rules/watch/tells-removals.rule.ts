import { judgeDeletedEvents } from '../../checks/watch/deleted-events.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { type Watch, watches } from '../../checks/watch/watches.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';
import { inTurn, awaitObject, fc, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { observed } from '../judging.ts';
import type { Finding, Operation, Program, Rule } from '../rule.ts';
import { DEPARTINGS, comesAndGoes } from './departures.ts';
import { BULKY, WATCHED, fence, listFirst, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-removals',
  level: 'must',
  title:
    'A watch delivers the deletion of an object, names the object, and uses a type that neither appearances nor changes have.',
  cites: ['events.1.2', 'events.2.3', 'rules.5.2'],
  operations: WATCHED,
  needs: ['create', 'delete'],
  cases: (operation) => (resourceOf(operation).namespaced ? departures(operation) : fc.constant(emptied(operation))),
  check: (history) => perWatch(history, judge),
  least: 1,
};

function departures(operation: Operation): fc.Arbitrary<Program> {
  return fc
    .record({
      ways: fc.shuffledSubarray([...DEPARTINGS], { minLength: 3 }),
      start: inTurn('now', 'list', 'before'),
    })
    .map(({ ways, start }) => {
      const open = watchBy(operation, 'seen', start === 'now' ? {} : { resourceVersion: versionOf('list') });
      const goings = ways.flatMap((how) => comesAndGoes(operation, how));
      return [
        ...made(operation, ['a', 'ab']),
        listFirst(operation),
        ...(start === 'before' ? [...goings, open] : [open, ...goings]),
        ...fence(operation, 'seen'),
        ...(BULKY.includes(operation) ? lastRemoval(operation) : []),
      ];
    });
}

/**
 * Deletes the fence while a second watch is open, and writes nothing after that. A server that holds an event back until
 * the next one does not deliver this one in time.
 */
function lastRemoval(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  return [
    watchBy(operation, 'last', { resourceVersion: versionOf('fence') }),
    on.remove('{{a}}'),
    on.get('{{a}}'),
    awaitObject('last', '{{a}}'),
  ];
}

/** The time that a quick server has to remove a namespace, in milliseconds. Slower ones show it as terminating. */
const WHILE_MS = 300;

function emptied(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  return [
    ...made(operation, ['ab']),
    watchBy(operation, 'seen'),
    ...comesAndGoes(operation, 'delete'),
    { do: 'pause', ms: WHILE_MS },
    on.get('{{a}}'),
    ...fence(operation, 'seen'),
  ];
}

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  if (watch.selects) return;
  yield* judgeDeletedEvents(watch, context);
  if (hasTerminatingNamespace(watch, context)) yield observed(watch.exchange, 'a namespace is still terminating');
}

/**
 * Whether a namespace that the history deleted still existed when it was last read: the server may take any time for
 * its contents.
 */
function hasTerminatingNamespace(watch: Watch, { observed }: WatchContext): boolean {
  return observed
    .keysOf('Namespace')
    .filter((key) => watches(watch, key) && observed.writesTo(key).some(({ verb }) => verb === 'delete'))
    .some((key) => {
      const last = observed.lastObservation(key, watch.exchange.ended);
      return last !== undefined && isTerminating(last.content) && !observed.surelyGone(key, watch.exchange.ended);
    });
}
