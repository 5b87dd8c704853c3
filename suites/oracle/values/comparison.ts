import { groupBy } from '../../../shared/group-by.ts';
import { cached } from '../../../shared/cached.ts';
import { type Field, UNKNOWN_FIELD } from './field.ts';
import { at, isObject, type Json, type JsonObject } from '../json.ts';
import { escapeStep } from './json-pointer.ts';
import { quantityValue } from './quantity.ts';
import { fieldOf } from './schema-fields.ts';

/** A path at which two values differ. `undefined` means that the member is absent. */
export interface MemberDifference {
  /** JSON pointer. Elements of a list with a merge key are named by that key: `/spec/containers/[name=c]/image`. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

export interface CompareOptions {
  /**
   * Type id of both values, as `resource.schema`. Without it, lists compare in order, quantities compare as text,
   * and explicit zeros count.
   */
  readonly schema?: string;
  /**
   * Paths to skip, with everything below them. In a step, `*` matches any text; a step that is only `*` matches any
   * member or element. The step `?` matches any member that the schema does not have.
   */
  readonly ignore?: readonly string[];
  /** Whether to skip members that the schema does not have, which later releases add. */
  readonly onlyKnown?: true;
}

/**
 * Paths that the server or a controller may write at any time:
 * annotations and labels under the system's own domain (the document names the revision of a Deployment, and later
 * releases label namespaces with their name and pods with their zone);
 * members of the metadata that the schema does not have, such as `managedFields`.
 */
export const SYSTEM_WRITTEN: readonly string[] = [
  '/metadata/?',
  '/metadata/uid',
  '/metadata/resourceVersion',
  '/metadata/selfLink',
  '/metadata/creationTimestamp',
  '/metadata/deletionTimestamp',
  '/metadata/deletionGracePeriodSeconds',
  '/metadata/generation',
  '/metadata/finalizers',
  '/metadata/annotations/*kubernetes.io~1*',
  '/metadata/labels/*kubernetes.io~1*',
  '/spec/template/metadata/annotations/*kubernetes.io~1*',
  '/spec/jobTemplate/spec/template/metadata/annotations/*kubernetes.io~1*',
  '/spec/templateGeneration',
  '/status',
];

/**
 * Every path at which two values differ by the rules of the API. Null, empty lists and empty maps equal absent
 * members. So do zeros, unless the schema distinguishes them from absent. Lists with a merge key compare as sets by
 * that key. Quantities and times compare by value.
 *
 *     differences({ a: 1, b: null }, { a: 2 }) -> [{ path: '/a', expected: 1, actual: 2 }]
 */
export function differences(
  expected: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions = {},
): MemberDifference[] {
  return compared(expected, actual, options, EXACT);
}

/**
 * The parts of `expected` that `actual` lacks. Extra members and keyed elements of `actual` are allowed, because the
 * system may add them. Lists without a key must hold the expected elements in order; only added objects may stand
 * between them. A flag that `expected` states as false must not be true.
 */
export function missing(
  expected: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions = {},
): MemberDifference[] {
  return compared(expected, actual, options, CONTAINED);
}

/**
 * Every path at which `actual` deviates from the object that a write asked for. Unlike `differences`, it allows
 * members that only `actual` has, because the server may default them. Extra map entries and list elements are
 * deviations, and so are elements of a list that was sent empty, and a true flag that was sent as false. The exception:
 * labels of an object sent without labels, because real servers copy those of its pod template.
 * `asked` is the object sent by a PUT, or the result of `applyPatch`, best with documented defaults.
 */
export function deviations(
  asked: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions = {},
): MemberDifference[] {
  return compared(asked, actual, options, AS_ASKED);
}

/**
 * The members that `actual` has and `sent` lacks, unless `mayBeDefault` allows them there. Values present in both
 * are not compared. Entries of a map that was sent (labels, annotations, data) are never defaults.
 */
export function surplus(
  sent: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions & { readonly mayBeDefault: (path: string, value: Json) => boolean },
): MemberDifference[] {
  return compared(sent, actual, options, additions(options.mayBeDefault));
}

/** Most compared values are identical, and in no mode has such a value a difference. */
function compared(
  expected: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions,
  mode: Mode,
): MemberDifference[] {
  return isSame(expected, actual) ? [] : walk(expected, actual, start(options, mode));
}

function isTextMap({ form, member }: Field): boolean {
  return form === 'map' && member('').form === 'scalar';
}

/** The current position of a comparison, and the rules that apply there. */
interface ComparedPosition {
  readonly steps: readonly string[];
  readonly field: Field;
  /** Whether the value is an entry of a map, where zeros and empty values count. */
  readonly inMap: boolean;
  /** Whether the value is a list element. A list element is present or absent as a whole. */
  readonly inList: boolean;
  readonly mode: Mode;
  /**
   * The ignored paths that lead through this position, without the steps already taken. An empty path ignores the
   * position itself.
   */
  readonly ignored: readonly Ignored[];
}

