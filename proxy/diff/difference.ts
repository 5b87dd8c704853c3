import type { Json } from './json-value.ts';

/** The kind of a difference. `identity`: each value is fine by itself, but they do not correspond. `order`: two lists hold the same elements in another order. */
export type DifferenceKind =
  | 'status'
  | 'media-type'
  | 'value'
  | 'missing'
  | 'extra'
  | 'identity'
  | 'missing-event'
  | 'extra-event'
  | 'event-order'
  | 'order'
  | 'stale-list'
  | 'outcome'
  | 'stream-end'
  | 'missing-exchange'
  | 'extra-exchange';

/** One real difference between what was expected (the recording, or the reference) and what was seen. */
export interface Difference {
  /** Exchange of the expected side; of the seen side for `extra-exchange`. */
  readonly exchange: number;
  /** `PUT /api/v1/namespaces/a/configmaps/x`. */
  readonly request: string;
  readonly kind: DifferenceKind;
  /** Where: `status`, `$.spec.replicas`, `event 3 (MODIFIED a/x) $.object.data.k`. */
  readonly place: string;
  /** The object that it is about, as `subjects.ts` names objects: `configmaps a/x`. */
  readonly subject: string;
  /** Where within that object, whether it came alone, in a list or in an event: `$.data.k`, `$.spec.containers[*].image`; the place where it is not within one. */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly note?: string;
  /** Why it may be none, where that shows already. */
  readonly chance?: string;
  /** The two values in full, where there are two: what rules and races are held against. */
  readonly values?: readonly [expected: Json | undefined, actual: Json | undefined];
}
