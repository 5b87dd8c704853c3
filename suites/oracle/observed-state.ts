import type { Kind } from '../../spec/surface/resources.ts';
import type { Exchange, History } from './history.ts';
import { at, textAt } from './json.ts';
import { KeyIndex } from './key-index.ts';
import type { ObjectKey } from './object-key.ts';
import type { Observation } from './observations.ts';
import { SearchIndex, isOurs } from './search-index.ts';
import { isWhole, observationsIn } from './observations.ts';
import { removeSystemAnnotations } from './system-annotations.ts';
import type { Write } from './writes.ts';
import { Track } from './track.ts';
import { makes, removes, removesAtOnce, writeIn } from './writes.ts';
import { WriteIndex } from './write-index.ts';

export { keyOf } from './object-key.ts';
export type { ObjectKey } from './object-key.ts';
export type { Observation } from './observations.ts';
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
export interface ObservedState {
  readonly keys: readonly ObjectKey[];
  /** In order of their beginning. */
  readonly writes: readonly Write[];
  /** In order of their end. */
  observationsOf(key: ObjectKey): readonly Observation[];
  /** Those that name the object or may touch it: collection deletes, and the delete of its namespace, too. In order of beginning. */
  writesTo(key: ObjectKey): readonly Write[];
  /** The last look that ended before that position, what deletes answer aside; with `fresh`, only looks that cannot be stale. */
  lastObservation(key: ObjectKey, before: number, fresh?: boolean): Observation | undefined;
  /** Every write, of any object, that may have been at work at some moment of that exchange, itself excepted. */
  writesOverlapping(exchange: Exchange): readonly Write[];
  /** The write that an exchange is. */
  writeOf(exchange: Exchange): Write | undefined;
  /** The keys of that kind; of one namespace, or of all where none is given. */
  keysOf(kind: Kind, namespace?: string): readonly ObjectKey[];
  /** The keys that requests, answers or events near that position name: of a long recording, those worth a look. In order of `keys`. */
  keysNear(position: number): readonly ObjectKey[];
  /**
   * Whether all who write the object are in the history, control loops aside (those write status, annotations, finalizers and
   * dependants at any time): a request with the suite's run header created it, under a name of its own.
   */
  soleWriter(key: ObjectKey): boolean;
  /**
   * The state at that position, whoever else may write: it was seen before the position, and a read that began after it still
   * found the same version. `undefined` where that is not so.
   */
  currentAt(key: ObjectKey, position: number): Observation | undefined;
  /**
   * The state at that position if control loops left it alone: of a sole writer's object, the last fresh look, with no write that
   * was not refused since or at the same time. Not of an object that is being deleted. Compare without what the system writes
   * (`SYSTEM_WRITTEN`), or only where the version is the same.
   */
  expectedAt(key: ObjectKey, position: number): Observation | undefined;
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
  /** The same at every moment of an exchange, which itself made nothing. */
  surelyGoneDuring(key: ObjectKey, exchange: Exchange): boolean;
}

const STATES = new WeakMap<History, ObservedState>();

/** The world of a history, folded once for all who ask. */
export function observedStateOf(history: History): ObservedState {
  const known = STATES.get(history) ?? new FoldedState(history);
  STATES.set(history, known);
  return known;
}

class FoldedState implements ObservedState {
  readonly keys: readonly ObjectKey[];
  readonly writes: readonly Write[];
  /** Those that may show that an object is absent. */
  readonly #searches = new SearchIndex();
  /** Operations that were answered 2xx. */
  readonly #served = new Set<string>();
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
    if (last === undefined || !this.soleWriter(key) || isBeingDeleted(last) || !this.#ownersAreKnown(last))
      return undefined;
    return this.#quietSince(key, last, position, () => true) ? last : undefined;
  }

  wasReplaced(key: ObjectKey, version: string, before: number): boolean {
    return this.#track(key).replaced(version, before);
  }

  surelyExists(key: ObjectKey, position: number): boolean {
    if (this.#track(key).spans(position)) return true;
    const last = this.lastObservation(key, position, true);
    if (last === undefined || !this.soleWriter(key) || isBeingDeleted(last) || isOwned(last)) return false;
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

  /** Whether an object shows in lists and watches that nobody here ever asks for or writes to by its name: who makes and removes it is not in the history. */
  #isOthers(key: ObjectKey): boolean {
    const observations = this.observationsOf(key);
    const named =
      observations.some(({ exchange }) => exchange.call?.name !== undefined) ||
      this.writesTo(key).some((write) => write.key?.id === key.id);
    return observations.length > 0 && !named;
  }

  #track(key: ObjectKey): Track {
    const known = this.#tracks.get(key.id) ?? new Track(this.observationsOf(key));
    this.#tracks.set(key.id, known);
    return known;
  }

  /** Whether each owner of an object was seen: dependants of one that never was are removed by the system. */
  #ownersAreKnown({ key, content }: Observation): boolean {
    const owners = at(content, 'metadata', 'ownerReferences');
    if (!Array.isArray(owners)) return true;
    return owners.every((owner) => {
      const id = JSON.stringify([textAt(owner, 'kind') ?? '', key.namespace ?? null, textAt(owner, 'name') ?? '']);
      return this.#observations.get(id)?.some(({ uid }) => uid === textAt(owner, 'uid')) === true;
    });
  }

  /** Whether no such write, but the one that gave the evidence, may have been at work between the evidence and the position. */
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

  /** Of a look where the object would be: whether it was not there. */
  #showsAbsence(exchange: Exchange, key: ObjectKey): boolean {
    if (exchange.call?.verb === 'get') return this.#answersNotFound(exchange);
    if (exchange.call?.verb === 'delete') return this.#wasRemoved(exchange, key);
    return !this.#seenIn(key).has(exchange);
  }

  #seenIn(key: ObjectKey): ReadonlySet<Exchange> {
    const known = this.#shown.get(key.id) ?? new Set(this.observationsOf(key).map(({ exchange }) => exchange));
    this.#shown.set(key.id, known);
    return known;
  }

  /** A 404 of an operation that the target offers: tabulated ones, and others where it answered them at another time. */
  #answersNotFound({ response, end, call }: Exchange): boolean {
    if (call === undefined || response?.status !== 404 || end?.reason !== 'complete') return false;
    return call.operation.tabulated || this.#served.has(call.operation.id);
  }

  /** Whether an object was ever seen being deleted and held by a finalizer: control loops put some on at any time. */
  #lingers(key: ObjectKey, uid: string | undefined): boolean {
    return this.#track(key).states.some(
      (observation) => observation.uid === uid && isBeingDeleted(observation) && hasFinalizers(observation),
    );
  }

  /** Whether the next create after a delete was refused: a control loop may have held the object, though nothing else shows it. */
  #wasMetLingering(key: ObjectKey, deleted: number): boolean {
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
      this.#wasMetLingering(key, exchange.ended)
    )
      return false;
    return !this.writesTo(key).some(
      (other) =>
        other !== write && other.outcome !== 'refused' && other.began < exchange.ended && other.settled > last.ended,
    );
  }
}

function append<T>(map: Map<string, T[]>, id: string, value: T): void {
  const list = map.get(id);
  if (list === undefined) map.set(id, [value]);
  else list.push(value);
}

function isBeingDeleted({ content }: Observation): boolean {
  return textAt(content, 'metadata', 'deletionTimestamp') !== undefined;
}

function isOwned({ content }: Observation): boolean {
  return isFilled(at(content, 'metadata', 'ownerReferences'));
}

function hasFinalizers({ content }: Observation): boolean {
  return isFilled(at(content, 'metadata', 'finalizers'));
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
