import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isInWholeList, mergeKeyAt } from './whole-lists.ts';
import type { Resource } from '../../../../spec/surface/resources.ts';
import type { Bendable } from '../../fault.ts';
import { isObject } from '../../bend.ts';
import type { Witness, WitnessRequest } from '../witness.ts';
import { emptyOf } from './empties.ts';
import type { MemberPlace } from './member-place.ts';
import { otherValue } from './other-value.ts';
import { type MemberPattern, spotsIn } from './pattern.ts';
import { SAMPLE_NAME } from './sample.ts';
import { isPatch, isPost, POST, type WriteForm } from './write.ts';

const collection = ({ prefix, namespaced, plural }: Resource): string =>
  `${prefix}${namespaced ? '/namespaces/{ns}' : ''}/${plural}`;
const target = (resource: Resource): string => `${collection(resource)}/${SAMPLE_NAME(resource)}`;

export const reading = (resource: Resource): WitnessRequest => ({ method: 'GET', target: target(resource) });
export const creating = (resource: Resource, body: Bendable): WitnessRequest => ({
  method: 'POST',
  target: collection(resource),
  body,
});

/** A write of that sample: the whole object, or a patch with the member. */
export function writing(
  place: Pick<MemberPlace, 'resource' | 'pattern'>,
  write: WriteForm,
  sample: Bendable,
): WitnessRequest {
  const { resource, pattern } = place;
  const headers = write.form === undefined ? {} : { headers: { 'content-type': write.form } };
  if (isPost(write)) return { ...creating(resource, sample), ...headers };
  const path = `${target(resource)}${/status/i.test(write.verb) ? '/status' : ''}`;
  if (write.mediaType === undefined) return { method: 'PUT', target: path, ...headers, body: sample };
  return {
    method: 'PATCH',
    target: path,
    headers: { 'content-type': write.mediaType },
    body: patchOf(resource, pattern, write.mediaType, sample),
  };
}

/** The requests that set a member by a write: create the object, without the member if it can lack it, then write. */
export function setting(place: MemberPlace, write: WriteForm, sample: Bendable): Witness {
  const { resource } = place;
  if (write.id === POST.id) return [creating(resource, sample), reading(resource)];
  const before = place.isNeeded ? sample : place.isRequired ? withOther(place, sample) : without(place, sample);
  return [...made(place, before), writing(place, write, sample), reading(resource)];
}

/** The requests that remove a member by a write. */
export function unsetting(place: MemberPlace, write: WriteForm, sample: Bendable): Witness {
  return [
    ...made(place, sample),
    isPatch(write) ? removing(place, write, sample) : writing(place, write, without(place, sample)),
    reading(place.resource),
  ];
}

/** The requests that write an object which lacks the member, without the member. */
export function leavingOut(place: MemberPlace, write: WriteForm, sample: Bendable): Witness {
  const lacking = without(place, sample);
  if (write.id === POST.id) return [creating(place.resource, lacking), reading(place.resource)];
  return [...made(place, lacking), writing(place, write, lacking), reading(place.resource)];
}

/** The requests that set a member to its empty value by a write. */
export function emptying(place: MemberPlace, write: WriteForm, sample: Bendable): Witness {
  return overwriting(place, write, sample, () => emptyOf(place));
}

/** The requests that set the first entry of a map to a value by a write. */
export const settingEntries =
  (text: '' | null) =>
  (place: MemberPlace, write: WriteForm, sample: Bendable): Witness =>
    overwriting(place, write, sample, (map) => withFirst(map, text));

function withFirst(map: unknown, text: unknown): unknown {
  return isObject(map)
    ? Object.fromEntries(Object.entries(map).map(([key, each], index) => [key, index === 0 ? text : each]))
    : map;
}

/** The requests that replace the value of a member by a write. */
function overwriting(
  place: MemberPlace,
  write: WriteForm,
  sample: Bendable,
  change: (value: unknown) => unknown,
): Witness {
  const changed = structuredClone(sample);
  for (const spot of spotsIn(changed, place.pattern)) spot.set(change(spot.value));
  if (write.id === POST.id) return [creating(place.resource, changed), reading(place.resource)];
  return [...made(place, sample), writing(place, write, changed), reading(place.resource)];
}

