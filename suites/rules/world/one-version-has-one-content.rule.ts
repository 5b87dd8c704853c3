import { BY_PATH } from '../../checks/not-the-clients.ts';
import { isLastState } from '../../checks/last-state.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/one-version-has-one-content',
  level: 'must',
  title: 'One version of an object has the same content in every response, list and watch.',
  cites: ['object-metadata.resource-version.1', 'object-metadata.resource-version.2'],
  operations: READS,
  needs: WALKED,
  cases: (operation) => walkFor(operation),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const first = new Map<string, Observation>();
    for (const observation of observed.observationsOf(key).filter(showsAState)) {
      const id = JSON.stringify([observation.uid, observation.version]);
      const other = first.get(id);
      if (other === undefined) first.set(id, observation);
      else yield compared(other, observation);
    }
  }
}

/**
 * The response to a delete, and the object of a DELETED event, may be the last state with changes of the deletion
 * under the old version. Of an object that leaves a selection an event may show the state before, under a type of the
 * server's own choice.
 */
function showsAState(observation: Observation): boolean {
  const { source, event, exchange, uid, version, content } = observation;
  const mayHaveLeft = event !== undefined && event.type !== 'ADDED' && exchange.request.query.has('labelSelector');
  return (
    source !== 'delete' &&
    !isLastState(observation) &&
    !mayHaveLeft &&
    uid !== undefined &&
    version !== undefined &&
    !(event !== undefined && isTerminating(content)) &&
    event?.type !== 'DELETED'
  );
}

function compared(one: Observation, other: Observation): Finding {
  const [differs] = differences(one.content, other.content, { schema: other.gvr.schema, ignore: BY_PATH });
  if (differs === undefined) return held(other.exchange, `${one.source}, ${other.source}`);
  const place = `${one.exchange.request.method} ${one.exchange.request.path}`;
  return violated(
    other.exchange,
    `${differs.path} ${show(differs.expected)}, as ${place} showed it at version ${String(one.version)}`,
    show(differs.actual),
    `one version, two contents: ${differs.path}`,
  );
}
