import { unlessRefused } from '../resources/api-error.ts';
import { deleteObject } from '../objects/delete-object.ts';
import { SCOPES } from '../objects/namespace-guard.ts';
import { collectionPrefix, kindOfKey, objectKey } from '../objects/object-key.ts';
import { type ObjectChange, type ObjectEntry, shownObject } from '../objects/stored-object.ts';
import { updateObject } from '../objects/update-object.ts';
import type { ServerContext } from '../objects/server-context.ts';
import type { ApiObject } from '../resources/api-object.ts';
import { items } from '../resources/values/json-members.ts';
import { CONTENTS_FINALIZER } from '../resources/kinds/namespace.ts';
import { STORED_RESOURCES } from '../resources/served-resources.ts';
import { specOf } from '../resources/template-owner.ts';
import { addressOfEntry } from './address-of-key.ts';
import type { Background } from './runtime/background.ts';
import type { Controller } from './runtime/controller.ts';
import { inPortions } from './in-portions.ts';

/** One resource for each namespaced kind. */
const CONTENTS = [
  ...new Map(
    STORED_RESOURCES.filter(({ namespaced }) => namespaced).map((resource) => [resource.kind, resource]),
  ).values(),
];

/**
 * Empties terminating namespaces, then removes them.
 * A worked example: the delete of `a` writes a deletionTimestamp; all objects in `a` are deleted; one is held by a
 * finalizer of its own, and a pod has its grace period, so `a` waits; when the last of them is gone, the spec of `a`
 * loses the finalizer for its contents, and `a` goes, unless it has other finalizers, which others must remove.
 */
export class NamespaceEmptier implements Controller {
  readonly #context: ServerContext;
  readonly #background: Background;
  /**
   * Terminating namespaces, and whether their contents have changed since the current check began; absent: no check
   * is running.
   */
  readonly #emptying = new Map<string, 'checking' | 'changed' | 'waiting'>();

  constructor(context: ServerContext, background: Background) {
    this.#context = context;
    this.#background = background;
  }

  see({ type, entry }: ObjectChange): void {
    const { name = '', namespace = '', deletionTimestamp } = entry.value.object.metadata;
    const isNamespace = kindOfKey(entry.key) === SCOPES.kind;
    // A terminating namespace may be restored.
    if (isNamespace && (type === 'delete' || deletionTimestamp === undefined)) this.#emptying.delete(name);
    else if (isNamespace) this.#check(name);
    else if (!isNamespace && this.#emptying.has(namespace) && (type === 'delete' || deletionTimestamp === undefined))
      this.#check(namespace);
  }

  /** Any number of changes during a check cause only one more check. */
  #check(namespace: string): void {
    const state = this.#emptying.get(namespace);
    this.#emptying.set(namespace, state === 'checking' || state === 'changed' ? 'changed' : 'checking');
    if (state !== 'checking' && state !== 'changed') this.#background.run(() => this.#empty(namespace));
  }

  async #empty(namespace: string): Promise<void> {
    const contents = await this.#contentsOf(namespace);
    // Read after its contents, so they are not those of a later namespace with the same name.
    const current = await this.#context.store.get(objectKey(SCOPES, undefined, namespace));
    if (current?.value.object.metadata.deletionTimestamp === undefined) return;
    await inPortions(contents, (entry) => unlessRefused(() => this.#remove(entry)));
    if (contents.length === 0) await unlessRefused(() => this.#finish(current));
    const changed = this.#emptying.get(namespace) === 'changed';
    if (this.#emptying.has(namespace)) this.#emptying.set(namespace, 'waiting');
    if (changed) this.#check(namespace);
  }

  async #remove(entry: ObjectEntry): Promise<void> {
    const { deletionTimestamp, uid = '' } = entry.value.object.metadata;
    if (deletionTimestamp === undefined)
      await deleteObject(this.#context, addressOfEntry(entry), { propagationPolicy: 'Background', uid });
  }

  async #contentsOf(namespace: string): Promise<ObjectEntry[]> {
    const ranges = await Promise.all(
      CONTENTS.map((resource) => this.#context.store.range(collectionPrefix(resource, namespace))),
    );
    return ranges.flatMap(({ entries }) => entries);
  }

  /** Removes exactly that namespace; in some dialects this takes another delete. */
  async #finish({ value: { object } }: ObjectEntry): Promise<void> {
    const { name = '', uid = '' } = object.metadata;
    const address = { resource: SCOPES, namespace: undefined, name };
    const emptied = await updateObject(this.#context, {
      address,
      aspect: 'finalize',
      wanted: (entry) => withoutContentsFinalizer(shownObject(entry, SCOPES), uid),
      versionIsCondition: false,
    });
    if (emptied.value.object.metadata.deletionGracePeriodSeconds === undefined)
      await deleteObject(this.#context, address, { uid });
  }
}

function withoutContentsFinalizer(object: ApiObject, uid: string): ApiObject {
  const { metadata } = object;
  return {
    ...object,
    metadata: { ...metadata, uid },
    spec: {
      ...specOf(object),
      finalizers: items(specOf(object)['finalizers']).filter((finalizer) => finalizer !== CONTENTS_FINALIZER),
    },
  };
}