/** An ignored path: for each step its text, or a pattern. */
type Ignored = readonly (string | RegExp)[];

interface Mode {
  /** Whether a member that only the second value has is a difference. */
  readonly extra: (place: ComparedPosition, value: Json) => boolean;
  /** Whether values present in both must be equal, and members of the first must be present in the second. */
  readonly compares: boolean;
  /** Whether added objects may stand between the expected elements of a list. */
  readonly gaps: boolean;
  /** Whether members that the schema does not have count. A server may drop or keep them. */
  readonly unheardOf: boolean;
}

const EXACT: Mode = { extra: () => true, compares: true, gaps: false, unheardOf: true };
const AS_ASKED: Mode = {
  extra: (place) => place.inMap || place.inList || (isTextMap(place.field) && pathOf(place) !== '/metadata/labels'),
  compares: true,
  gaps: false,
  unheardOf: false,
};
const CONTAINED: Mode = { extra: () => false, compares: true, gaps: true, unheardOf: false };

function additions(mayBeDefault: (path: string, value: Json) => boolean): Mode {
  return {
    extra: (place, value) => place.inMap || !mayBeDefault(pathOf(place), value),
    compares: false,
    gaps: false,
    unheardOf: true,
  };
}

function start(options: CompareOptions, mode: Mode): ComparedPosition {
  const ignored = (options.ignore ?? []).map(patternsOf);
  return {
    steps: [],
    field: options.schema === undefined ? UNKNOWN_FIELD : fieldOf(options.schema),
    inMap: false,
    inList: false,
    mode: options.onlyKnown === true && mode.unheardOf ? { ...mode, unheardOf: false } : mode,
    ignored,
  };
}

const PATTERNS = new Map<string, Ignored>();

function patternsOf(path: string): Ignored {
  return cached(PATTERNS, path, () => path.slice(1).split('/').map(pattern));
}

/** The pattern of the step `?`. It matches no text; the walk compares it by identity. */
const UNHEARD_OF = /(?!)/;

