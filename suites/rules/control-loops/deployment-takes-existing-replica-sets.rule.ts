import { resourceById } from '../../../spec/surface/resources.ts';
import { ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { at, isObject } from '../../oracle/json.ts';
import { selectsLabels, parseLabelSelector } from '../../oracle/objects/label-selector.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, templateLabels, stepsOn } from '../cases.ts';
import { held, late, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { lastOf, objectsSeen, shownAt } from './dependants.ts';
import { createsOf, readBoth, onDeployment, PAUSE, SETTLED_MS } from './controller-cases.ts';

export const rule: Rule = {
  id: 'control-loops/deployment-takes-existing-replica-sets',
  level: 'must',
  title:
    'The system writes to a replica set without an owner whose pods a new deployment selects: the deployment affects it.',
  cites: ['deployment-spec.selector.2'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) => {
    const { on, make } = onDeployment(operation, { replicas: 0 });
    const sets = stepsOn(resourceById('replicasets.extensions'));
    const labels = templateLabels('{{a}}');
    const existing = {
      $edit: minimalObject(sets.resource, '{{b}}'),
      with: ['/metadata/labels', '/spec/selector/matchLabels', '/spec/template/metadata/labels'].map((set) => ({
        set,
        to: labels,
      })),
    };
    return fc.constant([sets.create(existing), ...make, PAUSE, ...readBoth(on)]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const deployment of objectsSeen(observed, 'Deployment')) {
    const made = deployment.states.find(({ source }) => source === 'write');
    if (made === undefined || at(made.content, 'spec', 'paused') === true) continue;
    for (const set of objectsSeen(observed, 'ReplicaSet', deployment.key.namespace)) {
      const [before, after] = [
        set.states.find((state) => state.source === 'write' && state.ended < made.began),
        lastOf(set),
      ];
      if (before === undefined || after === undefined || ownersOf(before.content).length > 0 || !selects(made, before))
        continue;
      if (after.version !== before.version) yield held(made.exchange, 'written to');
      else if (shownAt(after) > shownAt(made) + SETTLED_MS)
        yield late(
          violated(
            made.exchange,
            `${set.key.name} is written to`,
            'it is as it was',
            'an existing replica set is left alone',
          ),
        );
    }
  }
}

function selects({ content }: Observation, set: Observation): boolean {
  const wanted = at(content, 'spec', 'selector', 'matchLabels');
  if (!isObject(wanted)) return false;
  const requirements = parseLabelSelector(
    Object.entries(wanted)
      .map(([key, value]) => `${key}=${String(value)}`)
      .join(','),
  );
  return requirements !== undefined && selectsLabels(requirements, set.content);
}
