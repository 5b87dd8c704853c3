import type { Exchange, History } from './history.ts';
import { at, textAt } from './json.ts';
import type { ObjectKey } from './object-key.ts';
import type { Sighting } from './sightings.ts';
import { isWhole, mayBeStale, sightingsIn } from './sightings.ts';
import { removeSystemAnnotations } from './system-annotations.ts';
import type { Write } from './writes.ts';
import { makes, mayTouch, removes, removesAtOnce, writeIn } from './writes.ts';

export { keyOf } from './object-key.ts';
export type { ObjectKey } from './object-key.ts';
export type { Sighting } from './sightings.ts';
export type { Write } from './writes.ts';

/**
 * What a history tells of the objects in the store, and what it leaves open. Positions are those of the exchange log: `ended` of
 * one thing before `began` of another means that it happened before. Versions are compared by equality only (document, Object
 * metadata): a version that an object once left does not come back.
 *
 * A worked example - exchange 1 creates (positions 1-4, answer version 7), exchange 2 replaces (5-8, answer version 9), exchange 3
 * patches without an answer (9-, cut), exchange 4 gets (12-15, version 9):
 *
 *     wasReplaced(key, '7', 9)  true: version 9 was seen to be stored after 7 was, and before position 9
 *     wasReplaced(key, '9', 20) false: nothing seen after it is another version
 *     currentAt(key, 10)        version 9: seen before position 10 and again by a read that began after
 *     currentAt(key, 16)        undefined: nobody looked later, and another client may have written
 *     expectedAt(key, 9)        version 9: all writers are known (the suite made the object) and none was under way
 *     expectedAt(key, 16)       undefined: the patch without an answer may yet be done
 *     surelyExists(key, 16)     true: nothing that removes was sent
 */
export interface World {
  readonly keys: readonly ObjectKey[];
  /** In order of their beginning. */
  readonly writes: readonly Write[];
  /** In order of their end. */
  sightingsOf(key: ObjectKey): readonly Sighting[];
  /** Those that name the object or may touch it: collection deletes, and the delete of its namespace, too. In order of beginning. */
  writesTo(key: ObjectKey): readonly Write[];
  /** The last look that ended before that position, what deletes answer aside; with `fresh`, only looks that cannot be stale. */
  lastSighting(key: ObjectKey, before: number, fresh?: boolean): Sighting | undefined;
  /** Every write, of any object, that may have been at work at some moment of that exchange, itself excepted. */
  writesOverlapping(exchange: Exchange): readonly Write[];
  /**
   * Whether all who write the object are in the history, control loops aside (those write status, annotations, finalizers and
   * dependants at any time): a request with the suite's run header created it, under a name of its own.
   */
  soleWriter(key: ObjectKey): boolean;
  /**
   * The state at that position, whoever else may write: it was seen before the position, and a read that began after it still
   * found the same version. `undefined` where that is not so.
   */
  currentAt(key: ObjectKey, position: number): Sighting | undefined;
  /**
   * The state at that position if control loops left it alone: of a sole writer's object, the last fresh look, with no write that
   * was not refused since or at the same time. Not of an object that is being deleted. Compare without what the system writes
   * (`SYSTEM_WRITTEN`), or only where the version is the same.
   */
  expectedAt(key: ObjectKey, position: number): Sighting | undefined;
  /**
   * Whether the object surely had another version after that one, and before the position: a look, fresh and ended before the
   * position, showed another, and began after the version had been seen. Holds whoever else writes.
   */
  wasReplaced(key: ObjectKey, version: string, before: number): boolean;
  /**
   * Whether the object was there at that position: the same uid was seen before, and after by a fresh read; or a sole writer's
   * object was seen, not being deleted and owned by no other, and nothing since or at the same time could remove it.
   */
  surelyExists(key: ObjectKey, position: number): boolean;
  /**
   * Whether no object of that name was there at that position, by the server's own word to the suite: a get answered 404, a list
   * without selectors lacked it, or a delete that removes at once was acknowledged (of an object without finalizers); and nothing
   * since or at the same time could have made it.
   */
  surelyGone(key: ObjectKey, position: number): boolean;
}

const WORLDS = new WeakMap<History, World>();

/** The world of a history, folded once for all who ask. */
export function worldOf(history: History): World {
  const known = WORLDS.get(history) ?? new FoldedWorld(history);
  WORLDS.set(history, known);
  return known;
}

