import { isObject, type Json, memberOf, textOf } from './json-value.ts';

/** The items of a list, or the objects in the rows of a table; `undefined` for another value. */
export function elementsOf(value: Json | undefined): readonly Json[] | undefined {
  const items = memberOf(value, 'items');
  if (Array.isArray(items)) return items as readonly Json[];
  const rows = memberOf(value, 'rows');
  return Array.isArray(rows) ? rows.map((row: Json) => memberOf(row, 'object') ?? null) : undefined;
}

/** The object of an event: the event's own, or that of the first row if it is a table. */
export function shownIn(object: Json): Json {
  return elementsOf(object)?.[0] ?? object;
}

/** The list or table without some of its elements. */
export function withoutElements(value: Json, isLeftOut: (object: Json | undefined) => boolean): Json {
  if (!isObject(value)) return value;
  const { items, rows } = value;
  if (Array.isArray(items)) return { ...value, items: items.filter((item: Json) => !isLeftOut(item)) };
  return Array.isArray(rows)
    ? { ...value, rows: rows.filter((row: Json) => !isLeftOut(memberOf(row, 'object'))) }
    : value;
}

/**
 * Sorts a list or table with renamed namespaces by the new names if `before` is in the order of its own. A list that is
 * in no order stays in its order.
 *
 *     scratch (was team), scratch-2 (was default)   ->   default, team
 */
export function inOrderOfNames(before: Json, renamed: Json): Json {
  if (!isObject(renamed) || !isInOrder(elementsOf(before) ?? [])) return renamed;
  const { items, rows } = renamed;
  if (Array.isArray(items)) return { ...renamed, items: items.toSorted((a: Json, b: Json) => compared(a, b)) };
  const object = (row: Json): Json | undefined => memberOf(row, 'object');
  return Array.isArray(rows)
    ? { ...renamed, rows: rows.toSorted((a: Json, b: Json) => compared(object(a), object(b))) }
    : renamed;
}

function isInOrder(elements: readonly Json[]): boolean {
  return elements.every((each, index) => index === 0 || compared(elements[index - 1], each) <= 0);
}

/** By namespace, then by name. */
function compared(one: Json | undefined, other: Json | undefined): number {
  const [a, b] = [orderOf(one), orderOf(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function orderOf(object: Json | undefined): string {
  const metadata = memberOf(object, 'metadata');
  return `${textOf(metadata, 'namespace')}\0${textOf(metadata, 'name')}`;
}
