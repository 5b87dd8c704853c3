import type { Kind } from '../../spec/surface/resources.ts';
import type { Json } from '../oracle/json.ts';
import { at, textAt } from '../oracle/json.ts';
import type { ObjectKey, Sighting, World } from '../oracle/world.ts';

/** When a state was shown, in milliseconds since the log began. */
export function shownAt({ event, exchange }: Sighting): number {
  return event?.t ?? exchange.response?.t ?? exchange.request.t;
}

/** Every object of that kind that was seen in one state or more, with its sightings in order. */
export interface Seen {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly states: readonly Sighting[];
}

/** The objects of a kind, of one namespace or of all, by uid: of a name that was used twice, each by itself. */
export function objectsSeen(world: World, kind: Kind, namespace?: string): Seen[] {
  return world.keysOf(kind, namespace).flatMap((key) => {
    const byUid = new Map<string, Sighting[]>();
    for (const sighting of world.sightingsOf(key)) {
      if (sighting.uid === undefined || sighting.source === 'removal') continue;
      const known = byUid.get(sighting.uid);
      if (known === undefined) byUid.set(sighting.uid, [sighting]);
      else known.push(sighting);
    }
    return [...byUid].map(([uid, states]) => ({ key, uid, states }));
  });
}

/** Those of them that name an owner with that uid, in any state that was seen. */
export function dependantsOf(world: World, kind: Kind, { key, uid }: Seen): Seen[] {
  return objectsSeen(world, kind, key.namespace).filter(({ states }) => states.some((state) => isOwnedBy(state, uid)));
}

function isOwnedBy({ content }: Sighting, uid: string): boolean {
  const owners = at(content, 'metadata', 'ownerReferences');
  return Array.isArray(owners) && (owners as readonly Json[]).some((owner) => textAt(owner, 'uid') === uid);
}

/** The last state that was seen, if any. */
export function lastOf({ states }: Seen): Sighting | undefined {
  return states.at(-1);
}
