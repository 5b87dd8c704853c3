import type { Members } from '../../../shared/json.ts';

/** Whether two JSON values are equal; the order of members does not matter, and `undefined` members count as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameList(a, b);
  return sameMembers(a as Members, b as Members);
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (!sameJson(a[index], b[index])) return false;
  return true;
}

/** Objects are equal if they have the same number of members, and each member of one is in the other. */
function sameMembers(a: Members, b: Members): boolean {
  let more = 0;
  for (const name in a) {
    if (a[name] === undefined) continue;
    if (!Object.hasOwn(b, name) || !sameJson(a[name], b[name])) return false;
    more += 1;
  }
  for (const name in b) if (b[name] !== undefined) more -= 1;
  return more === 0;
}
