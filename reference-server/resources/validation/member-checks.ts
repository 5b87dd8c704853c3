import { type StatusCauses, duplicate, invalid, required, shown } from '../causes.ts';
import { checkBounds, checkFormat, checkOneOf } from './field-checks.ts';
import type { Format } from '../values/formats.ts';
import { isAbsent, isUnset, items, members, type Members } from '../values/json-members.ts';

/** Checks a member that is there. `siblings` is the object that has it. */
export type MemberCheck = (causes: StatusCauses, field: string, value: unknown, siblings: Members) => void;

export type MemberChecks = Readonly<Record<string, MemberCheck>>;

export const oneOf =
  (...allowed: readonly string[]): MemberCheck =>
  (causes, field, value) =>
    checkOneOf(causes, field, value, allowed);

/** A number between inclusive bounds. */
export const between =
  (least: number, most = Number.MAX_SAFE_INTEGER): MemberCheck =>
  (causes, field, value) =>
    checkBounds(causes, field, value, least, most);

export const NOT_NEGATIVE: MemberCheck = (causes, field, value) => {
  if (typeof value === 'number' && value < 0) invalid(causes, field, `${value} is negative`);
};

export const formatted =
  (format: Format): MemberCheck =>
  (causes, field, value) =>
    checkFormat(causes, field, value, format);

/** A text that counts as absent if it is empty. */
export const unlessEmpty =
  (check: MemberCheck): MemberCheck =>
  (causes, field, value, beside) => {
    if (value !== '') check(causes, field, value, beside);
  };

/** Every check in turn. */
export const all =
  (...checks: readonly MemberCheck[]): MemberCheck =>
  (causes, field, value, siblings) => {
    for (const check of checks) check(causes, field, value, siblings);
  };

/** Each element of a list. */
export const each =
  (check: MemberCheck): MemberCheck =>
  (causes, field, value, siblings) => {
    for (const [index, item] of items(value).entries()) check(causes, `${field}[${index}]`, item, siblings);
  };

/** A list with at most `most` elements. */
export const atMost =
  (most: number): MemberCheck =>
  (causes, field, value) => {
    if (items(value).length > most) invalid(causes, field, `has more than ${most} elements`);
  };

/** A list of objects, or of texts if no member is named, that differ in it. */
export const distinct =
  (member?: string): MemberCheck =>
  (causes, field, value) => {
    const seen = new Set<unknown>();
    for (const [index, item] of items(value).entries()) {
      const key = member === undefined ? item : members(item)[member];
      const at = `${field}[${index}]${member === undefined ? '' : `.${member}`}`;
      if (!isAbsent(key) && seen.has(key)) duplicate(causes, at, key);
      seen.add(key);
    }
  };

/** An object whose members pass their checks, and which has those that it needs. */
export const object =
  (checks: MemberChecks, needs: readonly string[] = []): MemberCheck =>
  (causes, field, value) => {
    const missing = needs.filter((name) => isUnset(members(value)[name]));
    for (const name of missing) required(causes, `${field}.${name}`);
    checkMembers(checks, members(value), field, causes, missing);
  };

/** An object with exactly one of those members. */
export const exactlyOne =
  (...names: readonly string[]): MemberCheck =>
  (causes, field, value) => {
    const present = names.filter((name) => !isAbsent(members(value)[name]));
    if (present.length !== 1)
      invalid(causes, field, `must have exactly one of ${names.join(', ')}, and has ${shown(present)}`);
  };

/**
 * Applies the checks of a table to the members that an object has. An empty text is a value: `volumeMode: ""` is no
 * volume mode.
 */
export function checkMembers(
  checks: MemberChecks,
  object_: Members,
  field: string,
  causes: StatusCauses,
  except: readonly string[] = [],
): void {
  for (const name in checks) {
    const value = object_[name];
    if (!isAbsent(value) && !except.includes(name)) checks[name]?.(causes, `${field}.${name}`, value, object_);
  }
}
