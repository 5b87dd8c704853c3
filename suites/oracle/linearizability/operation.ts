/**
 * One request on one object as the checker sees it: when it was under way, and what its answer says of the object. Uids, versions and
 * contents are numbers that stand for them: all that counts is which are the same.
 */
export interface Operation {
  /** Names the operation in what is reported: the id of its exchange. */
  readonly id: number;
  /** It took effect, if at all, at one moment after `began` and before `ended`; infinite where it may do so at any later time. */
  readonly began: number;
  readonly ended: number;
  /** Whether it surely took effect. An unanswered write may never do so, and a collection delete may leave this object alone. */
  readonly required: boolean;
  readonly effect: Effect;
}

/** What an answer shows of the object. */
export interface ObservedVersion {
  readonly uid: number;
  /** Stands for the version of that uid, with or without a deletion timestamp; absent where the answer has none. */
  readonly token: number | undefined;
  /** Whether it has a deletion timestamp. */
  readonly leaving: boolean;
  readonly content: number;
}

export type Effect =
  /** It saw that state, or that there was none. */
  | { readonly do: 'read'; readonly shown: ObservedVersion | undefined }
  /** It found that there is an object, and tells nothing else of it: a create that was refused since the name is taken. */
  | { readonly do: 'meet' }
  /** It made the object; `shown` is absent where its answer is not known. */
  | { readonly do: 'create'; readonly shown: ObservedVersion | undefined }
  | WriteEffect
  /** It took the object away, or marked it as leaving where it may linger. `uid`: of what was taken, where the answer says so. */
  | { readonly do: 'remove'; readonly atOnce: boolean; readonly uid: number | undefined }
  /** Whatever a write can do. Stands for an operation of which nothing is to be relied on. */
  | { readonly do: 'anything' };

/** It changed the object. */
export interface WriteEffect {
  readonly do: 'write';
  /** Token of the version that it was sent with, and that the object therefore had. */
  readonly requires: number | undefined;
  /** How the new content follows from the one before; absent where it does not. See `Contents.follows`. */
  readonly change: number | undefined;
  /** Whether it may make an object where there is none. */
  readonly makes: boolean;
  readonly shown: ObservedVersion | undefined;
}

/** What the checker has to know of contents, which it has as numbers. */
export interface Contents {
  /** Whether both are one content, as far as clients write it. */
  same(one: number, other: number): boolean;
  /** Whether that change of the one gives the other. */
  follows(before: number, change: number, after: number): boolean;
}
