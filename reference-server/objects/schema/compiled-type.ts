/**
 * What the schema of a type comes to, made once: how a value of it is read from a body, and how it is written into an answer.
 *
 * A worked example, of `{ x: string, omitted when empty; m: object }`:
 *
 *     decode({ x: null, y: 1 })     {}                the null is dropped, so is what the type does not know
 *     decode({ x: 1 })              TypeMismatch      at `x`
 *     shape({ x: '' })              { m: {} }         the empty is dropped, the object that is never absent is there
 *
 * Both take what stands at the same place of an object as it is stored: where that is the very same value, it needs no more work. Most
 * changes leave most of an object alone, and what they leave is shared between its versions.
 */
export interface CompiledType {
  /** The value with unknown and null members dropped, the others in the order in which they were sent. Throws `TypeMismatch`. */
  readonly decode: (value: unknown, stored?: unknown) => unknown;
  /** The value as it is answered: members in the order of the schema, maps by key, without what is empty and left out when empty. */
  readonly shape: (value: unknown, stored?: unknown) => unknown;
  /** What is answered where nothing was set; `undefined` where nothing is. */
  readonly absent: () => unknown;
  /** Whether a shaped value counts as empty. */
  readonly isEmpty: (value: unknown) => boolean;
  /** What a null stands for as the value of a map; `undefined`: the entry is dropped. */
  readonly zero: unknown;
}
