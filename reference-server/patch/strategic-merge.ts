import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Json } from '../../shared/json.ts';
import { isList, isObject, type JsonObject, memberOf, type MutableObject, setMember } from './json-values.ts';
import { mergedKeyedList, withoutDeleted } from './keyed-list-merge.ts';
import { inElementOrder, withoutDirectives } from './element-order.ts';
import {
  DELETE_FROM_LIST,
  ELEMENT_ORDER,
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  directiveOf,
  directivesFor,
  isDirective,
} from './merge-directives.ts';
import { type MergeType, mergeTypeOf } from './merge-type.ts';
import { PatchError } from './patch-error.ts';

/** The dialect choices for strategic merges. */
export type StrategicMergeChoices = Pick<DialectChoices, 'patch.null-in-new-map' | 'patch.merge-directive'>;

/**
 * Strategic merge: like merge patch, but the type of each list says whether it is replaced or merged (document,
 * Semantics 4).
 *
 *     containers [{name: a, image: x}]  patched with  [{name: a, tty: true}, {name: b}]  gives  [{name: a, image: x, tty: true}, {name: b}]
 * A merged list has the order of the patch; entries that the patch does not name stay before the first that stood
 * after them (`element-order.ts`). `$setElementOrder/<list>` requests another order. `$patch` in an object or in an
 * entry of a merged list replaces or deletes it, `$retainKeys` drops the members that it does not name,
 * `$deleteFromPrimitiveList/<list>` removes values from a list of primitives. In some dialects a missing map is
 * stored as sent, with its nulls and directives. Throws `PatchError`.
 */
export function applyStrategicMerge(
  document: Json,
  patch: Json,
  schemaTypeId: string,
  choices: StrategicMergeChoices,
): Json {
  if (!isObject(patch)) throw new PatchError('undecodable', 'a strategic merge patch is an object');
  return mergedObject(isObject(document) ? document : {}, patch, mergeTypeOf(schemaTypeId), '', choices);
}

/** `where` is the field path of the object, for messages. */
function mergedObject(
  old: JsonObject,
  patch: JsonObject,
  type: MergeType,
  where: string,
  choices: StrategicMergeChoices,
): JsonObject {
  const directive = directiveOf(patch, where, choices);
  if (directive === 'replace') return withoutDirective(patch);
  if (directive === 'delete') return {};
  const result: MutableObject = retained(old, patch, where);
  for (const [member, value] of Object.entries(patch)) {
    if (isDirective(member)) continue;
    if (value === null) delete result[member];
    else
      setMember(
        result,
        member,
        mergedMember(memberOf(result, member), value, type.member(member), pathOf(where, member), choices),
      );
  }
  for (const member of directivesFor(patch, DELETE_FROM_LIST)) removePrimitives(result, patch, member, where, choices);
  for (const member of directivesFor(patch, ELEMENT_ORDER)) order(result, old, patch, type, member, where, choices);
  return result;
}

function pathOf(where: string, member: string): string {
  return where === '' ? member : `${where}.${member}`;
}

function withoutDirective(patch: JsonObject): JsonObject {
  const { [PATCH_DIRECTIVE]: _, ...rest } = patch;
  return rest;
}

/** The old members that `$retainKeys` keeps; all of them if the patch has none. */
function retained(old: JsonObject, patch: JsonObject, where: string): MutableObject {
  const keys = memberOf(patch, RETAIN_KEYS);
  if (keys === undefined) return { ...old };
  if (!isList(keys)) throw new PatchError('undecodable', `${RETAIN_KEYS} must be a list of member names`, where);
  const kept = new Set<Json>(keys);
  for (const [member, value] of Object.entries(patch)) {
    if (isDirective(member) || value === null || kept.has(member)) continue;
    throw new PatchError(
      'undecodable',
      `${RETAIN_KEYS} does not name "${member}", which the patch sets`,
      pathOf(where, member),
    );
  }
  return Object.fromEntries(Object.entries(old).filter(([member]) => kept.has(member)));
}

function mergedMember(
  old: Json | undefined,
  patch: Json,
  type: MergeType,
  where: string,
  choices: StrategicMergeChoices,
): Json {
  if (takesOver(choices) && !(isObject(old) && isObject(patch)) && !(isList(old) && isList(patch))) return patch;
  if (isObject(patch)) return mergedObject(isObject(old) ? old : {}, patch, type, where, choices);
  if (!isList(patch) || !type.merges) return patch;
  const { mergeKey } = type;
  const all = isList(old) ? old : [];
  const before = mergeKey === undefined ? all : withoutDeleted(all, patch, mergeKey);
  const list =
    mergeKey === undefined
      ? union(before, patch, where)
      : mergedKeyedList(before, patch, mergeKey, {
          where,
          choices,
          merge: (entry, change, at) =>
            entry === undefined && takesOver(choices)
              ? change
              : mergedObject(entry ?? {}, change, type.item(), at, choices),
        });
  return inElementOrder({ list, old: before, sent: [], wanted: withoutDirectives(patch), mergeKey, where });
}

/** Whether a new value, or one of another type, is stored as sent, with its nulls and directives. */
function takesOver(choices: StrategicMergeChoices): boolean {
  return choices['patch.null-in-new-map'] === 'taken-over';
}

/** The values of both lists, each once. */
function union(old: readonly Json[], patch: readonly Json[], where: string): Json[] {
  const added: Json[] = [];
  const known = new Set<Json>(old);
  for (const value of patch) {
    if (typeof value === 'object' && value !== null)
      throw new PatchError('undecodable', `${where} is a list of primitives`, where);
    if (known.has(value)) continue;
    known.add(value);
    added.push(value);
  }
  return [...old, ...added];
}

function removePrimitives(
  result: MutableObject,
  patch: JsonObject,
  member: string,
  where: string,
  choices: StrategicMergeChoices,
): void {
  const removed = memberOf(patch, `${DELETE_FROM_LIST}${member}`);
  if (!isList(removed))
    throw new PatchError('undecodable', `${DELETE_FROM_LIST}${member} must be a list`, pathOf(where, member));
  const list = memberOf(result, member);
  if (list === undefined && takesOver(choices)) setMember(result, member, removed);
  if (!isList(list)) return;
  const gone = new Set<Json>(removed);
  const added = memberOf(patch, member);
  const stays = new Set<Json>(isList(added) ? added : []);
  setMember(
    result,
    member,
    list.filter((value) => !gone.has(value) || stays.has(value)),
  );
}

function order(
  result: MutableObject,
  old: JsonObject,
  patch: JsonObject,
  type: MergeType,
  member: string,
  where: string,
  choices: StrategicMergeChoices,
): void {
  const wanted = memberOf(patch, `${ELEMENT_ORDER}${member}`);
  const path = pathOf(where, member);
  if (!isList(wanted)) throw new PatchError('undecodable', `${ELEMENT_ORDER}${member} must be a list`, path);
  const list = memberOf(result, member);
  if (!isList(list)) return;
  const before = memberOf(old, member);
  const sent = memberOf(patch, member);
  const [listBefore, listSent] = [before, sent].map((value) => (isList(value) ? value : [])) as [
    readonly Json[],
    readonly Json[],
  ];
  if (takesOver(choices) && listBefore.length + listSent.length === 0)
    throw new PatchError('undecodable', `there is nothing to order in ${path}`, path);
  const { mergeKey } = type.member(member);
  setMember(result, member, inElementOrder({ list, old: listBefore, sent: listSent, wanted, mergeKey, where: path }));
}
