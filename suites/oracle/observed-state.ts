import { finalizersOf, ownersOf } from './objects/owners-and-finalizers.ts';
import { append } from '../../shared/group-by.ts';
import { cached } from '../../shared/cached.ts';
import { isDenied, saysAbsent } from './exchanges/absence.ts';
import type { Kind } from '../../spec/surface/resources.ts';
import type { Exchange, History } from './history.ts';
import { at, textAt } from './json.ts';
import { withoutGhosts } from './state/ghosts.ts';
import { KeyIndex } from './state/key-index.ts';
import type { ObjectKey } from './state/object-key.ts';
import { isWhole, type Observation, observationsIn } from './state/observations.ts';
import { SearchIndex, isOurs } from './state/search-index.ts';
import { removeSystemAnnotations } from './state/system-annotations.ts';
import { makes, removes, removesAtOnce, type Write, writeIn } from './state/writes.ts';
import { Track } from './state/track.ts';
import { WriteIndex } from './state/write-index.ts';
import { isTerminating } from './state/terminating.ts';

export { keyOf } from './state/object-key.ts';
export type { ObjectKey } from './state/object-key.ts';
export type { Observation } from './state/observations.ts';
export type { Write } from './state/writes.ts';

/**
 * The facts that a history proves about the stored objects. Positions are those of the exchange log: if `ended` of one
 * thing is before `began` of another, it happened before it. Versions are compared by equality only (document, Object
 * metadata): an object never returns to a version that it left.
 *
 * A worked example - exchange 1 creates (positions 1-4, returns version 7), exchange 2 replaces (5-8, returns version
 * 9), exchange 3 patches without a response (9-, cut), exchange 4 gets (12-15, version 9):
 *
 *     wasReplaced(key, '7', 9)  true: version 9 was stored after 7, and before position 9
 *     wasReplaced(key, '9', 20) false: no later observation has another version
 *     currentAt(key, 10)        version 9: seen before position 10 and again by a read that began after
 *     currentAt(key, 16)        undefined: there is no later read, and another client may have written
 *     expectedAt(key, 9)        version 9: all writers are known (the suite made the object) and none was in progress
 *     expectedAt(key, 16)       undefined: the patch without a response may still take effect
 *     surelyExists(key, 16)     true: no request that deletes was sent
 */
