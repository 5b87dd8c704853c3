import type { Kind } from '../../../spec/surface/resources.ts';
import { kindOfKey } from '../../objects/object-key.ts';
import type { ObjectChange, ObjectEntry, StoredObject } from '../../objects/stored-object.ts';
import { selectorMatches } from '../../resources/validation/label-selector-validation.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Store } from '../../store/store.ts';
import { controllerOf } from './controller-reference.ts';
import { KeySets } from './key-sets.ts';
import { bucketOf, bucketsOf } from './selector-buckets.ts';

/**
 * The controllers' cache of the store: the objects of their kinds, by key, by manager and, for orphans, by label. It
 * follows the log, so no controller ever scans all objects.
 * A worked example, of ReplicaSet `r` with uid `u` that selects `app=x`, pod `p` that it manages and pod `q` with
 * label `app=x` that nobody manages:
 *
 *     managedBy('u')                   p
 *     orphans('Pod', r's entry)         q
 *     selectorsOf('ReplicaSet', q)     the key of r
 */
export class InformerCache {
  readonly #store: Store<StoredObject>;
  readonly #kinds: ReadonlySet<string>;
  readonly #entries = new Map<string, ObjectEntry>();
  readonly #managed = new KeySets();
  readonly #orphans = new KeySets();
  readonly #selectors = new KeySets();
  #seen = 0;
  #waiting: { readonly revision: number; readonly resume: () => void }[] = [];

  constructor(store: Store<StoredObject>, kinds: readonly Kind[]) {
    this.#store = store;
    this.#kinds = new Set(kinds);
  }

  /** Applies the next change; every change must be applied, in order. */
  see({ type, entry }: ObjectChange): void {
    if (this.#kinds.has(kindOfKey(entry.key))) {
      const known = this.#entries.get(entry.key);
      if (known !== undefined) this.#file(known, 'delete');
      if (type === 'put') {
        this.#entries.set(entry.key, entry);
        this.#file(entry, 'add');
      } else this.#entries.delete(entry.key);
    }
    this.caughtUp(entry.revision);
  }

  /** Everything up to that revision is applied. */
  caughtUp(revision: number): void {
    this.#seen = Math.max(this.#seen, revision);
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter((each) => each.revision <= this.#seen);
    this.#waiting = this.#waiting.filter((each) => each.revision > this.#seen);
    for (const { resume } of ready) resume();
  }

  /** Resolves when every write until now is applied, so a controller sees its own writes. */
  async current(): Promise<void> {
    const revision = await this.#store.lastChange();
    if (this.#seen < revision) await new Promise<void>((resume) => this.#waiting.push({ revision, resume }));
  }

  get(key: string): ObjectEntry | undefined {
    return this.#entries.get(key);
  }

  /** The objects that name that uid as their manager. */
  managedBy(uid: string | undefined): ObjectEntry[] {
    return this.#entriesOf(this.#managed.of(uid ?? ''));
  }

  /** Orphans of that kind that the owner's selector matches, in its namespace. */
  orphans(kind: Kind, { value: { object } }: ObjectEntry): ObjectEntry[] {
    const { selector } = specOf(object);
    const candidates = this.#entriesOf(this.#orphans.of(bucketOf(kind, object.metadata.namespace ?? '', selector)));
    return candidates.filter(({ value }) => selectorMatches(selector, value.object.metadata.labels));
  }

  /** Keys of the objects of that kind whose selector matches this one. */
  selectorsOf(kind: Kind, { value: { object } }: ObjectEntry): string[] {
    const { namespace = '', labels } = object.metadata;
    const keys = bucketsOf(kind, namespace, labels).flatMap((bucket) => [...this.#selectors.of(bucket)]);
    return keys.filter((key) =>
      selectorMatches(specOf(this.#entries.get(key)?.value.object ?? object)['selector'], labels),
    );
  }

  #entriesOf(keys: Iterable<string>): ObjectEntry[] {
    return [...keys].flatMap((key) => this.#entries.get(key) ?? []);
  }

  /** Updates the indexes of an object besides its key. */
  #file({ key, value: { object } }: ObjectEntry, action: 'add' | 'delete'): void {
    const kind = kindOfKey(key);
    const { namespace = '', labels } = object.metadata;
    const { selector } = specOf(object);
    if (selector !== undefined) this.#selectors[action](bucketOf(kind, namespace, selector), key);
    const controller = controllerOf(object);
    if (controller !== undefined) this.#managed[action](controller.uid, key);
    else for (const bucket of bucketsOf(kind, namespace, labels)) this.#orphans[action](bucket, key);
  }
}
