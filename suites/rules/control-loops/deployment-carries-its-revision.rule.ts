import { at, isObject, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { received, callsOf, held, late, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { birthOf, dependantsOf, objectsSeen, shownAt } from './dependants.ts';
import { createsOf, readBoth, onDeployment, PAUSE, SETTLED_MS } from './controller-cases.ts';

/** The key of the annotation; the document leaves its domain open. */
const REVISION = /^deployment\.[^/]+\/revision$/;

export const rule: Rule = {
  id: 'control-loops/deployment-carries-its-revision',
  level: 'must',
  title:
    'A deployment with a replica set carries its revision, a positive number, in an annotation that the system writes.',
  cites: ['object-metadata.annotations.2'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) => {
    const { on, make } = onDeployment(operation, { replicas: 0 });
    return fc.constant([...make, PAUSE, ...readBoth(on)]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const deployment of objectsSeen(observed, 'Deployment')) {
    const sets = dependantsOf(observed, 'ReplicaSet', deployment).flatMap(({ states }) => states.map(shownAt));
    if (sets.length === 0) continue;
    const since = Math.min(...sets) + SETTLED_MS;
    for (const exchange of callsOf(history.exchanges, 'get')) {
      const shown = received(exchange);
      if (exchange.request.t < since || textAt(shown, 'metadata', 'uid') !== deployment.uid) continue;
      const annotations = at(shown, 'metadata', 'annotations');
      const revisions = Object.entries(isObject(annotations) ? annotations : {})
        .filter(([key]) => REVISION.test(key))
        .map(([, revision]) => revision);
      if (revisions.some((revision) => /^[1-9]\d*$/.test(String(revision))))
        yield held(birthOf(deployment, exchange), 'a revision');
      else
        yield late(
          violated(
            exchange,
            'annotation deployment.<domain>/revision with a positive number',
            show(revisions[0]),
            'no revision',
          ),
        );
    }
  }
}
