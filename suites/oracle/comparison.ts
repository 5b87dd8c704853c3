import type { Field } from './field.ts';
import { UNKNOWN_FIELD } from './field.ts';
import type { Json, JsonObject } from './json.ts';
import { at, isObject } from './json.ts';
import { escapeStep } from './json-pointer.ts';
import { quantityValue } from './quantity.ts';
import { fieldOf } from './schema-fields.ts';

/** A place where two values differ. `undefined` is an absent member. */
export interface Difference {
  /** JSON pointer; elements of a list with a merge key are named by it: `/spec/containers/[name=c]/image`. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

export interface CompareOptions {
  /** Type id of both values, as `resource.schema`; without it lists compare in order, quantities as text, and explicit zeros count. */
  readonly schema?: string;
  /**
   * Paths left out, with all below them. In a step `*` stands for any text: as the whole of a step, for any member or element. The step
   * `?` stands for any member that the schema does not have.
   */
  readonly ignore?: readonly string[];
}

/**
 * Paths that the server or a control loop may write at any time. Annotations of the system's own domain are among them: the
 * document names one, the revision of a Deployment; and so are labels under that domain itself, such as the one by which later
 * releases let namespaces be selected by name. So are members of the metadata that the document does not have: a server may note
 * there what it likes, such as who wrote what, and a control loop's write changes it.
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
  '/metadata/labels/kubernetes.io~1*',
  '/spec/template/metadata/annotations/*kubernetes.io~1*',
  '/spec/jobTemplate/spec/template/metadata/annotations/*kubernetes.io~1*',
  '/spec/templateGeneration',
  '/status',
];

/**
 * Every place where two values differ, as the API understands them: null is absent, and so are empty lists and maps, and zeros where
 * the schema does not tell them from absent; lists with a merge key are sets by that key; quantities and times compare by value.
 *
 *     differences({ a: 1, b: null }, { a: 2 }) -> [{ path: '/a', expected: 1, actual: 2 }]
 */
export function differences(
  expected: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions = {},
): Difference[] {
  return walk(expected, actual, start(options, EXACT));
}

/**
 * What of `expected` is not in `actual`. Members and keyed elements that only `actual` has are let pass, as the system may add them;
 * lists without a key must hold what was expected in that order, with nothing between but whole objects that were added.
 */
export function missing(
  expected: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions = {},
): Difference[] {
  return walk(expected, actual, start(options, CONTAINED));
}

/**
 * Every place where `actual` is not what a write asked for: as `differences`, but members that only `actual` has are let pass, since
 * the server may fill them in. Entries of maps of text and elements of lists are not: a server has no business to add them to what was
 * asked, labels of an object that was to have none excepted (real servers copy those of its pod template).
 * `asked` is the object sent by a PUT, or what a patch made of the object before it (`applyPatch`), best with documented defaults.
 */
export function deviations(
  asked: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions = {},
): Difference[] {
  return walk(asked, actual, start(options, AS_ASKED));
}

/**
 * What `actual` has and `sent` has not, unless `mayBeDefault` allows it there. Values that both have are not compared. Entries of a
 * map that was sent are never defaults: labels, annotations, data and the like are exactly as sent.
 */
export function surplus(
  sent: Json | undefined,
  actual: Json | undefined,
  options: CompareOptions & { readonly mayBeDefault: (path: string, value: Json) => boolean },
): Difference[] {
  return walk(sent, actual, start(options, additions(options.mayBeDefault)));
}

function isTextMap({ form, member }: Field): boolean {
  return form === 'map' && member('').form === 'scalar';
}

/** Where a walk is, and what it makes of what it meets. */
interface ComparedPosition {
  readonly steps: readonly string[];
  readonly field: Field;
  /** Whether the place is an entry of a map, where every value counts. */
  readonly inMap: boolean;
  /** Whether it is an element of a list, which is there or not as a whole. */
  readonly inList: boolean;
  readonly mode: Mode;
  /** What is ignored of this place: the rest of every ignored path that leads through it, an empty one for the place itself. */
  readonly ignored: readonly Ignored[];
}

/** An ignored path, as a pattern for each of its steps. */
type Ignored = readonly RegExp[];

interface Mode {
  /** Whether a member that only the second value has is a difference. */
  readonly extra: (place: ComparedPosition, value: Json) => boolean;
  /** Whether a value that both have must be the same, and one that only the first has be there. */
  readonly compares: boolean;
  /** Whether objects may stand between the elements of a list that were expected. */
  readonly gaps: boolean;
  /** Whether members that the schema does not have count: what becomes of them when they are sent is not shown. */
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
    mode,
    ignored,
  };
}

const PATTERNS = new Map<string, Ignored>();

