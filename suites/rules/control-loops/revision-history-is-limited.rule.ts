import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, late, violated, received, callsOf } from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';
import { birthOf, lastOf, objectsSeen, shownAt } from './dependants.ts';
import { createsOf, readBoth, onDeployment, PAUSE, reimage, SETTLED_MS } from './controller-cases.ts';

export const rule: Rule = {
  id: 'control-loops/revision-history-is-limited',
  level: 'must',
  title: 'Of the replica sets that a deployment no longer uses, no more are kept than its revisionHistoryLimit says.',
  cites: ['deployment-spec.revision-history-limit.1'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) =>
    fc.constantFrom(0, 1).map((revisionHistoryLimit) => {
      const { on, make } = onDeployment(operation, { replicas: 0, revisionHistoryLimit });
      return [
        ...make,
        ...['x:2', 'x:3', 'x:4'].flatMap((image) => [reimage(on, image), PAUSE]),
        PAUSE,
        ...readBoth(on),
      ];
    }),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const lists = callsOf(history.exchanges, 'list').filter(({ call }) => call.resource.kind === 'ReplicaSet');
  for (const deployment of objectsSeen(observedStateOf(history), 'Deployment')) {
    const last = lastOf(deployment);
    const limit = at(last?.content, 'spec', 'revisionHistoryLimit');
    const changed = Math.max(...deployment.states.filter(({ source }) => source === 'write').map(shownAt));
    for (const exchange of lists) {
      // If only other clients write a deployment, nothing shows when its template last changed.
      if (typeof limit !== 'number' || !Number.isFinite(changed) || exchange.request.t < changed + SETTLED_MS) continue;
      const items = at(received(exchange), 'items');
      const unused = Array.isArray(items)
        ? (items as readonly Json[]).filter((set) => isOf(set, deployment.uid)).length - 1
        : -1;
      if (unused < 0) continue;
      if (unused <= limit) yield held(birthOf(deployment, exchange), `${unused} of at most ${limit}`);
      else
        yield late(
          violated(
            exchange,
            `at most ${limit} replica sets beside the one in use`,
            `${unused}`,
            'more are kept than the limit',
          ),
        );
    }
  }
}

function isOf(set: Json, uid: string): boolean {
  const owners = at(set, 'metadata', 'ownerReferences');
  return Array.isArray(owners) && (owners as readonly Json[]).some((owner) => textAt(owner, 'uid') === uid);
}
