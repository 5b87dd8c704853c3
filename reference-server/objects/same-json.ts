/** Whether two JSON values are equal; the order of members does not count, absent and `undefined` members are the same. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  return coveredBy(a, b) && present(a) === present(b);
}

function coveredBy(a: object, b: object): boolean {
  for (const [member, value] of Object.entries(a)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(b, member) || !sameJson(value, Reflect.get(b, member))) return false;
  }
  return true;
}

function present(object: object): number {
  let count = 0;
  for (const value of Object.values(object)) if (value !== undefined) count += 1;
  return count;
}
