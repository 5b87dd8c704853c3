import type { Json } from './json-value.ts';

/**
 * The kind of a difference. `identity`: each value is fine by itself, but they do not correspond. `order`: two lists
 * hold the same elements in another order.
 */
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

/** One real difference between the expected side (the recording, or the reference) and the actual one. */
export interface TrafficDifference {
  /** Exchange of the expected side; of the actual side for `extra-exchange`. */
  readonly exchange: number;
  /** `PUT /api/v1/namespaces/a/configmaps/x`. */
  readonly request: string;
  readonly kind: DifferenceKind;
  /** The place: `status`, `$.spec.replicas`, `event 3 (MODIFIED a/x) $.object.data.k`. */
  readonly place: string;
  /** Its object, as `subjects.ts` names objects: `configmaps a/x`. */
  readonly subject: string;
  /**
   * The field of that object, whether the object came alone, in a list or in an event: `$.data.k`,
   * `$.spec.containers[*].image`; the place if it is not within an object.
   */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly note?: string;
  /** Why chance may explain it, if that is known already. */
  readonly chance?: string;
  /** Both values in full, if there are two: noise rules and races compare them. */
  readonly values?: readonly [expected: Json | undefined, actual: Json | undefined];
}
