import { changedByClients } from '../../checks/not-the-clients.ts';
import { type Listing, listings } from '../../checks/listings.ts';
import { makerOfState } from '../../checks/watch/makers.ts';
import { operationFor } from '../../../spec/surface/operations.ts';
import type { QueryTemplate } from '../../program/program.ts';
import { walkOf } from '../../generators/walks.ts';
import { textAt } from '../../oracle/json.ts';
import { selectsLabels } from '../../oracle/objects/label-selector.ts';
import { type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import {
  fc,
  inTurn,
  minimalObject,
  operationsOf,
  OWN_OBJECTS,
  resourceOf,
  type Steps,
  stepsOn,
  awaitObject,
} from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Exchange, Finding, History, Program, Rule, Step } from '../rule.ts';
import { WALKED } from './world-walks.ts';

const FROM_CACHE: QueryTemplate = { resourceVersion: '0' };

export const rule: Rule = {
  id: 'world/list-and-watch-give-the-later-list',
  level: 'must',
  title: 'A list, even one from a cache, plus the events of a watch from its version gives the later list.',
  cites: ['events.4.2', 'events.1.2', 'semantics.7.1', 'rules.5.2'],
  operations: operationsOf(['list'], ({ namespaced }) => namespaced),
  needs: [...WALKED, 'watchList'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const version = { $from: 'listed', at: '/metadata/resourceVersion' };
    return fc.tuple(inTurn(...startsOf(on)), walkOf([on.resource], 10)).map(([{ scope, query }, walk]) => [
      on.create(minimalObject(on.maker, '{{there}}')),
      // An earlier list with the same parameters fills a cache.
      on[scope.list]({ query }),
      on.patch('{{there}}', { metadata: { labels: { cached: 'no' } } }),
      on[scope.list]({ as: 'listed', query }),
      on[scope.watch]('seen', { via: scope.via, query: { resourceVersion: version } }),
      ...walk,
      on.create(minimalObject(on.maker, '{{z}}')),
      awaitObject('seen', '{{z}}'),
      on[scope.list](),
      ...fromListsBesideWrites(on, { scope, query }),
    ]);
  },
  check,
  least: 3,
};

interface Start {
  readonly scope: typeof ONE | typeof ALL;
  readonly query: QueryTemplate;
}

const ONE = { list: 'list', watch: 'watchList', via: 'path' } as const;
const ALL = { list: 'listAll', watch: 'watchAll', via: 'parameter' } as const;

/** Lists beside creates, one list with a selector, a watch from the version of each, and a later list. */
function fromListsBesideWrites(on: Steps, { scope, query }: Start): Program {
  const turns = Array.from({ length: BESIDE }, (_, turn) => turn);
  const watches = turns.map((turn) => `beside${turn}`);
  const create = (name: string): Step => on.create(minimalObject(on.maker, `{{${name}}}`));
  return [
    {
      do: 'together',
      branches: [
        turns.flatMap((turn) => [create(`v${turn}`), create(`w${turn}`)]),
        turns.map((turn) =>
          on[scope.list]({ as: `listed${turn}`, query: turn === 1 ? { ...query, ...OWN_OBJECTS } : query }),
        ),
      ],
    },
    ...watches.map((watch, turn) =>
      on[scope.watch](watch, {
        via: scope.via,
        query: { resourceVersion: { $from: `listed${turn}`, at: '/metadata/resourceVersion' } },
      }),
    ),
    create('end'),
    ...watches.map((watch) => awaitObject(watch, '{{end}}')),
    on[scope.list](),
  ];
}

/** How many lists there are beside the writes. */
const BESIDE = 4;

/** The first lists: of a namespace, current or from a cache, and of all namespaces if the tables have that. */
function startsOf({ resource }: Steps): readonly Start[] {
  const ofAll = operationFor(resource.id, 'listAll')?.tabulated === true ? [{ scope: ALL, query: FROM_CACHE }] : [];
  return [{ scope: ONE, query: FROM_CACHE }, { scope: ONE, query: {} }, ...ofAll];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const lists = listings(history).filter(({ exchange }) => !exchange.request.query.get('fieldSelector'));
  for (const watch of history.exchanges.filter(({ call }) => call?.watching === true && call.verb !== 'watch')) {
    const from = watch.request.query.get('resourceVersion') ?? '';
    const starts = lists.filter(
      (list) =>
        isAlike(list.exchange, watch) &&
        textAt(list.response, 'metadata', 'resourceVersion') === from &&
        list.exchange.ended < watch.began,
    );
    const end = lists.findLast(
      (list) =>
        list.latest && list.labels?.length === 0 && isAlike(list.exchange, watch) && list.exchange.began > watch.began,
    );
    if (end === undefined || watch.request.query.get('labelSelector') || watch.request.query.get('fieldSelector'))
      continue;
    if (isComplete(observed, watch, end)) for (const start of starts) yield* compared(observed, watch, start, end);
  }
}

