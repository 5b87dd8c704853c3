import { isDirective } from '../oracle/merge/directives.ts';
import { type MemberPath, at, isObject, type Json, type JsonObject } from '../oracle/json.ts';
import { type Arbitrary, constant, constantFrom, oneof, tuple } from 'fast-check';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { annotations } from './annotations.ts';
import { image } from './images.ts';
import { MUTABLE, type Mutable, type MutableMap, type MutableMember } from './mutable-members.ts';
import { podSpecPatch } from './container-patches.ts';
import { nest } from './nest.ts';

export type PatchKind = 'json' | 'merge' | 'strategic';

/** The media type of each kind of patch (document, Media types). */
export const PATCH_MEDIA_TYPES: Readonly<Record<PatchKind, string>> = {
  json: JSON_PATCH_TYPE,
  merge: MERGE_PATCH_TYPE,
  strategic: STRATEGIC_MERGE_PATCH_TYPE,
};

export interface PatchCase {
  readonly mediaType: string;
  readonly body: Json;
}

/**
 * Legal patches of an object that was made from `object`: they change only mutable members, and JSON pointers need
 * only existing parents. The object on the server may have gained members since.
 */
export function patchFor(resource: Resource, object: JsonObject, kind: PatchKind): Arbitrary<PatchCase> {
  const mutable = MUTABLE[resource.kind];
  return BODIES[kind](mutable, object).map((body) => ({ mediaType: PATCH_MEDIA_TYPES[kind], body }));
}

/** JSON patches that must not be applied: a `test` fails after operations that would have changed something. */
export function failingPatchFor(resource: Resource, object: JsonObject): Arbitrary<PatchCase> {
  const mutable = MUTABLE[resource.kind];
  return tuple(operations(mutable, object), constantFrom(...failingTests(mutable.template))).map(([first, test]) => ({
    mediaType: PATCH_MEDIA_TYPES.json,
    body: [...first, ...test],
  }));
}

/**
 * Lists of JSON patch operations. The last operation of each list is a `test` that fails for every object: of a text, or
 * of a map or of a list of that template, whose value differs in part from the one that was just added.
 */
export function failingTests(template?: MemberPath): readonly (readonly JsonObject[])[] {
  const almost = (path: MemberPath, value: Json, others: readonly Json[]): JsonObject[][] =>
    others.map((other) => [
      { op: 'add', path: pointer(path), value },
      { op: 'test', path: pointer(path), value: other },
    ]);
  const texts = [
    { op: 'test', path: '/metadata/name', value: 'another-name' },
    { op: 'test', path: '/kind', value: 'Another' },
    { op: 'test', path: '/metadata/name', value: 1 },
    { op: 'test', path: '/metadata/name', value: true },
    { op: 'test', path: '/metadata/uid', value: 'another-uid' },
    { op: 'test', path: '/metadata/resourceVersion', value: 'another-version' },
  ];
  const wholes = [
    ...almost(ANNOTATIONS, { a: '1', b: '2' }, [{ a: '1', b: '3' }, { a: '3', b: '2' }, { a: '1' }, { a: 1, b: '2' }]),
    ...(template === undefined
      ? []
      : almost(
          [...template, 'spec', 'containers', '0', 'args'],
          ['x', 'y'],
          [['x', 'z'], ['z', 'y'], ['y', 'x'], ['x']],
        )),
  ];
  return [...texts.map((test) => [test]), ...wholes];
}

const BODIES: Readonly<Record<PatchKind, (mutable: Mutable, object: JsonObject) => Arbitrary<Json>>> = {
  json: operations,
  merge: (mutable, object) =>
    merged([
      ...mergeParts(mutable, object),
      ...nullsUnderNothing(mutable, object),
      ...annotationsAsAWhole(object),
      ...wholeLists(mutable),
    ]),
  strategic: strategicBody,
};

/** The content of a merge patch, mostly together with features of strategic merge patches only. */
function strategicBody(mutable: Mutable, object: JsonObject): Arbitrary<Json> {
  const common = merged([...mergeParts(mutable, object), ...replacedMaps(mutable, object)]);
  const { template } = mutable;
  if (template === undefined) return common;
  const inside = podSpecPatch(object, [...template, 'spec']).map((spec) => nest([...template, 'spec'], spec));
  return oneof(
    { weight: 1, arbitrary: common },
    { weight: 1, arbitrary: inside },
    { weight: 3, arbitrary: tuple(common, inside).map(overlay) },
  );
}

