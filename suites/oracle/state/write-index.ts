import { append } from '../../../shared/group-by.ts';
import { firstIndexFrom } from '../values/first-index.ts';
import type { Exchange } from '../history.ts';
import { isObject, textAt, listAt } from '../json.ts';
import { collectionId, type ObjectKey } from './object-key.ts';
import type { Observation } from './observations.ts';
import { mayTouch, removes, type Write } from './writes.ts';

/**
 * The writes of a history, indexed by what they may touch, so that a query about one object need not scan them all.
 * Writes without an object name are indexed by scope: collection deletes by kind and namespace, deletes of
 * namespaces by name.
 */
export class WriteIndex {
  readonly #named = new Map<string, Write[]>();
  readonly #broad = new Map<string, Write[]>();
  readonly #ofExchange = new Map<Exchange, Write>();
  readonly #touching = new Map<string, readonly Write[]>();
  /** Settled writes, sorted by beginning, each with the latest end so far. */
  readonly #settled: { readonly write: Write; readonly latest: number }[] = [];
  readonly #unsettled: Write[] = [];

  /** Call in order of beginning. */
  add(write: Write): void {
    this.#ofExchange.set(write.exchange, write);
    if (write.settled === Number.POSITIVE_INFINITY) this.#unsettled.push(write);
    else this.#settled.push({ write, latest: Math.max(write.settled, this.#settled.at(-1)?.latest ?? 0) });
    if (write.key === undefined)
      append(this.#broad, collectionId(write.resource.kind, write.exchange.call?.namespace), write);
    else {
      append(this.#named, write.key.id, write);
      if (!write.resource.namespaced) append(this.#broad, collectionId('', write.key.name), write);
    }
  }

  of(exchange: Exchange): Write | undefined {
    return this.#ofExchange.get(exchange);
  }

  /** The writes whose path or response names the object. */
  naming(key: ObjectKey): readonly Write[] {
    return this.#named.get(key.id) ?? [];
  }

  /**
   * The writes that name the object or may touch it. The deletion of an owner may touch it at any later time,
   * because the garbage collector deletes or orphans dependants later.
   */
  touching(key: ObjectKey, observationsOf: (key: ObjectKey) => readonly Observation[]): readonly Write[] {
    const known = this.#touching.get(key.id);
    if (known !== undefined) return known;
    this.#touching.set(key.id, this.#direct(key));
    const all = [
      ...this.#direct(key),
      ...ownerKeys(key, observationsOf(key)).flatMap((owner) =>
        this.touching(owner, observationsOf).filter(removes).map(atAnyTime),
      ),
    ];
    const inOrder = all.sort((a, b) => a.began - b.began);
    this.#touching.set(key.id, inOrder);
    return inOrder;
  }

  #direct(key: ObjectKey): readonly Write[] {
    const places = [
      collectionId(key.kind, key.namespace),
      ...(key.namespace === undefined ? [] : [collectionId(key.kind, undefined), collectionId('', key.namespace)]),
    ];
    const others = places
      .flatMap((place) => this.#broad.get(place) ?? [])
      .filter((write) => write.key?.id !== key.id && mayTouch(write, key));
    return [...this.naming(key), ...others].sort((a, b) => a.began - b.began);
  }

  /** The writes that may have been in progress at some moment of that exchange, except the exchange itself. */
  overlapping(exchange: Exchange): Write[] {
    const found: Write[] = this.#unsettled.filter(
      (write) => write.exchange !== exchange && write.began < exchange.ended,
    );
    for (
      let index = firstIndexFrom(this.#settled, exchange.ended, ({ write }) => write.began) - 1;
      index >= 0;
      index -= 1
    ) {
      const entry = this.#settled[index];
      if (entry === undefined || entry.latest <= exchange.began) break;
      if (entry.write.exchange !== exchange && entry.write.settled > exchange.began) found.push(entry.write);
    }
    return found.sort((a, b) => a.began - b.began);
  }
}

function atAnyTime(write: Write): Write {
  return { ...write, settled: Number.POSITIVE_INFINITY };
}

/** The owners in any observation of an object; they are in its namespace. */
function ownerKeys(key: ObjectKey, observations: readonly Observation[]): ObjectKey[] {
  const owners = new Map<string, ObjectKey>();
  for (const { content } of observations) {
    for (const reference of listAt(content, 'metadata', 'ownerReferences').filter(isObject)) {
      const [kind, name] = [textAt(reference, 'kind') ?? '', textAt(reference, 'name') ?? ''];
      const id = JSON.stringify([kind, key.namespace ?? null, name]);
      owners.set(id, { id, kind: kind as ObjectKey['kind'], namespace: key.namespace, name });
    }
  }
  return [...owners.values()];
}
