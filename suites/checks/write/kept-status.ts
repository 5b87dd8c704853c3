import { differences } from '../../oracle/values/comparison.ts';
import type { History } from '../../oracle/history.ts';
import { at, isObject, type Json, type JsonObject, textAt, listAt } from '../../oracle/json.ts';
import { fieldOf } from '../../oracle/values/schema-fields.ts';
import { type Creation, creationsByKey } from '../create/creations.ts';
import type { WriteOutcome } from '../fresh-reads.ts';

/**
 * Status members that the system derives from the rest of the object, so that no write can delete them (document,
 * PodStatus).
 */
const WORKED_OUT: ReadonlySet<string> = new Set(['qosClass']);

/**
 * The `status` members of those names that a write should have deleted: the object had them before, but not when it
 * was created, so they are no defaults. Members that the document does not have are skipped.
 *
 *     made { phase: 'Pending' }   before { phase: 'Pending', reason: 'x' }   of ['phase', 'reason'] -> ['reason']
 */
export function removable(
  history: History,
  { key, before, write }: WriteOutcome,
  names: readonly string[],
): readonly string[] {
  const made = creationsByKey(history)
    .get(key.id)
    ?.findLast((creation) => isOfLife(creation, before.uid));
  if (made === undefined) return [];
  const type = fieldOf(write.resource.schema).member('status');
  const status = at(before.content, 'status');
  const beyond = Object.entries(isObject(status) ? status : {}).filter(
    ([name]) => type.member(name).form === 'unknown',
  );
  const own = names.filter((name) => type.member(name).form !== 'unknown' && !isRepeatedIn(beyond, at(status, name)));
  return own.filter(
    (name) => !WORKED_OUT.has(name) && isThere(before.content, name) && !sameMember(before.content, made.made, name),
  );
}

/**
 * Whether a newer server repeats the value in a member that the document does not have. It may keep the two equal,
 * as `podIP` and `podIPs`.
 */
function isRepeatedIn(beyond: readonly (readonly [string, Json])[], value: Json | undefined): boolean {
  return value !== undefined && beyond.some(([, said]) => JSON.stringify(said).includes(JSON.stringify(value)));
}

/** The first of those members that kept its old value. */
export function keptMember(before: JsonObject, after: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => isThere(after, name) && sameMember(before, after, name));
}

/**
 * The type of the first condition that a PUT of /status lacks, and that is still there as before. A condition with
 * which the object was created may be the server's own, so it does not count.
 */
export function keptCondition(
  history: History,
  { key, before }: WriteOutcome,
  sent: Json,
  after: JsonObject,
): string | undefined {
  const made = creationsByKey(history)
    .get(key.id)
    ?.findLast((creation) => isOfLife(creation, before.uid));
  if (made === undefined) return undefined;
  const named = new Set([...conditionsIn(sent), ...conditionsIn(at(made.made, 'status'))].map(typeIn));
  const now = conditionsIn(at(after, 'status'));
  const kept = conditionsIn(at(before.content, 'status')).find(
    (condition) => !named.has(typeIn(condition)) && now.some((each) => differences(condition, each).length === 0),
  );
  return kept === undefined ? undefined : typeIn(kept);
}

function conditionsIn(status: Json | undefined): readonly JsonObject[] {
  return listAt(status, 'conditions').filter(isObject);
}

function typeIn(condition: JsonObject): string {
  return textAt(condition, 'type') ?? '';
}

function isOfLife({ made }: Creation, uid: string | undefined): boolean {
  return uid !== undefined && at(made, 'metadata', 'uid') === uid;
}

/** Null, zeros and empty values count as absent. */
export function isThere(object: Json, name: string): boolean {
  const value = at(object, 'status', name);
  return (
    value !== undefined &&
    value !== null &&
    value !== 0 &&
    value !== '' &&
    value !== false &&
    JSON.stringify(value) !== '{}' &&
    JSON.stringify(value) !== '[]'
  );
}

function sameMember(one: Json, other: Json, name: string): boolean {
  return differences(at(one, 'status', name), at(other, 'status', name)).length === 0;
}
