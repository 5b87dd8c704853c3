/**
 * The compiled schema of a type: decodes a value from a body, and shapes a value for a response.
 *
 * A worked example, of `{ x: string, omitted when empty; m: object }`:
 *
 *     decode({ x: null, y: 1 })     {}                drops the null and the unknown member
 *     decode({ x: 1 })              TypeMismatch      at `x`
 *     shape({ x: '' })              { m: {} }         drops the empty string, adds the object that is always present
 *
 * Both take the value at the same path of the stored object. A value identical to the stored one needs no more work.
 * Most changes touch a small part of an object; the rest is shared between its versions.
 */
export interface CompiledType {
  /** The value without unknown and null members, in the order sent. Throws `TypeMismatch`. */
  readonly decode: (value: unknown, stored?: unknown) => unknown;
  /**
   * The value for a response: members in schema order, maps sorted by key, without empty members that are omitted
   * when empty.
   */
  readonly shape: (value: unknown, stored?: unknown) => unknown;
  /** The value in a response if nothing was set; `undefined` if the member is omitted. */
  readonly absent: () => unknown;
  /** Whether a shaped value counts as empty. */
  readonly isEmpty: (value: unknown) => boolean;
  /** The value that replaces null in a map; `undefined` if the entry is dropped. */
  readonly zero: unknown;
}
