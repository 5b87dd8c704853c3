import type { ObjectMeta } from '../../resources/api-object.ts';

/** Members of a decoded body. */
export interface DecodedMembers {
  readonly metadata?: ObjectMeta;
  readonly [member: string]: unknown;
}

/** The body with null members dropped. */
export function decodeAs(_typeId: string, body: object): DecodedMembers {
  return withoutNulls(body) as DecodedMembers;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([member, inner]) => [member, withoutNulls(inner)]),
  );
}
