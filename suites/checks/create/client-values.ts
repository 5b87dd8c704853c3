import { isObject, type Json } from '../../oracle/json.ts';

/** Members that the system fills with one of a few values, so it may choose the sent value by chance. */
const COMMON: ReadonlySet<string | number> = new Set(['qosClass', 'type', 'status', 'observedGeneration']);

/** Initial phases of objects. */
const BEGINNINGS: ReadonlySet<Json> = new Set(['Pending', 'Active']);

/** The values in a status that only a client can have written, because no server writes them by itself. */
export function clientValues(status: Json | undefined): readonly ClientValue[] {
  return leavesOf(status, []).filter(isClientValue);
}

/** A value in a status, and its path. */
export interface ClientValue {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

function leavesOf(value: Json | undefined, path: readonly (string | number)[]): ClientValue[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => leavesOf(each, [...path, index]));
  if (isObject(value)) return Object.entries(value).flatMap(([member, each]) => leavesOf(each, [...path, member]));
  return value === undefined ? [] : [{ path, value }];
}

/** Whether no system writes this value by itself into the status of a new object. */
function isClientValue({ path, value }: ClientValue): boolean {
  return (
    !COMMON.has(path.at(-1) ?? '') &&
    !BEGINNINGS.has(value) &&
    value !== 0 &&
    value !== '' &&
    value !== false &&
    value !== null
  );
}