/** One to three partial patches merged into one. */
function merged(parts: readonly Arbitrary<JsonObject>[]): Arbitrary<JsonObject> {
  const one = oneof(...parts);
  return oneof(one, tuple(one, one).map(overlay), tuple(one, one, one).map(overlay));
}

function overlay(parts: readonly JsonObject[]): JsonObject {
  return parts.reduce((under, over) => deepMerge(under, over));
}

/** Members of both; objects are merged recursively. A part with directives, or a list, is kept whole. */
function deepMerge(under: JsonObject, over: JsonObject): JsonObject {
  const shared = Object.entries(over).map(([name, value]): [string, Json] => {
    const other = at(under, name);
    return [
      name,
      isObject(value) && isObject(other) && !hasDirective(value) && !hasDirective(other)
        ? deepMerge(other, value)
        : value,
    ];
  });
  return { ...under, ...Object.fromEntries(shared) };
}

function hasDirective(part: JsonObject): boolean {
  return Object.keys(part).some(isDirective);
}

/**
 * The common part of merge patches and strategic merge patches: entries of maps and plain members, set or removed by
 * null.
 */
function mergeParts({ maps, members }: Mutable, object: JsonObject): Arbitrary<JsonObject>[] {
  return [...maps.flatMap((map) => mapParts(map, object)), ...members.flatMap(memberParts)];
}

function mapParts({ path, key, value }: MutableMap, object: JsonObject): Arbitrary<JsonObject>[] {
  const there = keysAt(object, path);
  const absent = key.filter((name) => !there.includes(name)).map((name) => nest([...path, name], null));
  return [
    tuple(key, value).map(([name, text]) => nest([...path, name], text)),
    ...(there.length === 0
      ? []
      : [tuple(constantFrom(...there), value).map(([name, text]) => nest([...path, name], text))]),
    ...(there.length === 0 ? [] : [constantFrom(...there).map((name) => nest([...path, name], null)), absent]),
  ];
}

/**
 * Null for a missing entry of a map. Real servers store an empty text for it in a strategic merge, so it occurs only
 * in merge patches.
 */
function nullsUnderNothing({ maps }: Mutable, object: JsonObject): Arbitrary<JsonObject>[] {
  return maps
    .filter(({ path }) => at(object, ...path) === undefined)
    .map(({ path, key }) => key.map((name) => nest([...path, name], null)));
}

/** An empty map of annotations, which changes nothing, or null, which removes the map. */
function annotationsAsAWhole(object: JsonObject): Arbitrary<JsonObject>[] {
  return keysAt(object, ANNOTATIONS).length === 0 ? [] : [constantFrom(nest(ANNOTATIONS, {}), nest(ANNOTATIONS, null))];
}

/** A map without entries of the suite's own. */
const ANNOTATIONS: MemberPath = ['metadata', 'annotations'];

/** A list that a strategic merge would merge by its key, and a merge patch replaces. */
function wholeLists({ template }: Mutable): Arbitrary<JsonObject>[] {
  if (template === undefined) return [];
  return [image().map((to) => nest([...template, 'spec', 'containers'], [{ name: 'plumbline-only', image: to }]))];
}

function memberParts({ path, value, removable }: MutableMember): Arbitrary<JsonObject>[] {
  const set = value.map((to) => nest(path, to));
  return removable ? [set, constant(nest(path, null))] : [set];
}

/** A `$patch: replace` directive in an existing map. */
function replacedMaps({ maps }: Mutable, object: JsonObject): Arbitrary<JsonObject>[] {
  const replaceable = maps.filter(({ path }) => path.at(-1) === 'annotations' && keysAt(object, path).length > 0);
  return replaceable.map(({ path, key, value }) =>
    tuple(key, value).map(([name, text]) => nest(path, { $patch: 'replace', [name]: text })),
  );
}

