/**
 * Whether key `a` stands before key `b`. A slash at the end of a key counts before every other character, so that the keys of objects
 * stand in the order of their names:
 *
 *     /ConfigMap/ns/a/    /ConfigMap/ns/a-b/    /ConfigMap/ns/a.b/    /ConfigMap/ns/ab/
 */
export function isBefore(a: string, b: string): boolean {
  const [nameA, nameB] = [stemOf(a), stemOf(b)];
  return nameA === nameB ? a < b : nameA < nameB;
}

/** For sorting. */
export function compareKeys(a: string, b: string): number {
  return isBefore(a, b) ? -1 : Number(a !== b);
}

/** The key without the slash at its end. */
export function stemOf(key: string): string {
  return key.endsWith('/') ? key.slice(0, -1) : key;
}
