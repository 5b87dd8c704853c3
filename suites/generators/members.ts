import { type Arbitrary, record } from 'fast-check';
import type { Json, JsonObject } from '../oracle/json.ts';

/** Members by name, with their possible values. */
export type Members = Readonly<Record<string, Arbitrary<Json>>>;

/** Objects that always have the `required` members, and any subset of the `optional` ones. */
export function members(required: Members, optional: Members = {}): Arbitrary<JsonObject> {
  return record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });
}
