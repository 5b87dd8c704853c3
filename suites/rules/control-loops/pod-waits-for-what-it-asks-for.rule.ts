import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { NO_SCHEDULER, NOWHERE } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { objectsSeen, shownAt } from './dependants.ts';
import { createsOf, SETTLED_MS } from './controller-cases.ts';
import { podsToSchedule } from './pod-cases.ts';

export const rule: Rule = {
  id: 'control-loops/pod-waits-for-what-it-asks-for',
  level: 'must',
  title:
    'A pod that asks for labels of no node, or for a scheduler that does not run, is not scheduled, while a pod without these demands is.',
  cites: ['pod-spec.scheduler-name.1', 'pod-spec.node-selector.1'],
  operations: createsOf('Pod'),
  needs: ['create', 'scheduler controller'],
  cases: podsToSchedule,
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const pods = objectsSeen(observedStateOf(history), 'Pod');
  const given = pods
    .filter(({ states }) => states.some(({ content }) => (textAt(content, 'spec', 'nodeName') ?? '') !== ''))
    .flatMap(({ states }) => states.map(shownAt));
  for (const { states } of pods) {
    const [made, last] = [states.find(({ source }) => source === 'write'), states.at(-1)];
    if (made === undefined || last === undefined) continue;
    const scheduler = textAt(made.content, 'spec', 'schedulerName') === NO_SCHEDULER;
    const nowhere = JSON.stringify(at(made.content, 'spec', 'nodeSelector')) === JSON.stringify(NOWHERE);
    const host = states.flatMap(({ content }) => textAt(content, 'spec', 'nodeName') ?? []).find((name) => name !== '');
    // A client may set the host itself.
    if ((!scheduler && !nowhere) || (textAt(made.content, 'spec', 'nodeName') ?? '') !== '') continue;
    if (host !== undefined)
      yield violated(
        made.exchange,
        'no host',
        show(host),
        scheduler ? 'another scheduler took it' : 'a host without the labels',
      );
    else if (given.length > 0 && shownAt(last) - shownAt(made) > SETTLED_MS)
      yield held(made.exchange, scheduler ? 'no such scheduler' : 'no such node');
  }
}
