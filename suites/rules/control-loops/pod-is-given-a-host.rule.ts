import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { held, late, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { objectsSeen, shownAt } from './dependants.ts';
import { createsOf, ACTS_WITHIN_MS } from './controller-cases.ts';
import { podsToSchedule } from './pod-cases.ts';

export const rule: Rule = {
  id: 'control-loops/pod-is-given-a-host',
  level: 'must',
  title: 'A pod without special demands is scheduled to a host and keeps it.',
  cites: ['pod.scheduling', 'what-the-service-does.desired-state'],
  operations: createsOf('Pod'),
  needs: ['create', 'scheduler controller'],
  cases: podsToSchedule,
  check,
  least: 1,
};

/** Members by which a pod restricts its hosts. */
const PARTICULAR = ['nodeSelector', 'affinity', 'schedulerName', 'resources'];

function* check(history: History): Iterable<Finding> {
  for (const { states } of objectsSeen(observedStateOf(history), 'Pod')) {
    const [made, last] = [states.find(({ source }) => source === 'write'), states.at(-1)];
    if (made === undefined || last === undefined) continue;
    const hosts = [...new Set(states.flatMap(({ content }) => textAt(content, 'spec', 'nodeName') ?? []))].filter(
      (host) => host !== '',
    );
    const wants = PARTICULAR.some(
      (member) => (at(made.content, 'spec', member) ?? 'default-scheduler') !== 'default-scheduler',
    );
    if (hosts.length > 1) yield violated(made.exchange, 'one host', hosts.join(', then '), 'another host');
    else if (hosts.length === 1) yield held(made.exchange, 'given a host');
    else if (!wants && shownAt(last) > shownAt(made) + ACTS_WITHIN_MS)
      yield late(violated(made.exchange, 'a host', 'none', 'no host'));
  }
}
