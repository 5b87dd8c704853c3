import { missing } from '../../oracle/values/comparison.ts';
import { at, isObject } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';
import { birthOf, dependantsOf, objectsSeen, type Dependant } from './dependants.ts';
import { createsOf, readBoth, onDeployment } from './controller-cases.ts';

export const rule: Rule = {
  id: 'control-loops/deployment-makes-a-replica-set',
  level: 'must',
  title:
    'A replica set that was created for a deployment has the pod template of the deployment, and its pods are among those that the deployment selects.',
  cites: ['deployment-spec.template.1', 'deployment-spec.selector.1', 'what-the-service-does.desired-state'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) =>
    inTurn(0, 2).map((replicas) => {
      const { on, make } = onDeployment(operation, { replicas });
      return [...make, ...readBoth(on)];
    }),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const deployment of objectsSeen(observed, 'Deployment').filter(isSeenWhole)) {
    for (const { states } of dependantsOf(observed, 'ReplicaSet', deployment)) {
      for (const state of states.slice(-1)) yield judge(state, deployment);
    }
  }
}

/** Whether every spec of the deployment was seen: from its create on, without a missing generation. */
function isSeenWhole({ states }: Dependant): boolean {
  const generations = new Set(states.map(({ content }) => at(content, 'metadata', 'generation')));
  const last = Math.max(...[...generations].map((generation) => Number(generation ?? 0)));
  return (
    states.some(({ source, exchange }) => source === 'write' && exchange.call?.verb === 'create') &&
    (last < 1 || generations.size >= last)
  );
}

/** A replica set belongs to one of the states of its deployment: sets of earlier states are kept for rollback. */
function judge(made: Observation, deployment: Dependant): Finding {
  const deployments = deployment.states;
  const spec = at(made.content, 'spec', 'template', 'spec');
  const templates = deployments.map(({ content }) => at(content, 'spec', 'template', 'spec'));
  const labels = at(made.content, 'spec', 'template', 'metadata', 'labels');
  const selected = deployments.map(({ content }) => at(content, 'spec', 'selector', 'matchLabels'));
  if (!templates.some((template) => missing(template, spec, { schema: 'core/v1.PodSpec' }).length === 0))
    return violated(made.exchange, `the template ${show(templates.at(-1))}`, show(spec), 'another pod template');
  if (!selected.some((wanted) => carries(labels, wanted)))
    return violated(
      made.exchange,
      `labels of the template that match ${show(selected.at(-1))}`,
      show(labels),
      'pods that the deployment does not select',
    );
  return held(birthOf(deployment, made.exchange), 'made for a deployment');
}

function carries(labels: Json | undefined, wanted: Json | undefined): boolean {
  return !isObject(wanted) || Object.entries(wanted).every(([key, value]) => at(labels, key) === value);
}
