import { deleteObject } from '../objects/delete-object.ts';
import { ownersOf } from '../objects/dependants.ts';
import { FOREGROUND, ORPHAN } from '../objects/lingering.ts';
import { shownObject } from '../objects/stored-object.ts';
import type { ObjectChange, ObjectEntry } from '../objects/stored-object.ts';
import { updateObject } from '../objects/update-object.ts';
import type { World } from '../objects/world.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import { addressOfEntry } from './address-of-key.ts';
import { inBackground } from './background.ts';
import type { Controller } from './controller.ts';

/**
 * What becomes of dependants when their owner is deleted (document, Semantics 6, parameter set D).
 *
 * Worked examples, of pod `p` with an ownerReference to ReplicaSet `r`:
 *
 *     r is gone                              p is deleted too; had it another owner, it would only lose the reference to r
 *     r lingers with `orphan`                p loses the reference, then r its finalizer, and r goes
 *     p is made when r is gone already       p is deleted too, as when r goes
 *     r lingers with `foregroundDeletion`    p is deleted; when no dependant that blocks r is left, r loses its finalizer and goes
 */
export class GarbageCollector implements Controller {
  readonly #world: World;
  readonly #report: (error: unknown) => void;
  /** Keys of the owners that wait for their dependants, by uid. */
  readonly #waiting = new Map<string, string>();
  readonly #live = new Set<string>();
  /** Which owners live is known as of this revision. */
  #seen = 0;

  constructor(world: World, report: (error: unknown) => void) {
    this.#world = world;
    this.#report = report;
  }

  see({ type, entry, previous }: ObjectChange): void {
    this.#seen = entry.revision;
    const { uid = '', deletionTimestamp, finalizers = [] } = entry.value.object.metadata;
    for (const owner of ownersOf(previous?.value.object ?? entry.value.object)) this.#recheck(owner.uid);
    if (type === 'delete') {
      this.#live.delete(uid);
      this.#waiting.delete(uid);
      // Those that are made later name an owner that is not there when they come by, and go then.
      const dependants = this.#world.dependants.known(uid);
      if (dependants.length > 0) this.#run(this.#releaseAll(dependants));
      return;
    }
    this.#live.add(uid);
    if (deletionTimestamp === undefined) {
      if (this.#goneOwners(entry).length > 0) this.#run(this.#release(entry.key));
      return;
    }
    if (finalizers.includes(ORPHAN)) this.#run(this.#orphan(entry));
    if (finalizers.includes(FOREGROUND)) {
      this.#waiting.set(uid, entry.key);
      this.#run(this.#deleteDependants(uid));
    }
  }

  caughtUp(revision: number): void {
    this.#seen = revision;
  }

  #run(work: Promise<unknown>): void {
    inBackground(work, this.#report);
  }

  /** The owner is gone: so go dependants that have no other. */
  async #releaseAll(dependants: readonly string[]): Promise<void> {
    for (const key of dependants) await this.#release(key);
  }

  /** Lets go of owners that are not there; what named owners, and has none left, goes too. */
  async #release(key: string): Promise<void> {
    const dependant = await this.#world.store.get(key);
    // A version that has not come by yet may name an owner that has not either; it is looked at when it does.
    if (dependant === undefined || dependant.revision > this.#seen) return;
    const gone = this.#goneOwners(dependant);
    if (gone.length === 0) return;
    if (gone.length < ownersOf(dependant.value.object).length) for (const uid of gone) await this.#dropReference(dependant, uid);
    else await deleteObject(this.#world, addressOfEntry(dependant), { propagationPolicy: 'Background' });
  }

  #goneOwners({ value }: ObjectEntry): string[] {
    return ownersOf(value.object).flatMap(({ uid }) => (this.#live.has(uid) ? [] : [uid]));
  }

  async #orphan(owner: ObjectEntry): Promise<void> {
    const { uid = '' } = owner.value.object.metadata;
    for (const dependant of await this.#dependantsOf(uid)) await this.#dropReference(dependant, uid);
    await this.#dropFinalizer(owner, ORPHAN);
  }

  async #deleteDependants(uid: string): Promise<void> {
    const dependants = await this.#dependantsOf(uid);
    for (const dependant of dependants) {
      if (dependant.value.object.metadata.deletionTimestamp !== undefined) continue;
      this.#run(deleteObject(this.#world, addressOfEntry(dependant), { propagationPolicy: 'Foreground' }));
    }
    this.#recheck(uid);
  }

  /** Lets an owner go that waited, once nothing that blocks it is left. */
  #recheck(uid: string): void {
    const key = this.#waiting.get(uid);
    if (key !== undefined) this.#run(this.#finishForeground(uid, key));
  }

  async #finishForeground(uid: string, key: string): Promise<void> {
    const dependants = await this.#dependantsOf(uid);
    if (dependants.some(({ value }) => ownersOf(value.object).some((owner) => owner.uid === uid && owner.blockOwnerDeletion))) return;
    const owner = await this.#world.store.get(key);
    if (owner?.value.object.metadata.uid === uid) await this.#dropFinalizer(owner, FOREGROUND);
  }

  async #dependantsOf(uid: string): Promise<ObjectEntry[]> {
    const keys = await this.#world.dependants.of(uid);
    const entries = await Promise.all(keys.map((key) => this.#world.store.get(key)));
    return entries.filter((entry) => entry !== undefined);
  }

  async #dropReference(dependant: ObjectEntry, uid: string): Promise<void> {
    await this.#changeMetadata(dependant, ({ ownerReferences = [], ...rest }) => {
      const kept = ownerReferences.filter((reference) => !(typeof reference === 'object' && reference !== null && 'uid' in reference && reference.uid === uid));
      return kept.length === 0 ? rest : { ...rest, ownerReferences: kept };
    });
  }

  async #dropFinalizer(owner: ObjectEntry, finalizer: string): Promise<void> {
    await this.#changeMetadata(owner, ({ finalizers = [], ...rest }) => {
      const kept = finalizers.filter((name) => name !== finalizer);
      return kept.length === 0 ? rest : { ...rest, finalizers: kept };
    });
  }

  async #changeMetadata(entry: ObjectEntry, change: (metadata: ObjectMeta) => ObjectMeta): Promise<void> {
    const address = addressOfEntry(entry);
    await updateObject(this.#world, {
      address,
      aspect: 'object',
      wanted: (current) => withMetadata(shownObject(current, address.resource), change),
      versionIsCondition: false,
    });
  }
}

function withMetadata(object: ApiObject, change: (metadata: ObjectMeta) => ObjectMeta): ApiObject {
  return { ...object, metadata: change(object.metadata) };
}
