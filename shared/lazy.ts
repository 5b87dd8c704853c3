/** Makes a value when it is first asked for, and keeps it: what a program may never need must not delay its start. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
