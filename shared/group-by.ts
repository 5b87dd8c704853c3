/** Groups the elements of a list by `keyOf`, and keeps their order. */
export function groupBy<Key, Element>(
  list: Iterable<Element>,
  keyOf: (element: Element) => Key,
): Map<Key, readonly [Element, ...Element[]]> {
  const groups = new Map<Key, [Element, ...Element[]]>();
  for (const element of list) append(groups, keyOf(element), element);
  return groups;
}

/** Adds an element to the group of that key. */
export function append<Key, Element>(groups: Map<Key, Element[]>, key: Key, element: Element): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [element]);
  else known.push(element);
}
