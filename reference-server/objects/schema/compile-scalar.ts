import type { Schema } from '../../../spec/schemas/schema.ts';
import { parseQuantity } from '../../resources/values/quantity.ts';
import { timestamp } from './timestamp.ts';
import type { CompiledType } from './compiled-type.ts';
import { TypeMismatch, described } from './type-mismatch.ts';

const INT32_MAX = 2 ** 31 - 1;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Index of the hour in an RFC 3339 time. */
const HOUR_AT = 11;
const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[-+]\d\d:\d\d)$/;

const unchanged = (value: unknown): unknown => value;
const nothing = (): undefined => undefined;

/** The compiled form of a schema of one JSON value. */
export function compileScalar(schema: Schema): CompiledType {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const decode = decoderOf(types, schema.format);
  const isTime = schema.format === 'date-time';
  const plainText = types.length === 1 && types[0] === 'string';
  return {
    decode,
    shape: unchanged,
    // A time that is not set appears as null (document, Object metadata: creationTimestamp inside pod templates).
    absent: isTime ? () => null : nothing,
    isEmpty: (value) => value === '' || value === 0 || value === false,
    zero: plainText ? '' : undefined,
  };
}

function decoderOf(types: readonly string[], format: string | undefined): (value: unknown) => unknown {
  if (format === 'date-time') return time;
  if (format === 'byte') return base64;
  if (types.includes('string')) {
    if (types.includes('number')) return (value) => quantity(typeof value === 'number' ? digits(value) : text(value));
    return types.includes('integer') ? (value) => (typeof value === 'number' ? int32(value) : text(value)) : text;
  }
  if (types.includes('integer')) return format === 'int64' ? int64 : int32;
  if (types.includes('number')) return number;
  if (types.includes('boolean')) return flag;
  return anything;
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeMismatch(`expected a string, got ${described(value)}`);
}

/** A quantity as text. */
function quantity(value: string): string {
  if (parseQuantity(value) !== undefined) return value;
  throw new TypeMismatch(`expected a quantity such as 100m or 1Gi, got ${described(value)}`);
}

/** A number in a field of text. Beyond 2^53 a JSON number has lost digits already; a quoted one keeps them. */
function digits(value: number): string {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new TypeMismatch(
    `expected a number between -2^53 and 2^53, or a larger one in quotes, got ${described(value)}`,
  );
}

function flag(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeMismatch(`expected true or false, got ${described(value)}`);
}

function number(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeMismatch(`expected a number, got ${described(value)}`);
}

function int32(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= -INT32_MAX - 1 && value <= INT32_MAX)
    return value;
  throw new TypeMismatch(`expected a 32-bit integer, got ${described(value)}`);
}

/** Beyond 2^53 a JavaScript number is not exact, so the value is refused instead of silently changed. */
function int64(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new TypeMismatch(`expected an integer between -2^53 and 2^53, got ${described(value)}`);
}

function time(value: unknown): string {
  const milliseconds =
    typeof value === 'string' && RFC_3339.test(value) && isOnCalendar(value) ? Date.parse(value) : Number.NaN;
  const written = Number.isNaN(milliseconds) ? '' : timestamp(milliseconds);
  // In UTC, the year may not have four digits.
  if (!RFC_3339.test(written))
    throw new TypeMismatch(`expected an RFC 3339 time such as 2017-08-01T12:00:00Z, got ${described(value)}`);
  return written;
}

/** `Date` accepts February 30 and the hour 24 as times of the following day. */
function isOnCalendar(time: string): boolean {
  if (time.startsWith('24', HOUR_AT)) return false;
  const day = time.slice(0, HOUR_AT - 1);
  return day.slice(-2) <= '28' || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Line breaks are allowed, because tools insert them. */
function base64(value: unknown): string {
  const joined = text(value).replaceAll(/[\r\n]/g, '');
  if (joined.length % 4 === 0 && BASE64.test(joined)) return joined;
  throw new TypeMismatch(`expected base64, got ${described(value)}`);
}

function anything(value: unknown): unknown {
  return value;
}
