import type { Kind } from '../../../spec/surface/resources.ts';
import { groupBy } from '../../oracle/group-by.ts';
import { at, textAt } from '../../oracle/json.ts';
import type { ObjectKey, Observation, ObservedState } from '../../oracle/observed-state.ts';
import type { Exchange, Json } from '../rule.ts';

/** When a state was shown, in milliseconds since the log began. */
export function shownAt({ event, exchange }: Observation): number {
  return event?.t ?? exchange.response?.t ?? exchange.request.t;
}

/** Every object of that kind that was seen in one state or more, with its observations in order. */
export interface Seen {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly states: readonly Observation[];
}

/** The objects of a kind, of one namespace or of all, by uid: of a name that was used twice, each by itself. Looked up once for each world. */
export function objectsSeen(observed: ObservedState, kind: Kind, namespace?: string): readonly Seen[] {
  const known = OBJECTS.get(observed) ?? new Map<string, readonly Seen[]>();
  OBJECTS.set(observed, known);
  const id = `${kind} ${namespace ?? ''}`;
  const objects =
    known.get(id) ?? observed.keysOf(kind, namespace).flatMap((key) => byUid(key, observed.observationsOf(key)));
  known.set(id, objects);
  return objects;
}

const OBJECTS = new WeakMap<ObservedState, Map<string, readonly Seen[]>>();

function byUid(key: ObjectKey, observations: readonly Observation[]): Seen[] {
  const lives = groupBy(
    observations.filter(({ uid, source }) => uid !== undefined && source !== 'removal'),
    ({ uid = '' }) => uid,
  );
  return [...lives].map(([uid, states]) => ({ key, uid, states }));
}

/** The create of an object, which is what a finding about its life is about; where it was not seen, the exchange that shows what was found. */
export function birthOf({ states }: Seen, shown: Exchange): Exchange {
  return (
    states.find(({ source, exchange }) => source === 'write' && exchange.call?.verb === 'create')?.exchange ?? shown
  );
}

/** Those of them that name an owner with that uid, in any state that was seen. */
export function dependantsOf(observed: ObservedState, kind: Kind, { uid }: Seen): readonly Seen[] {
  const known = DEPENDANTS.get(observed) ?? new Map<Kind, ReadonlyMap<string, readonly Seen[]>>();
  DEPENDANTS.set(observed, known);
  const owned = known.get(kind) ?? byOwner(objectsSeen(observed, kind));
  known.set(kind, owned);
  return owned.get(uid) ?? [];
}

const DEPENDANTS = new WeakMap<ObservedState, Map<Kind, ReadonlyMap<string, readonly Seen[]>>>();

function byOwner(objects: readonly Seen[]): ReadonlyMap<string, readonly Seen[]> {
  const pairs = objects.flatMap((object) =>
    [...new Set(object.states.flatMap(ownersOf))].map((owner) => ({ owner, object })),
  );
  return new Map(
    [...groupBy(pairs, ({ owner }) => owner)].map(([owner, each]) => [owner, each.map(({ object }) => object)]),
  );
}

function ownersOf({ content }: Observation): string[] {
  const owners = at(content, 'metadata', 'ownerReferences');
  return Array.isArray(owners) ? (owners as readonly Json[]).flatMap((owner) => textAt(owner, 'uid') ?? []) : [];
}

/** The last state that was seen, if any. */
export function lastOf({ states }: Seen): Observation | undefined {
  return states.at(-1);
}
