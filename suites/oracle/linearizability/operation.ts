/**
 * One request on one object as the checker sees it: its time span, and what its response proves about the object.
 * Numbers stand for uids, versions and contents, because only their equality matters.
 */
export interface ObjectOperation {
  /** The id of the exchange, for reports. */
  readonly id: number;
  /**
   * The operation takes effect, if at all, at one moment after `began` and before `ended`. Infinite if it may take
   * effect at any later time.
   */
  readonly began: number;
  readonly ended: number;
  /**
   * Whether the operation certainly took effect. A write without a response may never take effect, and a collection
   * delete may skip this object.
   */
  readonly required: boolean;
  readonly effect: Effect;
}

/** The object as a response shows it. */
export interface ObservedVersion {
  readonly uid: number;
  /**
   * Stands for the version of that uid, with or without a deletion timestamp; absent if the response has no version.
   */
  readonly token: number | undefined;
  /** Whether the object has a deletion timestamp. */
  readonly leaving: boolean;
  readonly content: number;
}

export type Effect =
  /** A read that showed that state, or found no object. */
  | { readonly do: 'read'; readonly shown: ObservedVersion | undefined }
  /** Proof that an object exists, and nothing else: a create that was refused because the name is taken. */
  | { readonly do: 'meet' }
  /** Created the object; `shown` is absent if the response is unknown. */
  | { readonly do: 'create'; readonly shown: ObservedVersion | undefined }
  | WriteEffect
  /** Deleted the object, or set its deletion timestamp. `uid`: that of the deleted object, if the response has it. */
  | { readonly do: 'remove'; readonly atOnce: boolean; readonly uid: number | undefined }
  /** Any effect of a write. Stands for an operation about which nothing is assumed. */
  | { readonly do: 'anything' };

/** A write that changed the object. */
export interface WriteEffect {
  readonly do: 'write';
  /** Token of the version that the request was sent with. The object had that version. */
  readonly requires: number | undefined;
  /** How the new content follows from the old; absent if it does not depend on it. See `Contents.follows`. */
  readonly change: number | undefined;
  /** Whether the write may create an absent object. */
  readonly makes: boolean;
  readonly shown: ObservedVersion | undefined;
}

/** The relations between contents that the checker uses. It sees contents only as numbers. */
export interface Contents {
  /** Whether both contents are equal in all members that clients write. */
  same(one: number, other: number): boolean;
  /** Whether applying `change` to `before` gives `after`. */
  follows(before: number, change: number, after: number): boolean;
}
