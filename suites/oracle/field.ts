/** What the schema of the document says of one member, as far as comparing and merging need it. */
export interface Field {
  readonly form: 'object' | 'map' | 'list' | 'quantity' | 'time' | 'scalar' | 'unknown';
  /** Whether an explicit zero, or an empty object, is another value than an absent member. */
  readonly explicit: boolean;
  /** Whether a strategic merge patch merges the list, and by which member of its elements; a merged list without one is a set. */
  readonly merges: boolean;
  readonly mergeKey: string | undefined;
  /** The field of a member of an object, or of an entry of a map. Members that the schema does not have are unknown. */
  readonly member: (name: string) => Field;
  /** The field of the elements of a list. */
  readonly element: () => Field;
}

/** A member of which nothing is known: any scalar is itself, lists are replaced, explicit values count. */
export const UNKNOWN_FIELD: Field = {
  form: 'unknown',
  explicit: true,
  merges: false,
  mergeKey: undefined,
  member: () => UNKNOWN_FIELD,
  element: () => UNKNOWN_FIELD,
};
