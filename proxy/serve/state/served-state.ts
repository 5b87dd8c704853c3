import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject, memberOf, textOf } from '../../diff/values/json-value.ts';
import { Waiters } from '../exchange/waiters.ts';
import type { ObjectSelection } from './selection.ts';

/** The identity of an object: kind, namespace and name, independent of the group-version. */
export interface ServedKey {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A stored object. */
export interface Thing {
  readonly key: ServedKey;
  readonly object: JsonObject;
  /** Whether it is exactly as recorded, so the next recorded response may follow. */
  readonly asRecorded: boolean;
}

/** One change of the state; an addition has no `before`, a deletion no `after`. */
export interface StateChange {
  readonly key: ServedKey;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly version: string;
}

/** The scope of a request: objects of a kind, in one namespace or in all. */
export interface RequestScope {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly selected: ObjectSelection;
}

/**
 * The small state that a recording shows: objects, and the log of their changes that watches follow. Versions are
 * those of the recording if the change is the recorded one, else generated; each version is one position in the log.
 *
 *     loaded   a (version 7)                        versions 7
 *     put      a, as recorded, version 9            versions 7 9          a watch from 7 sees MODIFIED a
 *     put      a, otherwise than recorded           versions 7 9 101      numbers beyond all that were recorded
 */
export class ServedState {
  readonly #things = new Map<string, Thing>();
  readonly #changes: StateChange[] = [];
  readonly #positions = new Map<string, number>();
  readonly #waiting = new Waiters();
  #version: string;
  #made: number;

  /** `version` is that of the state before any change; generated versions follow `lastRecorded`. */
  constructor(things: Iterable<Thing>, version: string, lastRecorded: number) {
    for (const thing of things) this.#things.set(textOfKey(thing.key), thing);
    this.#version = version;
    this.#made = lastRecorded;
    this.#positions.set(version, 0);
  }

  /** The version of the last change. */
  get version(): string {
    return this.#version;
  }

  /** A new version. */
  newVersion(): string {
    this.#made += 1;
    return String(this.#made);
  }

  find(key: ServedKey): Thing | undefined {
    return this.#things.get(textOfKey(key));
  }

  /** The objects of a scope, by namespace and name. */
  list({ kind, namespace, selected }: RequestScope): Thing[] {
    const found = [...this.#things.values()].filter(
      ({ key, object }) =>
        key.kind === kind && (namespace === undefined || key.namespace === namespace) && selected(object),
    );
    return found.sort((a, b) => (textOfKey(a.key) < textOfKey(b.key) ? -1 : 1));
  }

  /** Adds or replaces; the object carries its version. If another change has the version, the object gets a new one. */
  put(key: ServedKey, object: JsonObject, asRecorded: boolean): JsonObject {
    const before = this.find(key)?.object;
    const version = versionOf(object);
    const stored = version === '' || this.#positions.has(version) ? withVersion(object, this.newVersion()) : object;
    this.#things.set(textOfKey(key), { key, object: stored, asRecorded });
    this.#changed({ key, before, after: stored, version: versionOf(stored) });
    return stored;
  }

  remove(key: ServedKey): void {
    const before = this.find(key)?.object;
    if (before === undefined) return;
    this.#things.delete(textOfKey(key));
    this.#changed({ key, before, after: undefined, version: this.newVersion() });
  }

  /**
   * The position after the change with that version, from which a watch starts; the end of the log for an unknown
   * version.
   */
  positionOf(version: string): number {
    return this.#positions.get(version) ?? this.#changes.length;
  }

  /** The changes from a position on, as they happen, until the signal ends. */
  async *changesFrom(position: number, gone: AbortSignal): AsyncGenerator<StateChange> {
    for (let next = position; !gone.aborted; next += 1) {
      while (next >= this.#changes.length && !gone.aborted) await this.#waiting.next(gone);
      const change = this.#changes[next];
      if (change !== undefined) yield change;
    }
  }

  #changed(change: StateChange): void {
    this.#changes.push(change);
    this.#version = change.version;
    this.#positions.set(change.version, this.#changes.length);
    this.#waiting.wake();
  }
}

/** A key as one text. */
export function textOfKey({ kind, namespace, name }: ServedKey): string {
  return `${kind} ${namespace}/${name}`;
}

/** The version of an object or a list; empty if it has none. */
export function versionOf(value: Json | undefined): string {
  return textOf(memberOf(value, 'metadata'), 'resourceVersion');
}

function withVersion(object: JsonObject, version: string): JsonObject {
  return withMetadata(object, { resourceVersion: version });
}

/** A copy with some members of its metadata replaced; those that are `undefined` are removed. */
export function withMetadata(object: JsonObject, members: { readonly [member: string]: Json | undefined }): JsonObject {
  const metadata = memberOf(object, 'metadata');
  const merged = new Map<string, Json | undefined>([
    ...Object.entries(isObject(metadata) ? metadata : {}),
    ...Object.entries(members),
  ]);
  const kept = [...merged].filter((entry): entry is [string, Json] => entry[1] !== undefined);
  const others = Object.entries(object).filter(([member]) => member !== 'metadata');
  const head = others.filter(([member]) => member === 'kind' || member === 'apiVersion');
  const rest = others.filter(([member]) => member !== 'kind' && member !== 'apiVersion');
  return Object.fromEntries([...head, ['metadata', Object.fromEntries(kept)], ...rest]);
}

/** The values that a server chooses for a new object. */
export function birth(): { readonly uid: string; readonly creationTimestamp: string } {
  return { uid: randomUUID(), creationTimestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z') };
}
