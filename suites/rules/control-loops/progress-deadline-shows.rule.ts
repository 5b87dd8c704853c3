import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, late, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { objectsSeen, shownAt } from './dependants.ts';
import { createsOf, onDeployment, PAUSE } from './controller-cases.ts';
import { hasExceeded, isPaused } from './progress.ts';

/** How long after its deadline a deployment may take to report it, in milliseconds. */
const SLACK_MS = 10_000;

export const rule: Rule = {
  id: 'control-loops/progress-deadline-shows',
  level: 'must',
  title:
    'A deployment none of whose pods becomes available gets a condition with reason ProgressDeadlineExceeded once its deadline has passed.',
  cites: ['deployment-spec.progress-deadline-seconds.2', 'states.progress-deadline'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) =>
    fc.constantFrom(2, 3).map((progressDeadlineSeconds) => {
      const { on, make } = onDeployment(operation, { replicas: 1, progressDeadlineSeconds });
      return [...make, PAUSE, on.get('{{a}}'), PAUSE, on.get('{{a}}'), PAUSE, on.get('{{a}}')];
    }),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { states } of objectsSeen(observedStateOf(history), 'Deployment')) {
    const [made, last] = [states.find(({ source }) => source === 'write'), states.at(-1)];
    const deadline = at(made?.content, 'spec', 'progressDeadlineSeconds');
    if (made === undefined || last === undefined || typeof deadline !== 'number' || states.some(isPaused)) continue;
    const stuck = states.every(
      ({ content }) =>
        (at(content, 'status', 'availableReplicas') ?? 0) === 0 && Number(at(content, 'spec', 'replicas') ?? 1) > 0,
    );
    const acted = Number(at(last.content, 'status', 'observedGeneration') ?? 0) > 0;
    if (states.some(hasExceeded)) yield held(made.exchange, 'the condition shows');
    else if (stuck && acted && shownAt(last) - shownAt(made) > deadline * 1000 + SLACK_MS)
      yield late(violated(made.exchange, 'a condition with reason ProgressDeadlineExceeded', 'none', 'no condition'));
  }
}
