import { type MemberDifference, differences, missing } from '../oracle/values/comparison.ts';
import { at, type Json, type JsonObject } from '../oracle/json.ts';

/**
 * Whether a body has status members that the object does not have. Only then is it observable whether the server
 * stored them.
 */
export function bringsStatus(before: JsonObject, sent: JsonObject, schema: string): boolean {
  return brought(before, sent, schema).length > 0;
}

/**
 * The first member of `status` that was sent, had another value before, and has the sent value now. A value of a
 * former state does not count, because a controller may write back a state that it read long ago.
 */
export function adoptedStatus(
  before: JsonObject,
  sent: JsonObject,
  after: JsonObject,
  schema: string,
  former: () => readonly JsonObject[] = () => [],
): MemberDifference | undefined {
  return brought(before, sent, schema)
    .filter(isAsSent(after, sent, schema))
    .find((member) => !former().some((state) => isAsSent(state, sent, schema)(member)));
}

/** Whether an object has a member as it was sent. */
function isAsSent(object: JsonObject, sent: JsonObject, schema: string): (member: MemberDifference) => boolean {
  const other = differences(statusIn(object), statusIn(sent), { schema }).map(({ path }) => path);
  return ({ path }) =>
    !other.some((each) => each === path || path.startsWith(`${each}/`) || each.startsWith(`${path}/`));
}

function brought(before: JsonObject, sent: JsonObject, schema: string): MemberDifference[] {
  if (at(sent, 'status') === undefined) return [];
  return differences(statusIn(before), statusIn(sent), { schema }).filter(
    ({ actual }) => actual !== undefined && !isCommon(actual),
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

function statusIn(object: JsonObject): JsonObject {
  return { status: at(object, 'status') ?? {} };
}

/** The first member of a status that was sent and that an object lacks or shows with another value. */
export function lostMember(status: JsonObject, object: Json | undefined, schema: string): MemberDifference | undefined {
  return missing({ status }, { status: at(object, 'status') ?? null }, { schema })[0];
}