/** The requests that write another member of an object that has the member. */
export function writingElse(place: MemberPlace, write: WriteForm, sample: Bendable): Witness {
  const elsewhere = isPatch(write)
    ? patchElsewhere(write, place.pattern[1] === 'annotations' ? 'labels' : 'annotations')
    : undefined;
  const { method, target: path, headers, body } = writing(place, write, sample);
  return [
    ...made(place, sample),
    { method, target: path, ...(headers === undefined ? {} : { headers }), body: elsewhere ?? body },
    reading(place.resource),
  ];
}

/** Creates the object; a status takes a write of its own. */
function made({ resource, inStatus }: MemberPlace, sample: Bendable): WitnessRequest[] {
  const created = creating(resource, sample);
  return inStatus ? [created, { method: 'PUT', target: `${target(resource)}/status`, body: sample }] : [created];
}

function patchElsewhere({ mediaType }: WriteForm, map: string): unknown {
  return mediaType === JSON_PATCH_TYPE
    ? [{ op: 'add', path: `/metadata/${map}/elsewhere`, value: 'yes' }]
    : { metadata: { [map]: { elsewhere: 'yes' } } };
}

function without({ pattern }: Pick<MemberPlace, 'pattern'>, sample: Bendable): Bendable {
  const copy = structuredClone(sample);
  for (const spot of spotsIn(copy, pattern)) spot.remove();
  return copy;
}

function withOther(place: MemberPlace, sample: Bendable): Bendable {
  const copy = structuredClone(sample);
  for (const spot of spotsIn(copy, place.pattern)) spot.set(otherValue(place, spot.value));
  return copy;
}

function removing(place: MemberPlace, write: WriteForm, sample: Bendable): WitnessRequest {
  const { headers, target: path, body } = writing(place, write, sample);
  if (write.mediaType === JSON_PATCH_TYPE)
    return {
      method: 'PATCH',
      target: path,
      headers: headers ?? {},
      body: (body as { path: string }[]).map((operation) => ({ op: 'remove', path: operation.path })),
    };
  const nulled = structuredClone(body);
  for (const spot of spotsIn(nulled, place.pattern)) {
    if (isInWholeList(place, write)) spot.remove();
    else spot.set(null);
  }
  return { method: 'PATCH', target: path, headers: headers ?? {}, body: nulled };
}

/** The patch of that type that gives the member its value in the sample. */
function patchOf(resource: Resource, pattern: MemberPattern, mediaType: string, sample: Bendable): unknown {
  const [concrete] = pathsOf(sample, pattern);
  if (concrete === undefined) return mediaType === JSON_PATCH_TYPE ? [] : {};
  if (mediaType === JSON_PATCH_TYPE)
    return [
      {
        op: 'add',
        path: concrete.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
        value: valueAt(sample, concrete),
      },
    ];
  return partOf(sample, concrete, { resource, at: [], strategic: mediaType === STRATEGIC_MERGE_PATCH_TYPE });
}

interface WitnessPart {
  readonly resource: Resource;
  readonly at: readonly string[];
  readonly strategic: boolean;
}

/**
 * The part of a value that leads to a place: whole lists for a merge patch, elements known by their merge keys for a
 * strategic one.
 */
function partOf(value: unknown, path: readonly string[], part: WitnessPart): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = { ...part, at: [...part.at, step] };
  if (!Array.isArray(value)) return { [step]: partOf((value as Bendable)[step], rest, inner) };
  const key = part.strategic ? mergeKeyAt(part.resource, part.at) : undefined;
  if (key === undefined) return value;
  // The patch includes the elements before it, so that its first and later elements are those of the object.
  return (value as Bendable[])
    .slice(0, Number(step) + 1)
    .map((element, index) =>
      index < Number(step)
        ? { [key]: element[key] }
        : { [key]: element[key], ...(partOf(element, rest, inner) as Bendable) },
    );
}

function pathsOf(value: unknown, [step, ...rest]: MemberPattern): string[][] {
  if (step === undefined) return [[]];
  if (Array.isArray(value))
    return (value as unknown[]).flatMap((element, index) =>
      step === '*' || (step === '+' ? index > 0 : String(index) === step)
        ? pathsOf(element, rest).map((path) => [String(index), ...path])
        : [],
    );
  return isObject(value) && Object.hasOwn(value, step) ? pathsOf(value[step], rest).map((path) => [step, ...path]) : [];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, step) => (inner as Bendable)[step], value);
}