/** Evidence that there was no such object at some position in [began, ended]. */
interface Absence {
  readonly began: number;
  readonly ended: number;
}

class FoldedWorld implements World {
  readonly keys: readonly ObjectKey[];
  readonly writes: readonly Write[];
  /** Those that may show that an object is absent, by kind. */
  readonly #searches = new Map<string, Exchange[]>();
  /** Operations that were answered 2xx. */
  readonly #served = new Set<string>();
  readonly #sightings = new Map<string, Sighting[]>();
  readonly #writesByKey = new Map<string, Write[]>();
  /** Those that may touch objects which they do not name. */
  readonly #broadWrites: readonly Write[];

  constructor({ exchanges }: History) {
    const keys = new Map<string, ObjectKey>();
    const writes: Write[] = [];
    for (const exchange of exchanges) {
      const { call } = exchange;
      if (call?.resource !== undefined && isSearch(exchange)) append(this.#searches, call.resource.kind, exchange);
      if (call !== undefined && isWhole(exchange)) this.#served.add(call.operation.id);
      const seen = sightingsIn(exchange);
      for (const sighting of seen) {
        keys.set(sighting.key.id, sighting.key);
        append(this.#sightings, sighting.key.id, sighting);
      }
      const write = writeIn(exchange, seen);
      if (write === undefined) continue;
      writes.push(write);
      if (write.key === undefined) continue;
      keys.set(write.key.id, write.key);
      append(this.#writesByKey, write.key.id, write);
    }
    for (const [id, list] of this.#sightings) {
      removeSystemAnnotations(list, this.#writesByKey.get(id) ?? []);
      list.sort((a, b) => a.ended - b.ended);
    }
    this.keys = [...keys.values()];
    this.writes = writes;
    this.#broadWrites = writes.filter((write) => write.key === undefined || !write.resource.namespaced);
  }

  sightingsOf(key: ObjectKey): readonly Sighting[] {
    return this.#sightings.get(key.id) ?? [];
  }

  writesTo(key: ObjectKey): readonly Write[] {
    const named = this.#writesByKey.get(key.id) ?? [];
    const others = this.#broadWrites.filter((write) => write.key?.id !== key.id && mayTouch(write, key));
    return others.length === 0 ? named : [...named, ...others].sort((a, b) => a.began - b.began);
  }

  lastSighting(key: ObjectKey, before: number, fresh = false): Sighting | undefined {
    return this.#states(key).findLast((sighting) => sighting.ended < before && (!fresh || isFresh(sighting)));
  }

  writesOverlapping(exchange: Exchange): readonly Write[] {
    return this.writes.filter((write) => write.exchange !== exchange && write.began < exchange.ended && write.settled > exchange.began);
  }

  soleWriter(key: ObjectKey): boolean {
    return (this.#writesByKey.get(key.id) ?? []).some((write) => write.verb === 'create' && write.outcome !== 'refused' && isOurs(write.exchange));
  }

  currentAt(key: ObjectKey, position: number): Sighting | undefined {
    const later = this.#states(key).filter((sighting) => isFresh(sighting) && sighting.began > position);
    return this.#states(key).findLast((before) => before.ended < position && later.some((after) => isSameState(before, after)));
  }

  expectedAt(key: ObjectKey, position: number): Sighting | undefined {
    const last = this.lastSighting(key, position, true);
    if (last === undefined || !this.soleWriter(key) || isBeingDeleted(last)) return undefined;
    return this.#quietSince(key, last, position, () => true) ? last : undefined;
  }

  wasReplaced(key: ObjectKey, version: string, before: number): boolean {
    const states = this.#states(key);
    const seen = states.filter((sighting) => sighting.version === version);
    const [first] = seen;
    if (first === undefined || seen.some(({ uid }) => uid !== first.uid)) return false;
    return states.some((later) => isFresh(later) && later.version !== undefined && later.version !== version && later.began > first.ended && later.ended < before);
  }

  surelyExists(key: ObjectKey, position: number): boolean {
    const states = this.#states(key);
    const later = states.filter((sighting) => isFresh(sighting) && sighting.began > position);
    if (states.some((before) => before.ended < position && before.uid !== undefined && later.some(({ uid }) => uid === before.uid))) return true;
    const last = this.lastSighting(key, position, true);
    if (last === undefined || !this.soleWriter(key) || isBeingDeleted(last) || isOwned(last)) return false;
    return this.#quietSince(key, last, position, removes);
  }

  surelyGone(key: ObjectKey, position: number): boolean {
    return this.#absences(key, position).some((absence) => this.#quietSince(key, absence, position, makes));
  }

  /** Sightings of stored states: what deletes answer is none. */
  #states(key: ObjectKey): readonly Sighting[] {
    return this.sightingsOf(key).filter(({ source }) => source !== 'delete');
  }

  /** Whether no such write, but the one that gave the evidence, may have been at work between the evidence and the position. */
  #quietSince(key: ObjectKey, evidence: Absence & { readonly exchange?: Exchange }, position: number, such: (write: Write) => boolean): boolean {
    return !this.writesTo(key).some(
      (write) => write.outcome !== 'refused' && such(write) && write.exchange !== evidence.exchange && write.began < position && write.settled > evidence.began,
    );
  }

  #absences(key: ObjectKey, before: number): Absence[] {
    return (this.#searches.get(key.kind) ?? []).filter((exchange) => exchange.ended < before && this.#showsAbsence(exchange, key));
  }

  #showsAbsence(exchange: Exchange, key: ObjectKey): boolean {
    const { verb, namespace, name } = exchange.call ?? {};
    const here = namespace === key.namespace;
    if (verb === 'get') return here && name === key.name && this.#answersNotFound(exchange);
    if (verb === 'delete') return here && name === key.name && this.#wasRemoved(exchange, key);
    return (here || namespace === undefined) && isWholeCollection(exchange) && !this.sightingsOf(key).some((sighting) => sighting.exchange === exchange);
  }

  /** A 404 of an operation that the target offers: tabulated ones, and others where it answered them at another time. */
  #answersNotFound({ response, end, call }: Exchange): boolean {
    if (call === undefined || response?.status !== 404 || end?.reason !== 'complete') return false;
    return call.operation.tabulated || this.#served.has(call.operation.id);
  }

  /** Whether an object was ever seen being deleted and held by a finalizer: control loops put some on at any time. */
  #lingers(key: ObjectKey, uid: string | undefined): boolean {
    return this.#states(key).some((sighting) => sighting.uid === uid && isBeingDeleted(sighting) && hasFinalizers(sighting));
  }

