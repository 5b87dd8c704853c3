import type { ApiObject } from '../resources/api-object.ts';
import { isMembers } from '../resources/values/json-members.ts';
import type { Store } from '../store/store.ts';
import type { ObjectChange, StoredObject } from './stored-object.ts';

export interface OwnerReference {
  readonly uid: string;
  readonly blockOwnerDeletion: boolean;
}

const NOBODY: readonly OwnerReference[] = [];

/** The owners that an object names. */
export function ownersOf({ metadata: { ownerReferences } }: ApiObject): readonly OwnerReference[] {
  if (ownerReferences === undefined) return NOBODY;
  return ownerReferences.flatMap((reference) => ownerIn(reference) ?? []);
}

/** The owner that a reference names; `undefined` if it names none. */
export function ownerIn(reference: unknown): OwnerReference | undefined {
  if (!isMembers(reference)) return undefined;
  const { uid, blockOwnerDeletion } = reference;
  return typeof uid === 'string' ? { uid, blockOwnerDeletion: blockOwnerDeletion === true } : undefined;
}

/**
 * Index of dependants by owner uid, kept current with the changes of the store, so that a delete need not search all
 * objects.
 *
 * A worked example: after the change that stores pod `p` with an ownerReference to uid `u`, `of('u')` is the key of
 * `p`. After a change that removes the reference or the pod, it is empty.
 */
export class Dependants {
  readonly #store: Store<StoredObject>;
  readonly #keysByOwner = new Map<string, Set<string>>();
  #seen = 0;
  #waiting: { readonly revision: number; readonly resume: () => void }[] = [];

  constructor(store: Store<StoredObject>) {
    this.#store = store;
  }

  /** Keys of the objects that name this uid as an owner, at the current revision or later. */
  async of(uid: string): Promise<readonly string[]> {
    const revision = await this.#store.lastChange();
    if (this.#seen < revision) await new Promise<void>((resume) => this.#waiting.push({ revision, resume }));
    return this.known(uid);
  }

  /**
   * Keys of the objects that name this uid as an owner, at the last indexed change. Does not wait for later changes.
   */
  known(uid: string): readonly string[] {
    return [...(this.#keysByOwner.get(uid) ?? [])];
  }

  /** Indexes the next change of the store. Every change must be passed here, in order. */
  see({ type, entry, previous }: ObjectChange): void {
    if (previous !== undefined) for (const { uid } of ownersOf(previous.value.object)) this.#forget(uid, entry.key);
    if (type === 'put') for (const { uid } of ownersOf(entry.value.object)) this.#note(uid, entry.key);
    this.caughtUp(entry.revision);
  }

  /** All changes up to this revision have been passed. */
  caughtUp(revision: number): void {
    this.#seen = revision;
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter((each) => each.revision <= revision);
    this.#waiting = this.#waiting.filter((each) => each.revision > revision);
    for (const { resume } of ready) resume();
  }

  #note(uid: string, key: string): void {
    const keys = this.#keysByOwner.get(uid);
    if (keys === undefined) this.#keysByOwner.set(uid, new Set([key]));
    else keys.add(key);
  }

  #forget(uid: string, key: string): void {
    const keys = this.#keysByOwner.get(uid);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByOwner.delete(uid);
  }
}
