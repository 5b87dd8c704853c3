import { type StatusCauses, invalid, notSupported, required, shown } from '../causes.ts';
import { type Format, portName } from '../values/formats.ts';
import { isAbsent, isEmptyMap, type Members, text } from '../values/json-members.ts';

/** Each check validates one value and names its field; `requireText` and `requireSome` refuse absent values. */

export const LARGEST_INT32 = 2_147_483_647;

export function checkFormat(causes: StatusCauses, field: string, value: unknown, format: Format): void {
  const wrong = format(text(value));
  if (wrong !== undefined) invalid(causes, field, `${shown(value)} ${wrong}`);
}

/** A required text with a format. */
export function requireText(causes: StatusCauses, field: string, value: unknown, format?: Format): void {
  if (text(value) === '') required(causes, field);
  else if (format !== undefined) checkFormat(causes, field, value, format);
}

/** A required list or object that must not be empty. */
export function requireSome(causes: StatusCauses, field: string, value: unknown): void {
  if (Array.isArray(value) ? value.length === 0 : isEmptyMap(value)) required(causes, field);
}

export function checkOneOf(causes: StatusCauses, field: string, value: unknown, allowed: readonly string[]): void {
  if (typeof value !== 'string' || !allowed.includes(value)) notSupported(causes, field, value, allowed);
}

/** A number between inclusive bounds; absence is fine. */
export function checkBounds(causes: StatusCauses, field: string, value: unknown, least: number, most: number): void {
  if (isAbsent(value) || (typeof value === 'number' && value >= least && value <= most)) return;
  invalid(causes, field, `${shown(value)} is not between ${least} and ${most}`);
}

export function checkNotNegative(causes: StatusCauses, field: string, value: unknown): void {
  if (typeof value === 'number' && value < 0) invalid(causes, field, `${value} is negative`);
}

/** Named members of an object, none of them negative. */
export function checkNoneNegative(
  causes: StatusCauses,
  field: string,
  object: Members,
  names: readonly string[],
): void {
  for (const name of names) checkNotNegative(causes, `${field}.${name}`, object[name]);
}

/** A port number, or the name of a port. */
export function checkPort(causes: StatusCauses, field: string, value: unknown): void {
  if (typeof value === 'string') checkFormat(causes, field, value, portName);
  else checkBounds(causes, field, value ?? 0, 1, 65_535);
}