export interface ObservedState {
  readonly keys: readonly ObjectKey[];
  /** Sorted by beginning. */
  readonly writes: readonly Write[];
  /** Sorted by end. */
  observationsOf(key: ObjectKey): readonly Observation[];
  /**
   * The writes that name the object or may touch it, including collection deletes and the delete of its namespace.
   * Sorted by beginning.
   */
  writesTo(key: ObjectKey): readonly Write[];
  /**
   * The last observation that ended before that position, without responses of deletes. With `fresh`, only
   * observations that cannot be stale.
   */
  lastObservation(key: ObjectKey, before: number, fresh?: boolean): Observation | undefined;
  /**
   * Every write, of any object, that may have been in progress at some moment of that exchange, except the exchange
   * itself.
   */
  writesOverlapping(exchange: Exchange): readonly Write[];
  /** The write of an exchange, if it is one. */
  writeOf(exchange: Exchange): Write | undefined;
  /** The keys of that kind, in one namespace or in all. */
  keysOf(kind: Kind, namespace?: string): readonly ObjectKey[];
  /**
   * The keys that requests, responses or events near that position name. Checks of a long recording only consider
   * these. In the order of `keys`.
   */
  keysNear(position: number): readonly ObjectKey[];
  /**
   * Whether all writers of the object are in the history, apart from controllers (which write status, annotations,
   * finalizers and dependants at any time). That holds if a request with the suite's run header created it under a
   * name of its own.
   */
  soleWriter(key: ObjectKey): boolean;
  /**
   * The state at that position, even if other clients write: it was seen before the position, and a read that began
   * after the position shows the same version. Otherwise `undefined`.
   */
  currentAt(key: ObjectKey, position: number): Observation | undefined;
  /**
   * The state at that position, if no controller changed it. For an object with a sole writer: the last fresh
   * observation, if no write since or at the same time may have succeeded. `undefined` for a terminating object.
   * Compare without `SYSTEM_WRITTEN` paths, or only if the version is the same.
   */
  expectedAt(key: ObjectKey, position: number): Observation | undefined;
  /**
   * Whether the object certainly had another version after that one and before the position. Proof: a fresh
   * observation that began after the version was seen, and ended before the position, shows another version. Holds
   * even if other clients write.
   */
  wasReplaced(key: ObjectKey, version: string, before: number): boolean;
  /**
   * Whether the object certainly existed at that position. Either the same uid was seen before, and after by a fresh
   * read. Or a sole writer's object was seen, neither terminating nor owned, and no write since or at the same time
   * could delete it.
   */
  surelyExists(key: ObjectKey, position: number): boolean;
  /**
   * Whether no object of that name existed at that position, as a response to the suite proves: a get returned 404,
   * a list without selectors lacked it, or an immediate delete of an object without finalizers was acknowledged. No
   * write since or at the same time may have created it.
   */
  surelyGone(key: ObjectKey, position: number): boolean;
  /** Whether the object is surely gone at every moment of an exchange, which itself created nothing. */
  surelyGoneDuring(key: ObjectKey, exchange: Exchange): boolean;
  /**
   * Whether a response to a get of the object says that there is none: by 404 or 410; or by 403, which some servers
   * return for every refusal, if gets of its collection are allowed and the object was neither created nor seen, other
   * than on its way out, since a delete named it.
   */
  saysAbsent(key: ObjectKey, exchange: Exchange): boolean;
}

const STATES = new WeakMap<History, ObservedState>();

/** The observed state of a history, folded once and cached. */
export function observedStateOf(history: History): ObservedState {
  return cached(STATES, history, () => new FoldedState(history));
}

class FoldedState implements ObservedState {
  readonly keys: readonly ObjectKey[];
  readonly writes: readonly Write[];
  /** The requests that may prove that an object is absent. */
  readonly #searches = new SearchIndex();
  /** Operations with a 2xx response. */
  readonly #served = new Set<string>();
  /** The collections of which some get of the suite had a 2xx response. */
  readonly #readable = new Set<string>();
  readonly #observations = new Map<string, Observation[]>();
  readonly #tracks = new Map<string, Track>();
  /** The exchanges that show a key. */
  readonly #shown = new Map<string, ReadonlySet<Exchange>>();
  readonly #index = new WriteIndex();
  readonly #places = new KeyIndex();

