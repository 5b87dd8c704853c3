import { at, textAt } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import { held, late, show, violated } from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';
import { birthOf, lastOf, objectsSeen, type Dependant, shownAt } from './dependants.ts';
import { createsOf, ACTS_WITHIN_MS, PAUSE } from './controller-cases.ts';
import { podForAnyNode } from './pod-cases.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** How long after its deadline a pod may still run, in milliseconds: a node checks its pods periodically. */
const SLACK_MS = 12_000;

export const rule: Rule = {
  id: 'control-loops/pod-ends-at-its-active-deadline',
  level: 'must',
  title:
    'A pod on a node that has been active for its activeDeadlineSeconds gets another phase or reason than an equal pod without a deadline, or is deleted.',
  cites: ['pod-spec.active-deadline-seconds.2'],
  operations: createsOf('Pod'),
  needs: ['create', 'nodes controller'],
  cases: (operation) =>
    fc.constantFrom(2, 3).map((activeDeadlineSeconds) => {
      const on = stepsOn(resourceOf(operation));
      return [
        on.watch('seen', '{{a}}'),
        on.createHere(podForAnyNode(on, '{{b}}')),
        on.createHere(podForAnyNode(on, '{{a}}', { activeDeadlineSeconds })),
        { do: 'await', watch: 'seen', until: { events: 3 }, within: ACTS_WITHIN_MS },
        PAUSE,
        on.get('{{a}}'),
        on.get('{{b}}'),
        PAUSE,
        PAUSE,
        on.get('{{a}}'),
        on.get('{{b}}'),
      ];
    }),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  // A status that a client writes says nothing about nodes.
  const pods = objectsSeen(observed, 'Pod').filter(
    (pod) =>
      goesOn(pod) && !observed.writesTo(pod.key).some(({ verb }) => verb === 'replaceStatus' || verb === 'patchStatus'),
  );
  for (const pod of pods) {
    const seconds = deadlineOf(pod);
    const first = pod.states.find(isActive);
    const last = lastOf(pod);
    if (typeof seconds !== 'number' || first === undefined || last === undefined) continue;
    const twin = pods.find((other) => other !== pod && isTwin(pod, other));
    const others = twin === undefined ? undefined : lastOf(twin);
    if (isTerminating(last.content) || (others !== undefined && conditionOf(last) !== conditionOf(others)))
      yield held(birthOf(pod, last.exchange), 'it ended');
    else if (others !== undefined && shownAt(last) - shownAt(first) > seconds * 1000 + SLACK_MS)
      yield late(
        violated(
          birthOf(pod, last.exchange),
          `another phase or reason after ${seconds} s than a pod without a deadline has, or no pod`,
          show(conditionOf(last)),
          'a pod goes on beyond its active deadline',
        ),
      );
  }
}

/** Whether a pod does not end by itself, in every observed state. */
function goesOn({ states }: Dependant): boolean {
  return states.every(({ content }) => (at(content, 'spec', 'restartPolicy') ?? 'Always') === 'Always');
}

/** The only deadline of a pod; `undefined` if it has none, `'several'` if it changed. */
function deadlineOf({ states }: Dependant): Json | undefined {
  const [seconds, ...others] = new Set(states.map(({ content }) => at(content, 'spec', 'activeDeadlineSeconds')));
  return others.length === 0 ? seconds : 'several';
}

/** Whether a node also acknowledged another pod with the same containers and no deadline. */
function isTwin(pod: Dependant, other: Dependant): boolean {
  const [one, two] = [pod, other].map((each) => JSON.stringify(at(lastOf(each)?.content, 'spec', 'containers')));
  return deadlineOf(other) === undefined && one === two && other.states.some(isActive);
}

function isActive({ content }: Observation): boolean {
  return textAt(content, 'status', 'startTime') !== undefined;
}

/** Phase and reason of the pod. */
function conditionOf({ content }: Observation): string {
  return [textAt(content, 'status', 'phase') ?? '', textAt(content, 'status', 'reason') ?? ''].join(' ').trim();
}
