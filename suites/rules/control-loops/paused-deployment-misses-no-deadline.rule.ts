import { resourceById } from '../../../spec/surface/resources.ts';
import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { objectsSeen, shownAt } from './dependants.ts';
import { createsOf, PAUSE, SETTLED_MS } from './controller-cases.ts';
import { hasExceeded, isPaused } from './progress.ts';

export const rule: Rule = {
  id: 'control-loops/paused-deployment-misses-no-deadline',
  level: 'must',
  title:
    'A deployment that is paused gets no condition with reason ProgressDeadlineExceeded, however long it makes no progress.',
  cites: ['deployment-spec.progress-deadline-seconds.3'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const paused = {
      $edit: minimalObject(on.resource, '{{a}}'),
      with: [
        { set: '/spec/replicas', to: 1 },
        { set: '/spec/progressDeadlineSeconds', to: 1 },
      ],
    };
    return fc.constant([
      on.createHere(paused),
      stepsOn(resourceById('replicasets.extensions')).list(),
      PAUSE,
      PAUSE,
      on.get('{{a}}'),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { key, states } of objectsSeen(observed, 'Deployment')) {
    // Clients may write anything by the status path.
    if (observed.writesTo(key).some(({ verb }) => verb === 'replaceStatus' || verb === 'patchStatus')) continue;
    // An object may have missed its deadline before the history begins.
    const [made, last] = [
      states.find(({ source, exchange }) => source === 'write' && exchange.call?.verb === 'create'),
      states.at(-1),
    ];
    const deadline = at(made?.content, 'spec', 'progressDeadlineSeconds');
    if (made === undefined || last === undefined || typeof deadline !== 'number' || !states.every(isPaused)) continue;
    if (states.some(hasExceeded))
      yield violated(
        made.exchange,
        'no condition with reason ProgressDeadlineExceeded while paused',
        'one',
        'progress is estimated while paused',
      );
    else if (shownAt(last) - shownAt(made) > deadline * 1000 + SETTLED_MS)
      yield held(made.exchange, 'paused beyond its deadline');
  }
}