/** Whether the watch is of the listed collection. */
function isAlike({ call }: Exchange, watch: Exchange): boolean {
  return call?.resource?.kind === watch.call?.resource?.kind && call?.namespace === watch.call?.namespace;
}

/** Whether the watch has delivered the last effective write before the list, so it has no event left to deliver. */
function isComplete(observed: ObservedState, watch: Exchange, { exchange }: Listing): boolean {
  const writes = observed.writes.filter((write) => write.outcome !== 'refused' && isTouching(write.exchange, watch));
  const last = writes.findLast(({ began }) => began < exchange.ended);
  if (last?.response === undefined || last.settled > exchange.began || makerOfState(observed, last.response) !== last)
    return false;
  if (writes.some((write) => write !== last && write.began < exchange.ended && write.settled > last.began))
    return false;
  return watch.events.some(
    ({ n, object }) =>
      n < exchange.began &&
      textAt(object, 'metadata', 'uid') === last.response?.uid &&
      textAt(object, 'metadata', 'resourceVersion') === last.response?.version,
  );
}

function isTouching({ call }: Exchange, watch: Exchange): boolean {
  return (
    call?.resource?.kind === watch.call?.resource?.kind &&
    (watch.call?.namespace === undefined || call?.namespace === watch.call.namespace)
  );
}

/** Whether a list shows an object in whatever state it is seen. */
function isAlwaysSelected({ labels }: Listing, observations: readonly Observation[]): boolean {
  return (
    labels?.length === 0 ||
    (labels !== undefined && observations.every(({ content }) => selectsLabels(labels, content)))
  );
}

function* compared(observed: ObservedState, watch: Exchange, start: Listing, end: Listing): Iterable<Finding> {
  for (const key of observed.keys.filter(
    (each) =>
      each.kind === watch.call?.resource?.kind &&
      observed.soleWriter(each) &&
      (watch.call.namespace === undefined || each.namespace === watch.call.namespace),
  )) {
    const observations = observed.observationsOf(key);
    if (!isAlwaysSelected(start, observations)) continue;
    const listed = (list: Listing): Observation | undefined =>
      observations.find(({ exchange }) => exchange === list.exchange);
    const delivered = observations.findLast(({ exchange, ended }) => exchange === watch && ended < end.exchange.began);
    const gone = delivered?.event?.type === 'DELETED';
    const folded = delivered === undefined ? listed(start) : gone ? undefined : delivered;
    const now = listed(end);
    // If deletions have other names, only existing objects can be compared.
    if (
      now === undefined &&
      folded !== undefined &&
      delivered !== undefined &&
      delivered.event?.type !== 'MODIFIED' &&
      delivered.event?.type !== 'ADDED'
    )
      continue;
    const changed = folded !== undefined && now !== undefined ? changedByClients(folded, now) : undefined;
    if (folded === undefined && now === undefined) yield held(end.exchange, 'gone by both');
    else if (folded === undefined)
      yield violated(
        end.exchange,
        `an event for ${key.name}, because it is in the later list`,
        delivered === undefined ? 'no event' : 'a DELETED event',
        'the watch misses what is there',
      );
    else if (now === undefined)
      yield violated(
        end.exchange,
        `a DELETED event for ${key.name}, because the later list lacks it`,
        delivered === undefined ? 'no event' : `${show(delivered.event?.type)} as the last event`,
        'the watch misses a removal',
      );
    else if (changed !== undefined)
      yield violated(
        end.exchange,
        `${changed.path} ${show(changed.actual)} of ${key.name} in the last event, as in the later list`,
        show(changed.expected),
        'the watch ends at another state',
      );
    else yield held(end.exchange, delivered === undefined ? 'unchanged' : 'delivered');
  }
}
