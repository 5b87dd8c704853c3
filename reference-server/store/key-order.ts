/**
 * Whether key `a` sorts before key `b`. A trailing slash sorts before every other character, so keys of objects sort
 * by the objects' names:
 *
 *     /ConfigMap/ns/a/    /ConfigMap/ns/a-b/    /ConfigMap/ns/a.b/    /ConfigMap/ns/ab/
 */
export function isBefore(a: string, b: string): boolean {
  const [nameA, nameB] = [stemOf(a), stemOf(b)];
  return nameA === nameB ? a < b : nameA < nameB;
}

/** Comparator for sorting. */
export function compareKeys(a: string, b: string): number {
  return isBefore(a, b) ? -1 : Number(a !== b);
}

/** The key without its trailing slash. */
export function stemOf(key: string): string {
  return key.endsWith('/') ? key.slice(0, -1) : key;
}
