import { record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Json, JsonObject } from '../oracle/json.ts';

/** Members by name, with what each may be. */
export type Members = Readonly<Record<string, Arbitrary<Json>>>;

/** Objects that always have the `required` members, and each of the `optional` ones or not. */
export function members(required: Members, optional: Members = {}): Arbitrary<JsonObject> {
  return record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });
}
