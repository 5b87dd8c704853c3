import { at, listAt } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { birthOf, dependantsOf, objectsSeen, shownAt } from './dependants.ts';
import { createsOf, readBoth, onDeployment, PAUSE, reimage, SETTLED_MS } from './controller-cases.ts';
import { isPaused } from './progress.ts';

export const rule: Rule = {
  id: 'control-loops/paused-deployment-rolls-nothing-out',
  level: 'must',
  title: 'While a deployment is paused, no replica set is created for a pod template that it gets meanwhile.',
  cites: ['deployment-spec.paused.1'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) => {
    const { on, make } = onDeployment(operation, { replicas: 0 });
    return fc.constant([...make, reimage(on, 'x:2', { paused: true }), PAUSE, ...readBoth(on)]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const deployment of objectsSeen(observed, 'Deployment')) {
    const sets = dependantsOf(observed, 'ReplicaSet', deployment);
    const paused = deployment.states.filter(isPaused);
    const running = new Set(deployment.states.filter((state) => !isPaused(state)).map(imagesOf));
    for (const state of paused.slice(-1)) {
      const waited = shownAt(state) - Math.min(...paused.map(shownAt));
      if (sets.length === 0 || running.has(imagesOf(state)) || waited < SETTLED_MS) continue;
      const rolled = sets.flatMap(({ states }) => states).find((set) => imagesOf(set) === imagesOf(state));
      if (rolled === undefined) yield held(birthOf(deployment, state.exchange), 'a template given while paused');
      else
        yield violated(
          state.exchange,
          `no replica set with ${imagesOf(state)}`,
          show(rolled.key.name),
          'rolled out while paused',
        );
    }
  }
}

function imagesOf({ content }: Observation): string {
  const containers = listAt(content, 'spec', 'template', 'spec', 'containers');
  return JSON.stringify(containers.map((container) => at(container, 'image') ?? null));
}