function patternsOf(path: string): Ignored {
  const patterns = PATTERNS.get(path) ?? path.slice(1).split('/').map(pattern);
  PATTERNS.set(path, patterns);
  return patterns;
}

/** The pattern of the step `?`; matches no step by its text. */
const UNHEARD_OF = /(?!)/;

function pattern(step: string): RegExp {
  if (step === '?') return UNHEARD_OF;
  return new RegExp(`^${step.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 's');
}

function walk(expected: Json | undefined, actual: Json | undefined, place: ComparedPosition): Difference[] {
  if (isIgnored(place) || expected === actual) return [];
  const [left, right] = [present(expected, place), present(actual, place)];
  if (left === undefined && right === undefined) return [];
  if (left === undefined)
    return right === undefined || !place.mode.extra(place, right) ? [] : lacking(undefined, right, place);
  if (right === undefined) return place.mode.compares ? lacking(left, undefined, place) : [];
  if (isObject(left) && isObject(right)) return inObjects(left, right, place);
  if (Array.isArray(left) && Array.isArray(right)) return inLists(left, right, place);
  return !place.mode.compares || sameScalar(left, right, place.field) ? [] : [difference(place, left, right)];
}

/** Differences where one side is absent: of an object those of its members, as some of them may be ignored. */
function lacking(expected: Json | undefined, actual: Json | undefined, place: ComparedPosition): Difference[] {
  const there = expected ?? actual;
  if (!isObject(there) || place.inList || !place.mode.compares) return [difference(place, expected, actual)];
  const within = isObject(expected) ? inObjects(expected, {}, place) : inObjects({}, there, place);
  return within.length === 0 && place.field.explicit ? [difference(place, expected, actual)] : within;
}

function inObjects(expected: JsonObject, actual: JsonObject, place: ComparedPosition): Difference[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const inMap = place.field.form === 'map';
  const found: Difference[] = [];
  for (const name of names) {
    const [left, right] = [at(expected, name), at(actual, name)];
    if (isSame(left, right)) continue;
    const field = place.field.member(name);
    if (field === UNKNOWN_FIELD && place.field.form === 'object' && !place.mode.unheardOf) continue;
    found.push(...walk(left, right, below(place, escapeStep(name), field, inMap, false)));
  }
  return found;
}

function inLists(expected: readonly Json[], actual: readonly Json[], place: ComparedPosition): Difference[] {
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

/** Elements one by one, as they stand. */
function inOrder(expected: readonly Json[], actual: readonly Json[], place: ComparedPosition): Difference[] {
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) =>
    walk(expected[index], actual[index], elementAt(place, String(index))),
  ).flat();
}

/** Scalars as they stand; objects in order, where others that the system added may stand between. */
function inSequence(expected: readonly Json[], actual: readonly Json[], place: ComparedPosition): Difference[] {
  if (!expected.every(isObject)) return inOrder(expected, actual, { ...place, mode: EXACT });
  let next = 0;
  for (const element of actual) {
    const wanted = expected[next];
    if (wanted !== undefined && walk(wanted, element, elementAt(place, String(next))).length === 0) next += 1;
  }
  return next === expected.length ? [] : inOrder(expected, actual, place);
}

/** Elements matched by key, whatever their order; of several with one key, the first with the first. */
function inSets(
  expected: readonly Json[],
  actual: readonly Json[],
  place: ComparedPosition,
  keyOf: (element: Json) => Json | undefined,
  name: string,
): Difference[] {
  const [left, right] = [grouped(expected, keyOf), grouped(actual, keyOf)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [lefts, rights] = [left.get(key) ?? [], right.get(key) ?? []];
    const within = elementAt(place, `[${name}=${escapeStep(unquoted(key))}]`);
    return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, index) =>
      walk(lefts[index], rights[index], within),
    ).flat();
  });
}

function grouped(list: readonly Json[], keyOf: (element: Json) => Json | undefined): Map<string, Json[]> {
  const groups = new Map<string, Json[]>();
  for (const element of list) {
    const key = JSON.stringify(keyOf(element) ?? null);
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  return groups;
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
    if (first === UNHEARD_OF ? unheardOf : first?.test(step) === true) still.push(patterns.slice(1));
  }
  return { steps, field, inMap, inList, mode, ignored: still };
}

/** Whether two values are the same to the last member: most of what is compared is, and need not be walked through. */
function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(right, name) || !isSame((left as JsonObject)[name], (right as JsonObject)[name])) return false;
  }
  return true;
}

/** The value, or `undefined` where the API takes it for absent there. Elements of lists and entries of maps are what they are. */
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

function difference(place: ComparedPosition, expected: Json | undefined, actual: Json | undefined): Difference {
  return { path: pathOf(place), expected, actual };
}
