import { ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { cached } from '../../../shared/cached.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import { groupBy } from '../../../shared/group-by.ts';
import type { ObjectKey, Observation, ObservedState } from '../../oracle/observed-state.ts';
import type { Exchange } from '../rule.ts';

/** When a state was delivered or read, in milliseconds since the log began. */
export function shownAt({ event, exchange }: Observation): number {
  return event?.t ?? exchange.response?.t ?? exchange.request.t;
}

/** An object of that kind with at least one observed state, and its observations in order. */
export interface Dependant {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly states: readonly Observation[];
}

/**
 * The objects of a kind, of one namespace or of all, by uid: objects that reused a name are separate. Computed once
 * per observed state.
 */
export function objectsSeen(observed: ObservedState, kind: Kind, namespace?: string): readonly Dependant[] {
  const known = cached(OBJECTS, observed, () => new Map());
  return cached(known, `${kind} ${namespace ?? ''}`, () =>
    observed.keysOf(kind, namespace).flatMap((key) => byUid(key, observed.observationsOf(key))),
  );
}

const OBJECTS = new WeakMap<ObservedState, Map<string, readonly Dependant[]>>();

function byUid(key: ObjectKey, observations: readonly Observation[]): Dependant[] {
  const lives = groupBy(
    observations.filter(({ uid, source }) => uid !== undefined && source !== 'deleted-event'),
    ({ uid = '' }) => uid,
  );
  return [...lives].map(([uid, states]) => ({ key, uid, states }));
}

/** The create of an object, which findings about its life name; if it was not seen, the given exchange. */
export function birthOf({ states }: Dependant, shown: Exchange): Exchange {
  return (
    states.find(({ source, exchange }) => source === 'write' && exchange.call?.verb === 'create')?.exchange ?? shown
  );
}

/** The objects that name an owner with that uid in any observed state. */
export function dependantsOf(observed: ObservedState, kind: Kind, { uid }: Dependant): readonly Dependant[] {
  const known = cached(DEPENDANTS, observed, () => new Map());
  return cached(known, kind, () => byOwner(objectsSeen(observed, kind))).get(uid) ?? [];
}

const DEPENDANTS = new WeakMap<ObservedState, Map<Kind, ReadonlyMap<string, readonly Dependant[]>>>();

function byOwner(objects: readonly Dependant[]): ReadonlyMap<string, readonly Dependant[]> {
  const pairs = objects.flatMap((object) =>
    [...new Set(object.states.flatMap(({ content }) => ownersOf(content)))]
      .filter((owner) => owner !== undefined)
      .map((owner) => ({ owner, object })),
  );
  return new Map(
    [...groupBy(pairs, ({ owner }) => owner)].map(([owner, each]) => [owner, each.map(({ object }) => object)]),
  );
}

/** The last observed state, if any. */
export function lastOf({ states }: Dependant): Observation | undefined {
  return states.at(-1);
}
