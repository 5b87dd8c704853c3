import { append } from '../../../shared/group-by.ts';
import { cached } from '../../../shared/cached.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import type { ObjectKey } from './object-key.ts';

/** Positions per neighbourhood. A case of the suite fits in one. */
const NEIGHBOURHOOD = 1024;

/**
 * At most so many read-only keys per neighbourhood, the first ones. A list may show thousands of other people's
 * objects.
 */
const AT_MOST = 128;

/** Indexes keys by kind and namespace, and by the log positions that mention them. */
export class KeyIndex {
  readonly #keys = new Map<string, { readonly key: ObjectKey; readonly order: number }>();
  readonly #byPlace = new Map<string, ObjectKey[]>();
  readonly #near = new Map<number, Map<string, ObjectKey>>();
  readonly #around = new Map<number, readonly ObjectKey[]>();

  /** Records that the key was mentioned at that position. `written`: by a write, not only by a read. */
  mention(key: ObjectKey, position: number, written: boolean): void {
    if (!this.#keys.has(key.id)) {
      this.#keys.set(key.id, { key, order: this.#keys.size });
      append(this.#byPlace, `${key.kind}/${key.namespace ?? ''}`, key);
      if (key.namespace !== undefined) append(this.#byPlace, key.kind, key);
    }
    const keys = cached(this.#near, Math.floor(position / NEIGHBOURHOOD), () => new Map());
    if (written || keys.size < AT_MOST) keys.set(key.id, key);
  }

  all(): ObjectKey[] {
    return [...this.#keys.values()].map(({ key }) => key);
  }

  of(kind: Kind, namespace: string | undefined): readonly ObjectKey[] {
    const inAll = this.#byPlace.get(kind);
    return (
      (namespace === undefined && inAll !== undefined ? inAll : this.#byPlace.get(`${kind}/${namespace ?? ''}`)) ?? []
    );
  }

  near(position: number): readonly ObjectKey[] {
    const at = Math.floor(position / NEIGHBOURHOOD);
    return cached(this.#around, at, () => this.#findAround(at));
  }

  #findAround(at: number): readonly ObjectKey[] {
    const ids = new Set([at - 1, at, at + 1].flatMap((each) => [...(this.#near.get(each)?.keys() ?? [])]));
    const entries = [...ids].flatMap((id) => this.#keys.get(id) ?? []);
    return entries.sort((a, b) => a.order - b.order).map(({ key }) => key);
  }
}
