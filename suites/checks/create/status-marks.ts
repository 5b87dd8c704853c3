import type { Json } from '../../oracle/json.ts';
import { isObject } from '../../oracle/json.ts';

/** Members that the system fills with a value of a few, so that it might choose the one that was sent. */
const COMMON: ReadonlySet<string | number> = new Set(['qosClass', 'type', 'status', 'observedGeneration']);

/** Phases in which objects begin. */
const BEGINNINGS: ReadonlySet<Json> = new Set(['Pending', 'Active']);

/** The values within a status by which one can tell who wrote it: all but those that a server may come to by itself. */
export function statusMarks(status: Json | undefined): readonly StatusMark[] {
  return leavesOf(status, []).filter(isMark);
}

/** A value within a status, and the members and indexes that lead to it. */
export interface StatusMark {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

function leavesOf(value: Json | undefined, path: readonly (string | number)[]): StatusMark[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => leavesOf(each, [...path, index]));
  if (isObject(value)) return Object.entries(value).flatMap(([member, each]) => leavesOf(each, [...path, member]));
  return value === undefined ? [] : [{ path, value }];
}

/** Whether a value is one that no system writes by itself into the status of an object that was just made. */
function isMark({ path, value }: StatusMark): boolean {
  return (
    !COMMON.has(path.at(-1) ?? '') &&
    !BEGINNINGS.has(value) &&
    value !== 0 &&
    value !== '' &&
    value !== false &&
    value !== null
  );
}
