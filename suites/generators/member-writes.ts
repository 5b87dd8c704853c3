import { nest } from './nest.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { removedAt, valueAt, withSet } from '../oracle/values/json-edits.ts';
import type { Edit } from '../program/program.ts';
import type { Field } from '../oracle/values/field.ts';
import { at, type Json, type JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { fieldOf } from '../oracle/values/schema-fields.ts';

/** Other values for some members of one object inside a resource object. */
export interface MemberChange {
  /** Path of the object that has the members: `['spec', 'containers', '1']`. */
  readonly owner: readonly string[];
  /** `undefined` leaves a member out. */
  readonly members: Readonly<Record<string, Json | undefined>>;
}

/** The change as edits of the object, for a POST or a PUT. */
export function editsOf({ owner, members }: MemberChange): readonly Edit[] {
  return Object.entries(members).map(([member, to]): Edit => {
    const path = pointer([...owner, member]);
    return to === undefined ? { remove: path } : { set: path, to };
  });
}

/**
 * A patch of that media type that makes the change to the object. A merge patch states whole lists. A strategic
 * merge patch states the elements of a merged list up to the changed one, by their merge keys; an element with
 * another key is added.
 *
 *     containers: [c, d], d gets { tty: true }   -> { spec: { containers: [{ name: 'c' }, { name: 'd', tty: true }] } }
 */
export function patchOf(mediaType: string, object: JsonObject, change: MemberChange, schema: string): Json {
  if (mediaType === JSON_PATCH_TYPE) return jsonPatch(object, change);
  return mediaType === MERGE_PATCH_TYPE ? mergePatch(object, change) : strategicPatch(object, change, fieldOf(schema));
}

/** Members that have a meaning only together are changed by one operation. */
function jsonPatch(object: JsonObject, change: MemberChange): Json {
  const { owner, members } = change;
  const [[member, to] = [], ...more] = Object.entries(members);
  const before = valueAt(object, owner);
  if (more.length > 0 && before !== undefined)
    return [{ op: 'replace', path: pointer(owner), value: valueAt(changed(object, change), owner) ?? null }];
  if (before === undefined) return [{ op: 'add', path: pointer(owner), value: said(members) }];
  const path = pointer([...owner, member ?? '']);
  return [to === undefined ? { op: 'remove', path } : { op: 'add', path, value: to }];
}

/** The object after the change. */
export function changed(object: Json, { owner, members }: MemberChange): Json {
  return Object.entries(members).reduce<Json>((under, [member, to]) => {
    const path = [...owner, member];
    return to === undefined ? removedAt(under, path) : (withSet(under, path, to) ?? under);
  }, object);
}

function mergePatch(object: JsonObject, change: MemberChange): Json {
  const { owner, members } = change;
  const list = owner.findIndex((_, index) => Array.isArray(valueAt(object, owner.slice(0, index))));
  if (list === -1) return nest(owner, said(members));
  const path = owner.slice(0, list);
  return nest(path, valueAt(changed(object, change), path) ?? null);
}

/** The members as a merge patch states them: null removes a member. */
function said(members: MemberChange['members']): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([member, to]) => [member, to ?? null]));
}

function strategicPatch(value: Json | undefined, change: MemberChange, field: Field): Json {
  const { owner, members } = change;
  const [step, ...rest] = owner;
  if (step === undefined) return said(members);
  const inner = { owner: rest, members };
  if (!Array.isArray(value)) return { [step]: strategicPatch(at(value, step), inner, field.member(step)) };
  const key = field.mergeKey;
  if (key === undefined) return changed(value, change);
  const elements = value.slice(0, Number(step) + 1) as JsonObject[];
  const named = elements.map((element) => ({ [key]: element[key] ?? null }));
  const element = elements.at(-1);
  const to = strategicPatch(element, inner, field.element()) as JsonObject;
  const whole = rest.length === 0 && Object.hasOwn(members, key) ? element : named.at(-1);
  return [...named.slice(0, -1), { ...whole, ...to }];
}
