import { type Arbitrary, record } from 'fast-check';
import type { Json, JsonObject } from '../oracle/json.ts';

/** Members by name, with their possible values. */
export type MemberArbitraries = Readonly<Record<string, Arbitrary<Json>>>;

/** Objects that always have the `required` members, and any subset of the `optional` ones. */
export function members(required: MemberArbitraries, optional: MemberArbitraries = {}): Arbitrary<JsonObject> {
  return record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });
}
