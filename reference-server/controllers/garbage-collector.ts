import { unlessRefused } from '../resources/api-error.ts';
import { deleteObject } from '../objects/delete-object.ts';
import type { PropagationPolicy } from '../objects/delete-options.ts';
import { ownerIn, ownersOf } from '../objects/dependants.ts';
import { FOREGROUND, ORPHAN, policyOfFinalizers } from '../objects/terminating.ts';
import { type ObjectChange, type ObjectEntry, shownObject } from '../objects/stored-object.ts';
import { updateObject } from '../objects/update-object.ts';
import type { ServerContext } from '../objects/server-context.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import { addressOfEntry } from './address-of-key.ts';
import type { Background } from './runtime/background.ts';
import type { Controller } from './runtime/controller.ts';
import { inPortions } from './in-portions.ts';

/**
 * Handles dependants whose owner is deleted (document, Semantics 6, parameter set D).
 * Worked examples, of pod `p` with an ownerReference to ReplicaSet `r`:
 *
 *     r is gone                              p is deleted too; had it another owner, it would only lose the reference to r
 *     r lingers with `orphan`                p loses the reference, then r its finalizer, and r goes
 *     p is made when r is gone already       p is deleted too, as when r goes
 *     r lingers with `foregroundDeletion`    as when r is gone; when no dependant that blocks r is left, r loses its finalizer and goes
 *     r and p own and block each other       p no longer blocks r when both linger with `foregroundDeletion`, or they would for ever
 */
export class GarbageCollector implements Controller {
  readonly #context: ServerContext;
  readonly #background: Background;
  /** Keys of the owners that wait for their dependants, by uid. */
  readonly #waiting = new Map<string, string>();
  readonly #live = new Set<string>();
  /** Owners to check soon, and owners whose dependants are being released. */
  readonly #rechecks = new Set<string>();
  readonly #orphaning = new Set<string>();
  /** The revision up to which the set of living owners is known. */
  #seen = 0;

  constructor(context: ServerContext, background: Background) {
    this.#context = context;
    this.#background = background;
  }

  see({ type, entry, previous }: ObjectChange): void {
    this.#seen = entry.revision;
    const { object } = entry.value;
    const { uid = '', deletionTimestamp, finalizers = [] } = object.metadata;
    for (const owner of ownersOf(previous?.value.object ?? object)) this.#recheck(owner.uid);
    const before = previous?.value.object.metadata.uid;
    // If not every change is delivered, another object may have the same key by now.
    if (before !== undefined && (type === 'delete' || before !== uid)) this.#forget(before);
    if (type === 'delete') return;
    if (before !== uid) this.#live.add(uid);
    const waits = deletionTimestamp !== undefined && finalizers.includes(FOREGROUND);
    if (waits) this.#waiting.set(uid, entry.key);
    else this.#waiting.delete(uid);
    if (deletionTimestamp === undefined && this.#lostOwners(object).size > 0)
      this.#background.run(() => this.#release(entry.key));
    if (waits) this.#background.run(() => this.#deleteDependants(uid));
    else if (deletionTimestamp !== undefined && finalizers.includes(ORPHAN) && !this.#orphaning.has(uid))
      this.#background.run(() => this.#orphan(entry, uid));
  }

  caughtUp(revision: number): void {
    this.#seen = revision;
  }

  /** An object is gone. Later dependants name a missing owner and are deleted when their change is seen. */
  #forget(uid: string): void {
    this.#live.delete(uid);
    this.#waiting.delete(uid);
    const dependants = this.#context.dependants.known(uid);
    if (dependants.length > 0) this.#background.run(() => this.#releaseAll(dependants));
  }

  /** Their owner is gone, or waits for them. */
  async #releaseAll(dependants: readonly string[]): Promise<void> {
    await inPortions(dependants, (key) => unlessRefused(() => this.#release(key)));
  }

  /** Removes references to missing or waiting owners; a dependant without any other owner is deleted. */
  async #release(key: string): Promise<void> {
    const dependant = await this.#context.store.get(key);
    // A version that is not seen yet may name an unseen owner; it is checked when it is seen.
    if (dependant === undefined || dependant.revision > this.#seen) return;
    const { object } = dependant.value;
    const owners = ownersOf(object);
    const lost = this.#lostOwners(object);
    if (lost.size === 0) return;
    const isAwaited = owners.some(({ uid }) => this.#waiting.has(uid));
    if (owners.some(({ uid }) => !lost.has(uid))) await this.#dropReferences(dependant, lost);
    else {
      const current =
        isAwaited && (await this.#isInCircle(dependant)) ? await this.#unblockOwners(dependant) : dependant;
      if (current.value.object.metadata.deletionTimestamp === undefined)
        await this.#delete(current, isAwaited ? 'Foreground' : (policyOfFinalizers(object.metadata) ?? 'Background'));
    }
  }

  /** The object's owners that are missing, and those that wait for it. */
  #lostOwners(object: ApiObject): Set<string> {
    return new Set(
      ownersOf(object).flatMap(({ uid }) => (this.#live.has(uid) && !this.#waiting.has(uid) ? [] : [uid])),
    );
  }

  /** Whether one of its dependants waits as well: a sign of a cycle. */
  async #isInCircle({ value }: ObjectEntry): Promise<boolean> {
    const owned = await this.#dependantsOf(value.object.metadata.uid ?? '');
    return owned.some((entry) => this.#waiting.has(entry.value.object.metadata.uid ?? ''));
  }

  /** Deletes exactly the checked object, not a later one with its name. */
  async #delete(entry: ObjectEntry, propagationPolicy: PropagationPolicy): Promise<void> {
    await deleteObject(this.#context, addressOfEntry(entry), {
      propagationPolicy,
      uid: entry.value.object.metadata.uid ?? '',
    });
  }

  async #orphan(owner: ObjectEntry, uid: string): Promise<void> {
    this.#orphaning.add(uid);
    try {
      await inPortions(await this.#dependantsOf(uid), (dependant) =>
        unlessRefused(() => this.#dropReferences(dependant, new Set([uid]))),
      );
      await this.#dropFinalizer(owner, ORPHAN);
    } finally {
      this.#orphaning.delete(uid);
    }
  }

  async #deleteDependants(uid: string): Promise<void> {
    await this.#releaseAll(await this.#context.dependants.of(uid));
    this.#recheck(uid);
  }

  /** Releases a waiting owner once no dependant blocks it. Checks of simultaneous changes are combined. */
  #recheck(uid: string): void {
    const key = this.#waiting.get(uid);
    if (key === undefined || this.#rechecks.has(uid)) return;
    this.#rechecks.add(uid);
    this.#background.run(async () => {
      const dependants = await this.#context.dependants.of(uid);
      this.#rechecks.delete(uid);
      await this.#finishForeground(uid, key, dependants);
    });
  }