  #wasRemoved(exchange: Exchange, key: ObjectKey): boolean {
    const write = this.#writesByKey.get(key.id)?.find((known) => known.exchange === exchange);
    const last = this.lastSighting(key, exchange.began, true);
    if (write === undefined || last === undefined || !removesAtOnce(write) || hasFinalizers(last) || this.#lingers(key, last.uid)) return false;
    return !this.writesTo(key).some((other) => other !== write && other.outcome !== 'refused' && other.began < exchange.ended && other.settled > last.ended);
  }
}

function append<T>(map: Map<string, T[]>, id: string, value: T): void {
  const list = map.get(id);
  if (list === undefined) map.set(id, [value]);
  else list.push(value);
}

function isFresh(sighting: Sighting): boolean {
  return sighting.began > 0;
}

function isSameState(a: Sighting, b: Sighting): boolean {
  return a.version !== undefined && a.version === b.version && a.uid === b.uid;
}

function isBeingDeleted({ content }: Sighting): boolean {
  return textAt(content, 'metadata', 'deletionTimestamp') !== undefined;
}

function isOwned({ content }: Sighting): boolean {
  return isFilled(at(content, 'metadata', 'ownerReferences'));
}

function hasFinalizers({ content }: Sighting): boolean {
  return isFilled(at(content, 'metadata', 'finalizers'));
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

/** Whether a run of the suite sent it, as its run header says: then the names in it are nobody else's. */
function isOurs(exchange: Exchange): boolean {
  return exchange.request.headers.has('x-plumbline-run');
}

/** Whether an exchange is the suite's own look for objects, or its removal of one. */
function isSearch(exchange: Exchange): boolean {
  const { verb, watching } = exchange.call ?? {};
  const searches = verb === 'get' || verb === 'list' || verb === 'listAll' || verb === 'delete';
  return searches && watching === false && isOurs(exchange) && (verb === 'delete' || !mayBeStale(exchange));
}

/** Whether a list shows all that there is: whole, and not restricted. */
function isWholeCollection(exchange: Exchange): boolean {
  const { query } = exchange.request;
  const items = at(exchange.response?.body?.value, 'items');
  return isWhole(exchange) && Array.isArray(items) && !query.get('labelSelector') && !query.get('fieldSelector');
}
