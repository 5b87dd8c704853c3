import type { Json } from './json.ts';

/** A place where two values differ. `undefined` is an absent member. */
export interface Difference {
  /** JSON pointer; elements of a list with a merge key are named by it: `/spec/containers/[name=c]/image`. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

export interface CompareOptions {
  /** Type id of both values, as `resource.schema`; without it lists compare in order and quantities as text. */
  readonly schema?: string;
  /** Paths left out, with all below them; `*` stands for any one step: `/metadata/resourceVersion`. */
  readonly ignore?: readonly string[];
}

/** Paths that the server or a control loop may write at any time: never the client's. */
export declare const SYSTEM_WRITTEN: readonly string[];
export declare function differences(expected: Json | undefined, actual: Json | undefined, options?: CompareOptions): Difference[];
/** What of `expected` is not in `actual`; members only in `actual` are let pass. */
export declare function missing(expected: Json | undefined, actual: Json | undefined, options?: CompareOptions): Difference[];
/** Members of `actual` that are not in `sent` and that `mayBeDefault` does not allow there. User maps must be exactly as sent. */
export declare function surplus(
  sent: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions & { readonly mayBeDefault: (path: string, value: Json) => boolean },
): Difference[];
