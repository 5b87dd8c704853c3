import type { UpdateVerb } from '../../../spec/surface/operations.ts';
import { isDirective } from '../../oracle/merge/directives.ts';
import { mergeKeyOf, propertySchema } from '../../../spec/schemas/index.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { History } from '../../oracle/history.ts';
import { at, isObject, type Json, type JsonObject, listAt } from '../../oracle/json.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import type { WriteOutcome } from '../fresh-reads.ts';
import { type Complaint, judgeOutcomes } from '../write/outcome-demands.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';

/** A list that strategic merge patches merge by a key. */
export interface MergedList {
  /** The member of its type that holds the list: `containers`. */
  readonly member: string;
  readonly key: string;
  /** The path of the list in an object. */
  readonly path: readonly (string | number)[];
}

/** The merged list of a type's member. Throws `RangeError` if the member has no merge key. */
export function mergedList(type: string, member: string, path: readonly (string | number)[]): MergedList {
  const key = mergeKeyOf(type, member);
  if (key === undefined) throw new RangeError(`${member} of ${type} has no merge key`);
  return { member, key, path: [...path, member] };
}

/** All members of a type with a merge key, in the document's order. */
export function mergedListsOf(
  type: string,
  members: readonly string[],
  path: readonly (string | number)[],
): MergedList[] {
  return members.flatMap((member) =>
    propertySchema(type, member) === undefined ? [] : [mergedList(type, member, path)],
  );
}

/**
 * Judges strategic merge patches of merged lists. Elements whose key the patch does not name are unchanged. Elements
 * whose key it names have the patch's members and keep all others, or are gone if it deletes them. No key appears twice.
 */
export function judgeMergedLists(
  history: History,
  verb: Extract<UpdateVerb, 'patch' | 'patchStatus'>,
  listsOf: (outcome: WriteOutcome) => readonly MergedList[],
): Iterable<Finding> {
  return judgeOutcomes(history, [verb], (outcome) => {
    const patch = outcome.exchange.request.body?.value;
    if (requestType(outcome.exchange) !== STRATEGIC_MERGE_PATCH_TYPE || patch === undefined) return undefined;
    const merged = listsOf(outcome).filter((list) => mergesBoth(list, outcome.before.content, patch));
    if (merged.length === 0) return undefined;
    return {
      shape: merged.map(({ member, key }) => `${member} by ${key}`).join(', '),
      wrong: ({ content, sameVersion }) =>
        sameVersion ? firstOf(merged, (list) => complaintOf(list, outcome.before.content, patch, content)) : undefined,
    };
  });
}

/**
 * Whether a patch changes or deletes elements of the list one by one, and the object had elements too. Only then the
 * result shows whether they merge.
 */
function mergesBoth({ path, key }: MergedList, before: JsonObject, patch: Json): boolean {
  const [had, asked] = [elementsAt(before, path), elementsAt(patch, path)];
  const keys = (elements: readonly JsonObject[]): readonly unknown[] => elements.map((element) => at(element, key));
  const isPlain = asked.every(
    (element) => at(element, key) !== undefined && (isDeleted(element) || !Object.keys(element).some(isDirective)),
  );
  return (
    had.length > 0 &&
    asked.length > 0 &&
    isPlain &&
    new Set(keys(had)).size === had.length &&
    new Set(keys(asked)).size === asked.length
  );
}

function complaintOf(
  { path, key, member }: MergedList,
  before: JsonObject,
  patch: Json,
  after: JsonObject,
): Complaint | undefined {
  const [had, asked, now] = [before, patch, after].map((object) => elementsAt(object, path));
  for (const id of new Set([...(had ?? []), ...(asked ?? [])].map((element) => at(element, key)))) {
    const [old, change, found, again] = [
      one(had, key, id),
      one(asked, key, id),
      ...(now ?? []).filter((element) => at(element, key) === id),
    ];
    const where = `${member}[${key}=${String(id)}]`;
    if (isDeleted(change)) {
      if (found === undefined) continue;
      return { expected: `no ${where}`, actual: 'it is there', cause: 'an element of a list is not deleted' };
    }
    if (found === undefined)
      return {
        expected: where,
        actual: `no such element`,
        cause: 'a list is not merged by its key',
        formerCauses: [`${member} is not merged by ${key}`],
      };
    if (again !== undefined)
      return {
        expected: `${where} once`,
        actual: 'it is there twice',
        cause: 'a list has an element twice',
        formerCauses: [`${member} has an element twice`],
      };
    const expected = { ...scalarsOf(old), ...scalarsOf(change) };
    const wrong = Object.keys(expected).find(
      (name) => at(found, name) !== expected[name] && !(at(found, name) === undefined && isZero(expected[name])),
    );
    if (wrong !== undefined)
      return {
        expected: `${where} ${wrong} ${show(expected[wrong])}`,
        actual: show(at(found, wrong)),
        cause: 'elements of a list are not merged',
        formerCauses: [`elements of ${member} are not merged`],
      };
  }
  return undefined;
}

/** Whether the directive of an element of a patch deletes the stored element. */
function isDeleted(element: JsonObject | undefined): boolean {
  return at(element, '$patch') === 'delete';
}

/** Whether a response may omit the value: empty text, zero and false. */
function isZero(value: Json | undefined): boolean {
  return value === '' || value === 0 || value === false;
}

function one(elements: readonly JsonObject[] | undefined, key: string, id: Json | undefined): JsonObject | undefined {
  return elements?.find((element) => at(element, key) === id);
}

/** The scalar members. Members with objects follow the merge rules of their own types. Nulls delete members. */
function scalarsOf(element: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(element ?? {}).filter(([, value]) => typeof value !== 'object'));
}

function elementsAt(value: Json, path: readonly (string | number)[]): JsonObject[] {
  return listAt(value, ...path).filter(isObject);
}

function firstOf<T, R>(things: readonly T[], find: (thing: T) => R | undefined): R | undefined {
  for (const thing of things) {
    const found = find(thing);
    if (found !== undefined) return found;
  }
  return undefined;
}
