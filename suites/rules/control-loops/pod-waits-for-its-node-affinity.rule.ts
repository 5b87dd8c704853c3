import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { objectsSeen, shownAt } from './dependants.ts';
import { createsOf, SETTLED_MS } from './controller-cases.ts';
import { AFFINE_TO_NONE, podsToSchedule } from './pod-cases.ts';

/**
 * The document does not show the members of Affinity. The cases send those of the real system, so the rule is no
 * must.
 */
export const rule: Rule = {
  id: 'control-loops/pod-waits-for-its-node-affinity',
  level: 'should',
  title: 'A pod whose required node affinity no node meets is not scheduled, while a pod without one is.',
  cites: ['pod-spec.affinity.1'],
  operations: createsOf('Pod'),
  needs: ['create', 'scheduler controller'],
  cases: podsToSchedule,
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const pods = objectsSeen(observedStateOf(history), 'Pod');
  const hostOf = (content: Parameters<typeof textAt>[0]): string => textAt(content, 'spec', 'nodeName') ?? '';
  const isScheduling = pods.some(({ states }) => states.some(({ content }) => hostOf(content) !== ''));
  for (const { states } of pods) {
    const [made, last] = [states.find(({ source }) => source === 'write'), states.at(-1)];
    if (
      made === undefined ||
      last === undefined ||
      hostOf(made.content) !== '' ||
      JSON.stringify(at(made.content, 'spec', 'affinity')) !== JSON.stringify(AFFINE_TO_NONE)
    )
      continue;
    const host = states.map(({ content }) => hostOf(content)).find((name) => name !== '');
    if (host !== undefined) yield violated(made.exchange, 'no host', show(host), 'a host that the affinity excludes');
    else if (isScheduling && shownAt(last) - shownAt(made) > SETTLED_MS) yield held(made.exchange, 'no such node');
  }
}