/** One to three operations of a JSON patch. */
function operations(mutable: Mutable, object: JsonObject): Arbitrary<readonly Json[]> {
  const one = oneof(...operationParts(mutable, object));
  return oneof(
    one,
    tuple(one, one).map((lists) => lists.flat()),
    tuple(one, one, one).map((lists) => lists.flat()),
    ...wholeAnnotations(object),
  );
}

/** Operations in groups that belong together. Each group leaves every parent that the others need. */
function operationParts({ maps, members, template }: Mutable, object: JsonObject): Arbitrary<Json[]>[] {
  return [
    constantFrom<Json[]>([{ op: 'test', path: '/metadata/name', value: at(object, 'metadata', 'name') ?? null }]),
    ...maps.flatMap((map) => mapOperations(map, object)),
    ...members
      .filter(({ path }) => at(object, ...path.slice(0, -1)) !== undefined)
      .map(({ path, value }) => value.map((to): Json[] => [{ op: 'add', path: pointer(path), value: to }])),
    ...(template === undefined
      ? []
      : [
          image().map((to): Json[] => [
            { op: 'replace', path: pointer([...template, 'spec', 'containers', 0, 'image']), value: to },
          ]),
        ]),
    ...(template === undefined ? [] : [constantFrom(listOperations([...template, 'spec', 'containers', '0', 'args']))]),
  ];
}

/** Operations on the elements of a list: at an index, at the end, and not at the beginning. */
function listOperations(list: MemberPath): Json[] {
  return [
    { op: 'add', path: pointer(list), value: ['first', 'last'] },
    { op: 'add', path: pointer([...list, '1']), value: 'between' },
    { op: 'add', path: pointer([...list, '-']), value: 'after' },
    { op: 'remove', path: pointer([...list, '0']) },
  ];
}

/**
 * Operations on existing entries, and on new ones beside them. A group restores each entry that it removes, because
 * another group may need it.
 */
function mapOperations({ path, key, value }: MutableMap, object: JsonObject): Arbitrary<Json[]>[] {
  const there = keysAt(object, path);
  if (there.length === 0) return [];
  const added = tuple(key, value).map(([name, text]): Json[] => [
    { op: 'add', path: pointer([...path, name]), value: text },
  ]);
  const changed = tuple(constantFrom(...there), value).map(([name, text]): Json[] => [
    { op: 'replace', path: pointer([...path, name]), value: text },
  ]);
  const moved = constantFrom(...there).map((name): Json[] => [
    { op: 'move', from: pointer([...path, name]), path: pointer([...path, 'plumbline-moved']) },
    { op: 'add', path: pointer([...path, name]), value: at(object, ...path, name) ?? '' },
  ]);
  const copied = constantFrom(...there).map((name): Json[] => [
    { op: 'copy', from: pointer([...path, name]), path: pointer([...path, 'plumbline-copied']) },
  ]);
  const renamed = value.map((text): Json[] => [
    { op: 'add', path: pointer([...path, 'plumbline-before']), value: text },
    { op: 'move', from: pointer([...path, 'plumbline-before']), path: pointer([...path, 'plumbline-after']) },
  ]);
  const removed = tuple(key, value).map(([name, text]): Json[] => {
    const target = pointer([...path, `${name}-gone`.slice(-60)]);
    return [
      { op: 'add', path: target, value: text },
      { op: 'test', path: target, value: text },
      { op: 'remove', path: target },
    ];
  });
  return [added, changed, moved, copied, renamed, removed];
}

/**
 * Sets the whole map of annotations by add or replace. It stands alone, because other operations act on its entries.
 */
function wholeAnnotations(object: JsonObject): Arbitrary<Json[]>[] {
  if (keysAt(object, ANNOTATIONS).length === 0) return [];
  return [
    tuple(constantFrom('add', 'replace'), annotations(1)).map(([op, value]): Json[] => [
      { op, path: pointer(ANNOTATIONS), value },
    ]),
  ];
}

/** Existing keys that may go: not the suite's own, which keep controllers away. */
function keysAt(object: JsonObject, path: MemberPath): string[] {
  const map = at(object, ...path);
  return isObject(map) ? Object.keys(map).filter((key) => !key.startsWith('plumbline-')) : [];
}
