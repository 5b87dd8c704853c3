import type { Kind } from '../../spec/surface/resources.ts';
import type { ObjectKey } from './object-key.ts';

/** Positions that count as one neighbourhood; a case of the suite fits in one. */
const NEIGHBOURHOOD = 1024;

/** Keys of one neighbourhood at most that are only seen there: the first of them. A list may show thousands that are other people's. */
const AT_MOST = 128;

/** Keys by place and by where in the log they are mentioned. */
export class KeyIndex {
  readonly #keys = new Map<string, { readonly key: ObjectKey; readonly order: number }>();
  readonly #byPlace = new Map<string, ObjectKey[]>();
  readonly #near = new Map<number, Map<string, ObjectKey>>();
  readonly #around = new Map<number, readonly ObjectKey[]>();

  /** The key was mentioned at that position; by a write, and not only seen, where `written`. */
  mention(key: ObjectKey, position: number, written: boolean): void {
    if (!this.#keys.has(key.id)) {
      this.#keys.set(key.id, { key, order: this.#keys.size });
      this.#place(`${key.kind}/${key.namespace ?? ''}`, key);
      if (key.namespace !== undefined) this.#place(key.kind, key);
    }
    const at = Math.floor(position / NEIGHBOURHOOD);
    const keys = this.#near.get(at) ?? new Map<string, ObjectKey>();
    this.#near.set(at, keys);
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
    const known = this.#around.get(at);
    if (known !== undefined) return known;
    const ids = new Set([at - 1, at, at + 1].flatMap((each) => [...(this.#near.get(each)?.keys() ?? [])]));
    const entries = [...ids].flatMap((id) => this.#keys.get(id) ?? []);
    const keys = entries.sort((a, b) => a.order - b.order).map(({ key }) => key);
    this.#around.set(at, keys);
    return keys;
  }

  #place(place: string, key: ObjectKey): void {
    const known = this.#byPlace.get(place);
    if (known === undefined) this.#byPlace.set(place, [key]);
    else known.push(key);
  }
}
