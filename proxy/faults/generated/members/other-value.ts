import { isDeepStrictEqual } from 'node:util';
import { resolved, type Schema } from '../../../../spec/schemas/index.ts';
import { isObject } from '../../bend.ts';
import type { MemberPlace } from './member-place.ts';

/** A value of the member other than this one: the next legal one, or else one of the same type. */
export function otherValue({ values, schema }: Pick<MemberPlace, 'values' | 'schema'>, value: unknown): unknown {
  return structuredClone(
    values.find(
      (each) => typeof each === typeof value && !isDeepStrictEqual(shown(each), shown(value)) && !holdsHole(each),
    ) ??
      schema.enum?.find((each) => each !== value) ??
      altered(value),
  );
}

/** A value without its members that are false, zero or empty, as some servers show it. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]): [string, unknown] => [name, shown(inner)]);
  return Object.fromEntries(members.filter(([, inner]) => Boolean(inner)));
}

/** Whether the runner of a witness replaces a part of the value. */
function holdsHole(value: unknown): boolean {
  return JSON.stringify(value).includes('{ns}');
}

function altered(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.slice(0, -1);
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : value;
}

/** The zero value of the type; `undefined` for objects and lists. */
export function zeroOf(schema: Schema): unknown {
  const { type } = resolved(schema);
  return type === 'integer' ? 0 : type === 'boolean' ? false : type === 'string' ? '' : undefined;
}
