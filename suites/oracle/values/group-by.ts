/** Groups the elements of a list by `idOf`, and keeps their order. */
export function groupBy<T>(list: readonly T[], idOf: (element: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const element of list) {
    const id = idOf(element);
    const known = groups.get(id);
    if (known === undefined) groups.set(id, [element]);
    else known.push(element);
  }
  return groups;
}
