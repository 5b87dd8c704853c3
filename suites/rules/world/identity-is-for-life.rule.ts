import { at } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

const MEMBERS = ['name', 'namespace', 'creationTimestamp'] as const;

export const rule: Rule = {
  id: 'world/identity-is-for-life',
  level: 'must',
  title: 'Whatever is done to an object, its uid stands for one name, one namespace, one kind and one creation time.',
  cites: ['object-metadata.uid.1', 'object-metadata.creation-timestamp.1', 'resources.kind.3'],
  operations: READS,
  needs: WALKED,
  cases: (operation) => walkFor(operation),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const firsts = new Map<string, Observation>();
  for (const key of observed.keys) {
    for (const observation of observed.observationsOf(key)) {
      if (observation.uid === undefined || observation.uid === '') continue;
      const first = firsts.get(observation.uid);
      if (first === undefined) firsts.set(observation.uid, observation);
      else yield compared(first, observation);
    }
  }
}

function compared(first: Observation, other: Observation): Finding {
  if (first.key.kind !== other.key.kind)
    return violated(other.exchange, `${first.key.kind} under uid ${first.uid}`, other.key.kind, 'one uid, two kinds');
  const member = MEMBERS.find((each) => at(first.content, 'metadata', each) !== at(other.content, 'metadata', each));
  if (member === undefined) return held(other.exchange, other.source);
  return violated(
    other.exchange,
    `/metadata/${member} ${show(at(first.content, 'metadata', member))}, as before`,
    show(at(other.content, 'metadata', member)),
    `/metadata/${member} changes`,
  );
}
