import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { Exchange, History, StreamEvent } from './history.ts';
import type { JsonObject } from './json.ts';

/** Names one place in a store: both Deployment resources share one. Compare keys by `id`. */
export interface ObjectKey {
  readonly id: string;
  readonly kind: Kind;
  /** `undefined` for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/** One look at an object: content that the server showed, and when it was so. */
export interface Sighting {
  readonly key: ObjectKey;
  readonly uid: string | undefined;
  readonly version: string | undefined;
  /** As shown, with `kind` and `apiVersion` filled in where list items lack them. */
  readonly content: JsonObject;
  /** The resource through which it was read. */
  readonly view: Resource;
  readonly source: 'write' | 'delete' | 'get' | 'list' | 'event';
  /** The content was the stored one at some position in [began, ended]. Reads that may be stale, and events, began at 0. */
  readonly began: number;
  readonly ended: number;
  readonly exchange: Exchange;
  /** For sightings in a watch. */
  readonly event: StreamEvent | undefined;
}

/** A request that may change what is stored. */
export interface Write {
  readonly exchange: Exchange;
  readonly verb: 'create' | 'replace' | 'patch' | 'replaceStatus' | 'patchStatus' | 'delete' | 'deleteCollection';
  readonly resource: Resource;
  /** `undefined` for a collection delete, and for a create whose name the server chose and did not tell. */
  readonly key: ObjectKey | undefined;
  /** `acknowledged`: 2xx and whole. `refused`: 4xx. `unknown`: no answer, a cut one, or 5xx: it may have been done. */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** What an acknowledged write said is now stored; none for deletes. */
  readonly answer: Sighting | undefined;
}

export interface World {
  readonly keys: readonly ObjectKey[];
  /** In order of their beginning. */
  readonly writes: readonly Write[];
  /** In order of their end. */
  sightingsOf(key: ObjectKey): readonly Sighting[];
  /** The writes that name the object or may touch it: collection deletes, and the delete of its namespace, too. */
  writesTo(key: ObjectKey): readonly Write[];
  /** The last look that ended before that position; looks that may be stale count only when `fresh` is false. */
  lastSighting(key: ObjectKey, before: number, fresh?: boolean): Sighting | undefined;
  /** Every write, of any object, that was in flight at some moment of that exchange, itself excepted. */
  writesOverlapping(exchange: Exchange): readonly Write[];
  /** Whether all writes of the object but those of control loops are in the history: the suite made it, under a name of its own. */
  soleWriter(key: ObjectKey): boolean;
  currentAt(key: ObjectKey, at: number): Sighting | undefined;
  expectedAt(key: ObjectKey, at: number): Sighting | undefined;
  wasReplaced(key: ObjectKey, version: string, before: number): boolean;
  surelyExists(key: ObjectKey, at: number): boolean;
  surelyGone(key: ObjectKey, at: number): boolean;
}

export declare function keyOf(resource: Resource, namespace: string | undefined, name: string): ObjectKey;
export declare function worldOf(history: History): World;
