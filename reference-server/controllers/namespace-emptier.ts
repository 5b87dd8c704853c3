import { deleteObject } from '../objects/delete-object.ts';
import { SCOPES } from '../objects/namespace-guard.ts';
import { collectionPrefix, kindOfKey, objectKey } from '../objects/object-key.ts';
import type { ObjectChange, ObjectEntry } from '../objects/stored-object.ts';
import { shownObject } from '../objects/stored-object.ts';
import { updateObject } from '../objects/update-object.ts';
import type { World } from '../objects/world.ts';
import type { ApiObject } from '../resources/api-object.ts';
import { STORED_RESOURCES } from '../resources/served-resources.ts';
import { addressOfEntry } from './address-of-key.ts';
import { inBackground } from './background.ts';
import type { Controller } from './controller.ts';

/** One resource for each kind that lives in namespaces. */
const CONTENTS = [...new Map(STORED_RESOURCES.filter(({ namespaced }) => namespaced).map((resource) => [resource.kind, resource])).values()];

/**
 * Empties namespaces that are being deleted, then lets them go.
 *
 * A worked example: the delete of `a` writes a deletionTimestamp; all objects in `a` are deleted; one is held by a finalizer of its
 * own, so `a` waits; when that one is removed, the finalizers of the spec of `a` are emptied, and `a` goes.
 */
export class NamespaceEmptier implements Controller {
  readonly #world: World;
  readonly #report: (error: unknown) => void;
  readonly #emptying = new Set<string>();

  constructor(world: World, report: (error: unknown) => void) {
    this.#world = world;
    this.#report = report;
  }

  see({ type, entry }: ObjectChange): void {
    const { name = '', namespace = '', deletionTimestamp } = entry.value.object.metadata;
    const isNamespace = kindOfKey(entry.key) === SCOPES.kind;
    if (isNamespace && type === 'delete') this.#emptying.delete(name);
    else if (isNamespace && deletionTimestamp !== undefined) this.#start(name);
    else if (!isNamespace && this.#emptying.has(namespace) && (type === 'delete' || deletionTimestamp === undefined)) this.#run(this.#empty(namespace));
  }

  #start(namespace: string): void {
    if (this.#emptying.has(namespace)) return;
    this.#emptying.add(namespace);
    this.#run(this.#empty(namespace));
  }

  #run(work: Promise<unknown>): void {
    inBackground(work, this.#report);
  }

  async #empty(namespace: string): Promise<void> {
    const contents = await this.#contentsOf(namespace);
    for (const entry of contents) {
      if (entry.value.object.metadata.deletionTimestamp !== undefined) continue;
      this.#run(deleteObject(this.#world, addressOfEntry(entry), { gracePeriodSeconds: 0, propagationPolicy: 'Background' }));
    }
    if (contents.length === 0) await this.#finish(namespace);
  }

  async #contentsOf(namespace: string): Promise<ObjectEntry[]> {
    const ranges = await Promise.all(CONTENTS.map((resource) => this.#world.store.range(collectionPrefix(resource, namespace))));
    return ranges.flatMap(({ entries }) => entries);
  }

  async #finish(namespace: string): Promise<void> {
    const current = await this.#world.store.get(objectKey(SCOPES, undefined, namespace));
    if (current?.value.object.metadata.deletionTimestamp === undefined) return;
    await updateObject(this.#world, {
      address: { resource: SCOPES, namespace: undefined, name: namespace },
      aspect: 'finalize',
      wanted: (entry) => withoutSpecFinalizers(shownObject(entry, SCOPES)),
      versionIsCondition: false,
    });
  }
}

function withoutSpecFinalizers(object: ApiObject): ApiObject {
  const { spec } = object;
  if (typeof spec !== 'object' || spec === null) return object;
  return { ...object, spec: { ...spec, finalizers: [] } };
}