  /** Stops at the first blocking dependant; an object that owns itself does not block. */
  async #finishForeground(uid: string, key: string, dependants: readonly string[]): Promise<void> {
    for (const each of dependants) {
      const dependant = each === key ? undefined : await this.#context.store.get(each);
      if (
        dependant !== undefined &&
        ownersOf(dependant.value.object).some((owner) => owner.uid === uid && owner.blockOwnerDeletion)
      )
        return;
    }
    const owner = await this.#context.store.get(key);
    if (owner?.value.object.metadata.uid === uid) await this.#dropFinalizer(owner, FOREGROUND);
  }

  async #dependantsOf(uid: string): Promise<ObjectEntry[]> {
    const keys = await this.#context.dependants.of(uid);
    const entries = await Promise.all(keys.map((key) => this.#context.store.get(key)));
    return entries.filter((entry) => entry !== undefined);
  }

  async #dropReferences(dependant: ObjectEntry, uids: ReadonlySet<string>): Promise<void> {
    await this.#changeMetadata(dependant, ({ ownerReferences = [], ...rest }) => {
      const kept = ownerReferences.filter((reference) => !uids.has(ownerIn(reference)?.uid ?? ''));
      return kept.length === 0 ? rest : { ...rest, ownerReferences: kept };
    });
  }

  async #unblockOwners(dependant: ObjectEntry): Promise<ObjectEntry> {
    return this.#changeMetadata(dependant, ({ ownerReferences = [], ...rest }) => ({
      ...rest,
      ownerReferences: ownerReferences.map((reference) =>
        this.#waiting.has(ownerIn(reference)?.uid ?? '')
          ? { ...Object(reference), blockOwnerDeletion: false }
          : reference,
      ),
    }));
  }

  async #dropFinalizer(owner: ObjectEntry, finalizer: string): Promise<void> {
    await this.#changeMetadata(owner, ({ finalizers = [], ...rest }) => {
      const kept = finalizers.filter((name) => name !== finalizer);
      return kept.length === 0 ? rest : { ...rest, finalizers: kept };
    });
  }

  /** Changes exactly that object: a later one with its name has another uid, and the write is refused. */
  async #changeMetadata(entry: ObjectEntry, change: (metadata: ObjectMeta) => ObjectMeta): Promise<ObjectEntry> {
    const address = addressOfEntry(entry);
    const { uid = '' } = entry.value.object.metadata;
    const wanted = (current: ObjectEntry): ApiObject => {
      const shown = shownObject(current, address.resource);
      return { ...shown, metadata: { ...change(shown.metadata), uid } };
    };
    return updateObject(this.#context, { address, aspect: 'object', wanted, versionIsCondition: false });
  }
}
