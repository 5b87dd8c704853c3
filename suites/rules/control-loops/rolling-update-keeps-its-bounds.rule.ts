import { at } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Json, Rule, Template } from '../rule.ts';
import { dependantsOf, objectsSeen, type Dependant } from './dependants.ts';
import { createsOf, readBoth, onDeployment, PAUSE, reimage } from './controller-cases.ts';

const BOUNDS: readonly Template[] = [
  { maxSurge: '30%', maxUnavailable: '30%' },
  { maxSurge: 1, maxUnavailable: 0 },
  { maxSurge: '30%', maxUnavailable: 1 },
];
/** Bounds that allow one pod less, or none, because they are rounded. */
const ROUNDED_BOUNDS: readonly Template[] = [
  { maxSurge: '20%', maxUnavailable: '20%' },
  { maxSurge: 0, maxUnavailable: '30%' },
];

export const rule: Rule = {
  id: 'control-loops/rolling-update-keeps-its-bounds',
  level: 'must',
  title:
    'During a rolling update the replica sets of a deployment ask for no more pods than maxSurge, rounded up, allows, nor for fewer than maxUnavailable, rounded down.',
  cites: [
    'rolling-update.max-surge.1',
    'rolling-update.max-surge.2',
    'rolling-update.max-unavailable.1',
    'rolling-update.max-unavailable.2',
    'deployment-spec.strategy.1',
  ],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) =>
    fc.constantFrom(...BOUNDS).map((any) => {
      const deployments = [any, ...ROUNDED_BOUNDS].map((rollingUpdate, index) => {
        const name = ['{{a}}', '{{b}}', '{{c}}'][index] ?? '';
        const strategy = { type: 'RollingUpdate', rollingUpdate };
        return { name, ...onDeployment(operation, { replicas: 4, strategy }, name) };
      });
      return [
        ...deployments.flatMap(({ make }) => make),
        PAUSE,
        ...deployments.map(({ on, name }) => reimage(on, 'x:2', {}, name)),
        PAUSE,
        ...deployments.flatMap(({ on, name }) => readBoth(on, name)),
      ];
    }),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const deployment of objectsSeen(observed, 'Deployment')) {
    const bounds = boundsOf(deployment.states);
    const totals =
      bounds === undefined ? [] : totalsOf(dependantsOf(observed, 'ReplicaSet', deployment), bounds.wanted);
    const [made] = deployment.states;
    if (bounds === undefined || made === undefined || totals.length < 2) continue;
    const [least, most] = [Math.min(...totals), Math.max(...totals)];
    if (most > bounds.most)
      yield violated(made.exchange, `at most ${bounds.most} pods`, `${most}`, 'more than maxSurge allows');
    else if (least < bounds.least)
      yield violated(made.exchange, `at least ${bounds.least} pods`, `${least}`, 'fewer than maxUnavailable allows');
    else yield held(made.exchange, most === bounds.most ? 'up to the bound' : 'within the bounds');
  }
}

/** The bounds of a deployment whose replica count and strategy never changed. */
function boundsOf(
  states: readonly Observation[],
): { readonly wanted: number; readonly most: number; readonly least: number } | undefined {
  const specs = new Set(
    states.map(({ content }) => JSON.stringify([at(content, 'spec', 'replicas'), at(content, 'spec', 'strategy')])),
  );
  const [state] = states;
  const wanted = at(state?.content, 'spec', 'replicas');
  const [surge, unavailable] = ['maxSurge', 'maxUnavailable'].map((bound) =>
    at(state?.content, 'spec', 'strategy', 'rollingUpdate', bound),
  );
  if (specs.size !== 1 || typeof wanted !== 'number' || surge === undefined || unavailable === undefined)
    return undefined;
  return {
    wanted,
    most: wanted + count(surge, wanted, Math.ceil),
    least: wanted - count(unavailable, wanted, Math.floor),
  };
}

function count(bound: Json, wanted: number, round: (pods: number) => number): number {
  return typeof bound === 'number' ? bound : round((Number.parseInt(String(bound), 10) * wanted) / 100);
}

/**
 * The total replicas of the replica sets after each watch event, from the first event on in which they reach the
 * wanted number.
 */
function totalsOf(sets: readonly Dependant[], wanted: number): number[] {
  const events = sets.flatMap(({ uid, states }) =>
    states.filter(({ source }) => source === 'event').map((state) => ({ uid, state })),
  );
  events.sort((a, b) => a.state.ended - b.state.ended);
  const asked = new Map<string, number>();
  const totals = events.map(({ uid, state }) => {
    asked.set(uid, Number(at(state.content, 'spec', 'replicas') ?? 0));
    return [...asked.values()].reduce((sum, each) => sum + each, 0);
  });
  const begin = totals.findIndex((total) => total >= wanted);
  return begin < 0 ? [] : totals.slice(begin);
}
