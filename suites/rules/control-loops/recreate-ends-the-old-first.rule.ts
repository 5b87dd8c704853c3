import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { dependantsOf, objectsSeen } from './dependants.ts';
import { createsOf, readBoth, onDeployment, PAUSE, reimage } from './controller-cases.ts';

export const rule: Rule = {
  id: 'control-loops/recreate-ends-the-old-first',
  level: 'must',
  title:
    'A deployment whose strategy is Recreate never asks for pods of its old template and of its new one at the same time.',
  cites: ['deployment-spec.strategy.1'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) => {
    const { on, make } = onDeployment(operation, { replicas: 2, strategy: { type: 'Recreate' } });
    return fc.constant([...make, PAUSE, reimage(on, 'x:2'), PAUSE, ...readBoth(on)]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const deployment of objectsSeen(observed, 'Deployment')) {
    const [made] = deployment.states;
    const sets = dependantsOf(observed, 'ReplicaSet', deployment);
    if (
      made === undefined ||
      sets.length < 2 ||
      !deployment.states.every(({ content }) => textAt(content, 'spec', 'strategy', 'type') === 'Recreate')
    )
      continue;
    const events = sets.flatMap(({ key, states }) =>
      states.filter(({ source }) => source === 'event').map((state) => ({ name: key.name, state })),
    );
    events.sort((a, b) => a.state.ended - b.state.ended);
    const asking = new Set<string>();
    let most: readonly string[] = [];
    for (const { name, state } of events) {
      if (Number(at(state.content, 'spec', 'replicas') ?? 0) > 0) asking.add(name);
      else asking.delete(name);
      if (asking.size > most.length) most = [...asking];
    }
    if (most.length > 1)
      yield violated(made.exchange, 'pods of one template at a time', show(most), 'old and new at the same time');
    else yield held(made.exchange, 'one after the other');
  }
}