function pattern(step: string): string | RegExp {
  if (step === '?') return UNHEARD_OF;
  if (!step.includes('*')) return step;
  return new RegExp(`^${step.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 's');
}

function walk(expected: Json | undefined, actual: Json | undefined, place: ComparedPosition): MemberDifference[] {
  if (isIgnored(place) || expected === actual) return [];
  const [left, right] = [present(expected, place), present(actual, place)];
  if (left === undefined && right === undefined) return [];
  if (expected === false && right === true && place.mode.compares) return [difference(place, false, true)];
  if (left === undefined) {
    const wasEmptied = Array.isArray(expected) && place.mode === AS_ASKED;
    return right === undefined || !(wasEmptied || place.mode.extra(place, right))
      ? []
      : lacking(undefined, right, place);
  }
  if (right === undefined) return place.mode.compares ? lacking(left, undefined, place) : [];
  if (isObject(left) && isObject(right)) return inObjects(left, right, place);
  if (Array.isArray(left) && Array.isArray(right)) return inLists(left, right, place);
  return !place.mode.compares || sameScalar(left, right, place.field) ? [] : [difference(place, left, right)];
}

/**
 * The differences if one side is absent. An absent object is compared member by member, because some members may be
 * ignored.
 */
function lacking(expected: Json | undefined, actual: Json | undefined, place: ComparedPosition): MemberDifference[] {
  const there = expected ?? actual;
  if (!isObject(there) || place.inList || !place.mode.compares) return [difference(place, expected, actual)];
  const within = isObject(expected) ? inObjects(expected, {}, place) : inObjects({}, there, place);
  return within.length === 0 && place.field.explicit ? [difference(place, expected, actual)] : within;
}

function inObjects(expected: JsonObject, actual: JsonObject, place: ComparedPosition): MemberDifference[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const inMap = place.field.form === 'map';
  const found: MemberDifference[] = [];
  for (const name of names) {
    const [left, right] = [at(expected, name), at(actual, name)];
    if (isSame(left, right)) continue;
    const field = place.field.member(name);
    if (field === UNKNOWN_FIELD && place.field.form === 'object' && !place.mode.unheardOf) continue;
    found.push(...walk(left, right, below(place, escapeStep(name), field, inMap, false)));
  }
  return found;
}

function inLists(expected: readonly Json[], actual: readonly Json[], place: ComparedPosition): MemberDifference[] {
  const { mergeKey, merges } = place.field;
  if (merges)
    return inSets(
      expected,
      actual,
      place,
      (element) => (mergeKey === undefined ? element : at(element, mergeKey)),
      mergeKey ?? '',
    );
  return place.mode.gaps ? inSequence(expected, actual, place) : inOrder(expected, actual, place);
}

/** Compares elements by index. */
function inOrder(expected: readonly Json[], actual: readonly Json[], place: ComparedPosition): MemberDifference[] {
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) =>
    walk(expected[index], actual[index], elementAt(place, String(index))),
  ).flat();
}

/** Compares scalars by index. Compares objects in order, and allows objects that the system added between them. */
function inSequence(expected: readonly Json[], actual: readonly Json[], place: ComparedPosition): MemberDifference[] {
  if (!expected.every(isObject)) return inOrder(expected, actual, { ...place, mode: EXACT });
  let next = 0;
  for (const element of actual) {
    const wanted = expected[next];
    if (wanted !== undefined && walk(wanted, element, elementAt(place, String(next))).length === 0) next += 1;
  }
  return next === expected.length ? [] : inOrder(expected, actual, place);
}

/** Matches elements by key, in any order. If several share a key, equal ones match, and else the first. */
function inSets(
  expected: readonly Json[],
  actual: readonly Json[],
  place: ComparedPosition,
  keyOf: (element: Json) => Json | undefined,
  name: string,
): MemberDifference[] {
  const idOf = (element: Json): string => JSON.stringify(keyOf(element) ?? null);
  const [left, right] = [groupBy(expected, idOf), groupBy(actual, idOf)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [lefts, rights] = [left.get(key) ?? [], right.get(key) ?? []];
    const within = elementAt(place, `[${name}=${escapeStep(unquoted(key))}]`);
    const rest = [...rights];
    return [
      ...lefts.flatMap((left) => walk(left, taken(left, rest, within), within)),
      ...rest.flatMap((right) => walk(undefined, right, within)),
    ];
  });
}

/** Takes the first element that equals `left` out of `rest`, or else the first one. */
function taken(left: Json, rest: Json[], place: ComparedPosition): Json | undefined {
  const index = rest.length < 2 ? 0 : rest.findIndex((right) => walk(left, right, place).length === 0);
  return rest.splice(Math.max(index, 0), 1)[0];
}

function unquoted(key: string): string {
  return key.startsWith('"') ? key.slice(1, -1) : key;
}

function elementAt(place: ComparedPosition, step: string): ComparedPosition {
  return below(place, step, place.field.element(), false, true);
}

function below(place: ComparedPosition, step: string, field: Field, inMap: boolean, inList: boolean): ComparedPosition {
  const { mode, ignored } = place;
  const steps = [...place.steps, step];
  if (ignored.length === 0) return { steps, field, inMap, inList, mode, ignored };
  const unheardOf = place.field.form === 'object' && field === UNKNOWN_FIELD;
  const still: Ignored[] = [];
  for (const patterns of ignored) {
    const [first] = patterns;
    const leadsHere =
      first === UNHEARD_OF ? unheardOf : typeof first === 'string' ? first === step : first?.test(step) === true;
    if (leadsHere) still.push(patterns.slice(1));
  }
  return { steps, field, inMap, inList, mode, ignored: still };
}

/** Whether two values are deeply identical. */
function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((element: Json, index) => isSame(element, right[index] as Json))
    );
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(right, name) || !isSame((left as JsonObject)[name], (right as JsonObject)[name])) return false;
  }
  return true;
}

/**
 * The value, or `undefined` if the API treats it as absent at this position. List elements and map entries always
 * count.
 */
function present(value: Json | undefined, { field, inMap }: ComparedPosition): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (inMap) return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (isObject(value))
    return Object.keys(value).length === 0 && (field.form === 'map' || !field.explicit) ? undefined : value;
  return !field.explicit && (value === '' || value === 0 || value === false) ? undefined : value;
}

function sameScalar(left: Json, right: Json, field: Field): boolean {
  if (left === right) return true;
  if (field.form === 'quantity' && isPlain(left) && isPlain(right)) {
    const value = quantityValue(left);
    return value !== undefined && value === quantityValue(right);
  }
  if (field.form === 'time' && typeof left === 'string' && typeof right === 'string')
    return Date.parse(left) === Date.parse(right);
  return false;
}

function isPlain(value: Json): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isIgnored({ ignored }: ComparedPosition): boolean {
  return ignored.some((patterns) => patterns.length === 0);
}

function pathOf({ steps }: ComparedPosition): string {
  return steps.map((step) => `/${step}`).join('');
}

function difference(place: ComparedPosition, expected: Json | undefined, actual: Json | undefined): MemberDifference {
  return { path: pathOf(place), expected, actual };
}