  constructor({ exchanges }: History) {
    const writes: Write[] = [];
    for (const exchange of exchanges) {
      this.#searches.add(exchange);
      if (exchange.call !== undefined && isWhole(exchange)) this.#served.add(exchange.call.operation.id);
      if (exchange.call?.verb === 'get' && isOurs(exchange) && isWhole(exchange)) this.#readable.add(placeOf(exchange));
      const seen = observationsIn(exchange);
      for (const observation of seen) {
        this.#places.mention(observation.key, observation.ended, false);
        append(this.#observations, observation.key.id, observation);
      }
      const write = writeIn(exchange, seen);
      if (write === undefined) continue;
      writes.push(write);
      this.#index.add(write);
      if (write.key !== undefined) this.#places.mention(write.key, write.began, true);
    }
    this.keys = this.#places.all();
    for (const key of this.keys) {
      const list = this.#observations.get(key.id) ?? [];
      list.sort((a, b) => a.ended - b.ended);
      removeSystemAnnotations(list, this.#index.naming(key));
    }
    this.writes = writes;
  }

  observationsOf(key: ObjectKey): readonly Observation[] {
    return this.#observations.get(key.id) ?? [];
  }

  writesTo(key: ObjectKey): readonly Write[] {
    return this.#index.touching(key, (each) => this.observationsOf(each));
  }

  lastObservation(key: ObjectKey, before: number, fresh = false): Observation | undefined {
    return this.#track(key).latest(before, fresh);
  }

  writesOverlapping(exchange: Exchange): readonly Write[] {
    return this.#index.overlapping(exchange);
  }

  writeOf(exchange: Exchange): Write | undefined {
    return this.#index.of(exchange);
  }

  keysOf(kind: Kind, namespace?: string): readonly ObjectKey[] {
    return this.#places.of(kind, namespace);
  }

  keysNear(position: number): readonly ObjectKey[] {
    return this.#places.near(position);
  }

  soleWriter(key: ObjectKey): boolean {
    return this.#index
      .naming(key)
      .some((write) => write.verb === 'create' && write.outcome !== 'refused' && isOurs(write.exchange));
  }

  currentAt(key: ObjectKey, position: number): Observation | undefined {
    return this.#track(key).confirmed(position);
  }

  expectedAt(key: ObjectKey, position: number): Observation | undefined {
    const last = this.lastObservation(key, position, true);
    if (last === undefined || !this.soleWriter(key) || isTerminating(last.content) || !this.#ownersAreKnown(last))
      return undefined;
    return this.#quietSince(key, last, position, () => true) ? last : undefined;
  }

  wasReplaced(key: ObjectKey, version: string, before: number): boolean {
    return this.#track(key).replaced(version, before);
  }

  surelyExists(key: ObjectKey, position: number): boolean {
    if (this.#track(key).spans(position)) return true;
    const last = this.lastObservation(key, position, true);
    if (last === undefined || !this.soleWriter(key) || isTerminating(last.content) || isOwned(last)) return false;
    return this.#quietSince(key, last, position, removes);
  }

  surelyGone(key: ObjectKey, position: number): boolean {
    const made = this.writesTo(key).filter(
      (write) => makes(write) && write.outcome !== 'refused' && write.began < position,
    );
    const since = Math.max(0, ...made.map(({ settled }) => settled));
    if (since === Number.POSITIVE_INFINITY || this.#isOthers(key)) return false;
    for (const search of this.#searches.between(key, since, position)) if (this.#showsAbsence(search, key)) return true;
    return false;
  }

  surelyGoneDuring(key: ObjectKey, { began, ended }: Exchange): boolean {
    return this.surelyGone(key, began) && this.surelyGone(key, ended);
  }

  saysAbsent(key: ObjectKey, exchange: Exchange): boolean {
    const status = exchange.response?.status;
    return saysAbsent(status) || (isDenied(status) && this.#isAllowed(exchange) && !this.#mayExist(key, exchange));
  }

  #isAllowed(exchange: Exchange): boolean {
    return isOurs(exchange) && this.#readable.has(placeOf(exchange));
  }

  /**
   * Whether the object was created, or seen and not on its way out, after the last acknowledged delete that names it
   * or its namespace. A collection delete may have spared it.
   */
  #mayExist(key: ObjectKey, { began, ended }: Exchange): boolean {
    const writes = this.writesTo(key).filter((write) => write.began < ended && write.outcome !== 'refused');
    const deleted = writes.findLast((write) => write.verb === 'delete' && write.settled < began)?.began ?? -1;
    return (
      writes.some((write) => makes(write) && write.settled > deleted) ||
      this.observationsOf(key).some(
        (seen) =>
          seen.ended > deleted &&
          seen.ended < began &&
          seen.source !== 'deleted-event' &&
          (!isTerminating(seen.content) || hasFinalizers(seen)),
      )
    );
  }

  /**
   * Whether an object only appears in lists and watches, and no request names it. Then its creator and deleter are
   * not in the history.
   */
  #isOthers(key: ObjectKey): boolean {
    const observations = this.observationsOf(key);
    const named =
      observations.some(({ exchange }) => exchange.call?.name !== undefined) ||
      this.writesTo(key).some((write) => write.key?.id === key.id);
    return observations.length > 0 && !named;
  }

  #track(key: ObjectKey): Track {
    return cached(
      this.#tracks,
      key.id,
      () => new Track(withoutGhosts(this.observationsOf(key), this.#index.naming(key))),
    );
  }

  /**
   * Whether each owner of an object was seen. The garbage collector deletes dependants of an owner that never
   * existed.
   */
  #ownersAreKnown({ key, content }: Observation): boolean {
    const owners = at(content, 'metadata', 'ownerReferences');
    if (!Array.isArray(owners)) return true;
    return owners.every((owner) => {
      const id = JSON.stringify([textAt(owner, 'kind') ?? '', key.namespace ?? null, textAt(owner, 'name') ?? '']);
      return this.#observations.get(id)?.some(({ uid }) => uid === textAt(owner, 'uid')) === true;
    });
  }

  /**
   * Whether no write that meets the condition, except the source of the evidence, may have been in progress between
   * the evidence and the position.
   */
  #quietSince(key: ObjectKey, evidence: Observation, position: number, such: (write: Write) => boolean): boolean {
    return !this.writesTo(key).some(
      (write) =>
        write.outcome !== 'refused' &&
        such(write) &&
        write.exchange !== evidence.exchange &&
        write.began < position &&
        write.settled > evidence.began,
    );
  }

  /** Whether a request that covers the object's key proves that the object was absent. */
  #showsAbsence(exchange: Exchange, key: ObjectKey): boolean {
    if (exchange.call?.verb === 'get') return this.#answersNotFound(key, exchange);
    if (exchange.call?.verb === 'delete') return this.#wasRemoved(exchange, key);
    return !this.#seenIn(key).has(exchange);
  }

  #seenIn(key: ObjectKey): ReadonlySet<Exchange> {
    return cached(this.#shown, key.id, () => new Set(this.observationsOf(key).map(({ exchange }) => exchange)));
  }

  /** The object is absent, and the target serves the operation: a tabulated one, or one that succeeded at another time. */
  #answersNotFound(key: ObjectKey, exchange: Exchange): boolean {
    const { end, call } = exchange;
    if (call === undefined || end?.reason !== 'complete' || !this.saysAbsent(key, exchange)) return false;
    return call.operation.tabulated || this.#served.has(call.operation.id);
  }

  /** Whether the object was ever seen terminating with a finalizer. Controllers may add finalizers at any time. */
  #lingers(key: ObjectKey, uid: string | undefined): boolean {
    return this.#track(key).states.some(
      (observation) => observation.uid === uid && isTerminating(observation.content) && hasFinalizers(observation),
    );
  }

  /**
   * Whether the next create after a delete was refused. Then a controller's finalizer may have held the object, even
   * if no response shows it.
   */
  #wasSeenTerminating(key: ObjectKey, deleted: number): boolean {
    return this.writesTo(key).find((write) => makes(write) && write.began > deleted)?.outcome === 'refused';
  }

  #wasRemoved(exchange: Exchange, key: ObjectKey): boolean {
    const write = this.#index.of(exchange);
    const last = this.lastObservation(key, exchange.began, true);
    if (
      write === undefined ||
      last === undefined ||
      !removesAtOnce(write) ||
      hasFinalizers(last) ||
      this.#lingers(key, last.uid) ||
      this.#wasSeenTerminating(key, exchange.ended)
    )
      return false;
    return !this.writesTo(key).some(
      (other) =>
        other !== write && other.outcome !== 'refused' && other.began < exchange.ended && other.settled > last.ended,
    );
  }
}

/** The operation and the namespace of a request. */
function placeOf({ call }: Exchange): string {
  return `${call?.operation.id ?? ''} ${call?.namespace ?? ''}`;
}

function isOwned({ content }: Observation): boolean {
  return ownersOf(content).length > 0;
}

function hasFinalizers({ content }: Observation): boolean {
  return finalizersOf(content).length > 0;
}
