/** The schema's description of one member, as comparing and merging need it. */
export interface Field {
  readonly form: 'object' | 'map' | 'list' | 'quantity' | 'time' | 'scalar' | 'unknown';
  /** Whether an explicit zero or an empty object differs from an absent member. */
  readonly explicit: boolean;
  /**
   * Whether a strategic merge patch merges the list. `mergeKey` is the member that identifies elements; a merged
   * list without one is a set.
   */
  readonly merges: boolean;
  readonly mergeKey: string | undefined;
  /**
   * The field of a member of an object or of an entry of a map. `UNKNOWN_FIELD` for members that the schema does not
   * have.
   */
  readonly member: (name: string) => Field;
  readonly element: () => Field;
}

/** A member without a schema: scalars compare as they are, patches replace lists, and explicit zeros count. */
export const UNKNOWN_FIELD: Field = {
  form: 'unknown',
  explicit: true,
  merges: false,
  mergeKey: undefined,
  member: () => UNKNOWN_FIELD,
  element: () => UNKNOWN_FIELD,
};
