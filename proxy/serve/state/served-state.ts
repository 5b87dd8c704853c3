import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject, memberOf, textOf } from '../../diff/json-value.ts';
import { Waiters } from '../waiters.ts';
import type { Selection } from './selection.ts';

/** What tells objects apart: kind, namespace and name. One that is served in two group-versions is one object. */
export interface ObjectKey {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** An object of the world. */
export interface Thing {
  readonly key: ObjectKey;
  readonly object: JsonObject;
  /** Whether all of it is as it was recorded, so that what was recorded next may follow. */
  readonly asRecorded: boolean;
}

/** One change of the world; of an addition `before` is absent, of a removal `after`. */
export interface Change {
  readonly key: ObjectKey;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly version: string;
}

/** Which objects a request is about: those of a kind, in one namespace or in all. */
export interface Scope {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly selected: Selection;
}

/**
 * The small world that a recording tells of: objects, and the log of their changes that watches follow. Versions are those of the
 * recording where a change is the recorded one, else made; either way a version is one position in the log.
 *
 *     loaded   a (version 7)                        versions 7
 *     put      a, as recorded, version 9            versions 7 9          a watch from 7 sees MODIFIED a
 *     put      a, otherwise than recorded           versions 7 9 101      numbers beyond all that were recorded
 */
export class ServedState {
  readonly #things = new Map<string, Thing>();
  readonly #changes: Change[] = [];
  readonly #positions = new Map<string, number>();
  readonly #waiting = new Waiters();
  #version: string;
  #made: number;

  /** `version` is that of the world before any change; made versions follow `lastRecorded`. */
  constructor(things: Iterable<Thing>, version: string, lastRecorded: number) {
    for (const thing of things) this.#things.set(textOfKey(thing.key), thing);
    this.#version = version;
    this.#made = lastRecorded;
    this.#positions.set(version, 0);
  }

  /** That of the last change. */
  get version(): string {
    return this.#version;
  }

  /** A version that nothing has yet. */
  newVersion(): string {
    this.#made += 1;
    return String(this.#made);
  }

  find(key: ObjectKey): Thing | undefined {
    return this.#things.get(textOfKey(key));
  }

  /** The objects of a scope, by namespace and name. */
  list({ kind, namespace, selected }: Scope): Thing[] {
    const found = [...this.#things.values()].filter(
      ({ key, object }) =>
        key.kind === kind && (namespace === undefined || key.namespace === namespace) && selected(object),
    );
    return found.sort((a, b) => (textOfKey(a.key) < textOfKey(b.key) ? -1 : 1));
  }

  /** Adds or replaces; the object carries its version. One whose version is taken by another change gets a new one. */
  put(key: ObjectKey, object: JsonObject, asRecorded: boolean): JsonObject {
    const before = this.find(key)?.object;
    const version = versionOf(object);
    const stored = version === '' || this.#positions.has(version) ? withVersion(object, this.newVersion()) : object;
    this.#things.set(textOfKey(key), { key, object: stored, asRecorded });
    this.#changed({ key, before, after: stored, version: versionOf(stored) });
    return stored;
  }

  remove(key: ObjectKey): void {
    const before = this.find(key)?.object;
    if (before === undefined) return;
    this.#things.delete(textOfKey(key));
    this.#changed({ key, before, after: undefined, version: this.newVersion() });
  }

  /** Position after the change of that version: what a watch from there begins with. The end of the log for one that is not known. */
  positionOf(version: string): number {
    return this.#positions.get(version) ?? this.#changes.length;
  }

  /** The changes from a position on, as they happen, until the signal ends. */
  async *changesFrom(position: number, gone: AbortSignal): AsyncGenerator<Change> {
    for (let next = position; !gone.aborted; next += 1) {
      while (next >= this.#changes.length && !gone.aborted) await this.#waiting.next(gone);
      const change = this.#changes[next];
      if (change !== undefined) yield change;
    }
  }

  #changed(change: Change): void {
    this.#changes.push(change);
    this.#version = change.version;
    this.#positions.set(change.version, this.#changes.length);
    this.#waiting.wake();
  }
}

/** A key as one text. */
export function textOfKey({ kind, namespace, name }: ObjectKey): string {
  return `${kind} ${namespace}/${name}`;
}

/** The version of an object or a list; empty where it has none. */
export function versionOf(value: Json | undefined): string {
  return textOf(memberOf(value, 'metadata'), 'resourceVersion');
}

export function withVersion(object: JsonObject, version: string): JsonObject {
  return withMetadata(object, { resourceVersion: version });
}

/** A copy with some members of its metadata replaced; those that are `undefined` are taken out. */
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

/** What a server chooses for an object that comes to be. */
export function birth(): { readonly uid: string; readonly creationTimestamp: string } {
  return { uid: randomUUID(), creationTimestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z') };
}
