import { judgeTimeouts, MOST_SLACK_MS } from '../../checks/watch/timeouts.ts';
import { fc, minimalObject, OWN_OBJECTS, resourceOf, stepsOn, versionOf } from '../cases.ts';
import type { QueryTemplate } from '../../program/program.ts';
import type { Operation, Program, Rule, Step } from '../rule.ts';
import { BULKY, WATCHED, made, watchBy } from './watch-steps.ts';

/** The pause between changes while a watch comes to its end; they go on for three times as long as the watch. */
const APART_MS = 800;
const CHANGES = 8;

/** The requested length of a watch, in seconds: half and three times of it differ from it by more than the slack. */
const SECONDS = 2;
/** Longer than a server may cap it at. */
const LONGER_SECONDS = 3;
/** The largest int32. In milliseconds it is beyond many timers, which then end at once. */
const LONGEST_SECONDS = 2 ** 31 - 1;
/** How long the longest watch is open before its reader leaves, in milliseconds. */
const LONGEST_OPEN_MS = 2_000;

export const rule: Rule = {
  id: 'watch/ends-at-its-timeout',
  level: 'must',
  title:
    'A watch with timeoutSeconds ends by itself, after a whole event, in about that time from its start, whether or not it delivers events.',
  cites: ['parameters.list.timeout-seconds', 'limits.timeout-seconds', 'parameters.watch'],
  operations: WATCHED,
  cases: (operation) => {
    const ofOneKind = WATCHED.filter(({ resource }) => resource === operation.resource);
    const branches = ofOneKind.flatMap((each, index) => [
      // Every other watch of a kind names a version.
      timed(each, `seen${index}`, SECONDS, index % 2 === 0 ? {} : { resourceVersion: versionOf('made-a') }),
      ...(BULKY.includes(each)
        ? [
            timed(each, `longer${index}`, LONGER_SECONDS),
            timed(each, `selected${index}`, SECONDS, OWN_OBJECTS),
            endless(each, `longest${index}`),
          ]
        : []),
    ]);
    const silent = silentWatches(ofOneKind);
    return fc.constant([
      ...made(operation, ['a']),
      ...silent.made,
      { do: 'together', branches: [...branches, ...silent.branches] },
    ]);
  },
  check: judgeTimeouts,
  sweep: true,
  shared: true,
};

/** A watch with the longest timeout, which its reader leaves. */
function endless(operation: Operation, watch: string): Program {
  return [
    watchBy(operation, watch, { timeoutSeconds: `${LONGEST_SECONDS}` }),
    ended(watch, LONGEST_OPEN_MS),
    { do: 'close', watch },
  ];
}

/** Watches of a namespace in which nothing changes: some servers notice the time only when they deliver an event. */
function silentWatches(operations: readonly Operation[]): { readonly made: Program; readonly branches: Program[] } {
  const ofOneNamespace = operations.filter(
    (each) => resourceOf(each).namespaced && each.verb !== 'watchAll' && each.verb !== 'listAll',
  );
  const [first] = ofOneNamespace;
  if (first === undefined) return { made: [], branches: [] };
  const on = stepsOn(resourceOf(first), 'ns2');
  return {
    made: [on.create(minimalObject(on.maker, '{{a}}'))],
    branches: ofOneNamespace.map((each, index) => [
      watchBy(each, `silent${index}`, { timeoutSeconds: `${SECONDS}` }, 'ns2'),
      ended(`silent${index}`, SECONDS * 1000 + MOST_SLACK_MS),
    ]),
  };
}

function ended(watch: string, within: number): Step {
  return { do: 'await', watch, until: { ended: true }, within };
}

/** A watch with that query and a timeout of so many seconds, and changes until it ends or has lasted much too long. */
function timed(operation: Operation, watch: string, seconds: number, query: QueryTemplate = {}): Program {
  const change = (turn: number): Step =>
    stepsOn(resourceOf(operation)).patch('{{a}}', { metadata: { annotations: { turn: `${watch}-${turn}` } } });
  const turns = Array.from({ length: CHANGES }, (_, turn): Step[] => [ended(watch, APART_MS), change(turn)]);
  return [
    watchBy(operation, watch, { ...query, timeoutSeconds: `${seconds}` }),
    ...turns.flat(),
    ended(watch, seconds * 1000 + MOST_SLACK_MS - CHANGES * APART_MS),
  ];
}
