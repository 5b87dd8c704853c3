import { type MemberDifference, differences, missing } from '../oracle/values/comparison.ts';
import { at, type Json, type JsonObject } from '../oracle/json.ts';

/**
 * Whether a body has status members that the object does not have. Only then is it observable whether the server
 * stored them.
 */
export function bringsStatus(before: JsonObject, sent: JsonObject, schema: string): boolean {
  return brought('status', before, sent, schema).length > 0;
}

/** The first member of `status` that was sent, had another value before, and has the sent value now. */
export function adoptedStatus(
  before: JsonObject,
  sent: JsonObject,
  after: JsonObject,
  schema: string,
): MemberDifference | undefined {
  return adopted('status', before, sent, after, schema);
}

type ObjectPart = 'spec' | 'status';

function adopted(
  part: ObjectPart,
  before: JsonObject,
  sent: JsonObject,
  after: JsonObject,
  schema: string,
): MemberDifference | undefined {
  const still = differences(only(part, after), only(part, sent), { schema }).map(({ path }) => path);
  return brought(part, before, sent, schema).find(
    ({ path }) =>
      !still.some((other) => other === path || path.startsWith(`${other}/`) || other.startsWith(`${path}/`)),
  );
}

function brought(part: ObjectPart, before: JsonObject, sent: JsonObject, schema: string): MemberDifference[] {
  if (at(sent, part) === undefined) return [];
  return differences(only(part, before), only(part, sent), { schema }).filter(
    ({ actual }) => actual !== undefined && (part === 'spec' || !isCommon(actual)),
  );
}

/** Counts and generations that controllers write by themselves are hardly greater. */
const MOST_COMMON_COUNT = 10;
const COMMON_WORDS: ReadonlySet<Json> = new Set([
  'True',
  'False',
  'Unknown',
  'Pending',
  'Running',
  'Succeeded',
  'Failed',
  'Active',
  'BestEffort',
  'Burstable',
  'Guaranteed',
]);

/** Whether a controller may write this value into a status by itself, whatever was sent. */
function isCommon(value: Json): boolean {
  return (
    typeof value === 'boolean' || (typeof value === 'number' && value <= MOST_COMMON_COUNT) || COMMON_WORDS.has(value)
  );
}

function only(part: ObjectPart, object: JsonObject): JsonObject {
  return { [part]: at(object, part) ?? {} };
}

/** The first member of a status that was sent and that an object lacks or shows with another value. */
export function lostMember(status: JsonObject, object: Json | undefined, schema: string): MemberDifference | undefined {
  return missing({ status }, { status: at(object, 'status') ?? null }, { schema })[0];
}
