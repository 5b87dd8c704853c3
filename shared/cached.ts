interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value at a key of a map or weak map; the first call makes it. `undefined` is never kept. */
export function cached<Key, Value>(cache: Cache<Key, Value>, key: Key, make: () => NoInfer<Value>): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
