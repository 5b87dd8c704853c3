import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { distinctChange } from '../../generators/changes.ts';
import { statusOf } from '../../generators/statuses.ts';
import { edited, fc, inTurn, minimalObject, OWN_LABEL, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { mayOwn, referenceTo } from '../reference-to.ts';
import type { JsonObject, Operation, Program, Resource, Step } from '../rule.ts';
import { fence, made, watchBy, type WatchedName } from './watch-steps.ts';

/**
 * One deed of a story. `hold` gives the object a finalizer and an owner, and takes both away. `other` uses the other
 * group-version of the kind, if it has one; `unlabel` takes all labels away.
 */
export interface StoryWrite {
  readonly name: WatchedName;
  readonly what:
    | 'patch'
    | 'strategic'
    | 'json'
    | 'put'
    | 'status'
    | 'put-status'
    | 'hold'
    | 'unlabel'
    | 'remove'
    | 'other';
  readonly status: JsonObject;
}

/** The changes that a story may make on that resource. */
function changesOn({ hasStatus, namespaced }: Resource): StoryWrite['what'][] {
  return [
    'patch',
    'strategic',
    'json',
    'put',
    'other',
    ...(hasStatus ? (['status', 'put-status'] as const) : []),
    ...(namespaced ? (['hold', 'unlabel'] as const) : []),
  ];
}

const NAME = fc.constantFrom<WatchedName>('a', 'ab');

/** Which objects exist before the story begins. */
export const BEFORE: fc.Arbitrary<readonly WatchedName[]> = fc.constantFrom<readonly WatchedName[]>(
  [],
  ['a'],
  ['a', 'ab'],
);

/** Short stories of writes on two objects; one name is a prefix of the other. */
export function deeds(operation: Operation, least: number, most: number): fc.Arbitrary<readonly StoryWrite[]> {
  const resource = resourceOf(operation);
  const what = inTurn(...changesOn(resource), ...(resource.namespaced ? (['remove'] as const) : []));
  return fc.array(fc.record({ name: NAME, what, status: statusOf(resource) }), { minLength: least, maxLength: most });
}

/**
 * Stories that make every change once, in any order, on two objects. None, one or both of them exist before the story;
 * a missing one is created first. At the end one object is deleted.
 */
export function everyDeed(
  operation: Operation,
): fc.Arbitrary<{ readonly there: readonly WatchedName[]; readonly story: readonly StoryWrite[] }> {
  const resource = resourceOf(operation);
  const changes = changesOn(resource);
  const places = fc.array(fc.record({ name: NAME, status: statusOf(resource) }), {
    minLength: changes.length,
    maxLength: changes.length,
  });
  const changed = fc
    .tuple(fc.shuffledSubarray(changes, { minLength: changes.length }), places)
    .map(([order, each]) => each.map((place, index): StoryWrite => ({ ...place, what: order[index] ?? 'patch' })));
  return fc.tuple(BEFORE, changed, NAME).map(([there, story, last]) => ({
    there,
    story: [
      ...(['a', 'ab'] as const)
        .filter((name) => !there.includes(name))
        .map((name): StoryWrite => ({ name, what: 'patch', status: {} })),
      ...story,
      ...(resource.namespaced ? [{ name: last, what: 'remove', status: {} } as const] : []),
    ],
  }));
}

/**
 * The steps of a story: a write of a missing object creates it. Each write keeps its response as `w0`,
 * `w1`, ...
 */
export function storySteps(
  operation: Operation,
  story: readonly StoryWrite[],
  there: readonly WatchedName[] = [],
): Step[] {
  const on = stepsOn(resourceOf(operation));
  const present = new Set<string>(there);
  return story.flatMap((deed, index) => {
    const name = `{{${deed.name}}}`;
    if (!present.has(deed.name)) {
      present.add(deed.name);
      return [on.create(minimalObject(on.maker, name), { as: `w${index}` })];
    }
    if (deed.what === 'remove') present.delete(deed.name);
    return written(on, name, deed, index);
  });
}

function written(on: Steps, name: string, { what, status }: StoryWrite, index: number): Step[] {
  const as = `w${index}`;
  if (what === 'remove') return [on.remove(name), on.get(name)];
  if (what === 'hold') return held(on, name, index);
  if (what === 'status') return [on.patchStatus(name, { status }, { as })];
  if (what === 'put-status')
    return [
      on.get(name, { as: `r${index}` }),
      on.replaceStatus(name, edited(`r${index}`, [{ set: '/status', to: status }]), { as }),
    ];
  if (what === 'unlabel') return [on.patch(name, { metadata: { labels: null } }, { as })];
  if (what === 'json')
    return [
      // The whole map, because an earlier deed may have taken it away.
      on.patch(name, [{ op: 'add', path: '/metadata/labels', value: { ...OWN_LABEL, 'plumbline-deed': as } }], {
        as,
        contentType: JSON_PATCH_TYPE,
      }),
    ];
  if (what === 'put')
    return [
      on.get(name, { as: `r${index}` }),
      on.replace(name, edited(`r${index}`, distinctChange(on.resource, `m${index}`)), { as }),
    ];
  const gvr = what === 'other' ? stepsOn(otherGroupVersion(on.resource)) : on;
  return [
    gvr.patch(
      name,
      { metadata: { annotations: { 'plumbline-deed': as } } },
      { as, contentType: what === 'strategic' ? STRATEGIC_MERGE_PATCH_TYPE : MERGE_PATCH_TYPE },
    ),
  ];
}

/**
 * Each write changes one member of the metadata alone: the finalizers or, on kinds that may own others, the owner
 * references.
 */
function held(on: Steps, name: string, index: number): Step[] {
  const as = `w${index}`;
  const hold = on.patch(name, { metadata: { finalizers: ['example.com/hold'] } });
  const release = { metadata: { finalizers: null } };
  if (!mayOwn(on.maker)) return [hold, on.patch(name, release, { as })];
  const owner = `owner${index}`;
  const ownerName = `{{o${index}}}`;
  return [
    on.create(minimalObject(on.maker, ownerName), { as: owner }),
    hold,
    on.patch(name, { metadata: { ownerReferences: [referenceTo(on.maker, ownerName, owner)] } }),
    on.patch(name, release),
    on.patch(name, { metadata: { ownerReferences: null } }, { as }),
  ];
}

/**
 * A story with an open watch: the named objects exist, the watch is opened, the story runs, and its last event is
 * awaited.
 */
export function watchedStory(
  operation: Operation,
  { there, story }: { readonly there: readonly WatchedName[]; readonly story: readonly StoryWrite[] },
): Program {
  return [
    ...made(operation, there),
    watchBy(operation, 'seen'),
    ...storySteps(operation, story, there),
    ...fence(operation, 'seen'),
  ];
}

/**
 * PUTs that change nothing, of which some servers deliver an event for the first, and a PUT with a version that was
 * replaced, of which no watch may deliver one.
 */
export function noOpAndStalePuts(on: Steps, name: string): Step[] {
  return [
    on.get(name, { as: 'unchanged' }),
    on.replace(name, { $from: 'unchanged' }, { as: 'same' }),
    on.replace(name, { $from: 'same' }, { as: 'same' }),
    on.patch(name, { metadata: { annotations: { 'plumbline-deed': 'between' } } }),
    on.replace(name, edited('same', distinctChange(on.resource, 'stale'))),
  ];
}

/** An object is changed in two ways and deleted while a watch is open. */
export function changeAndDeletion(operation: Operation): Program {
  const story = (['patch', 'put', 'remove'] as const).map((what): StoryWrite => ({ name: 'a', what, status: {} }));
  return watchedStory(operation, { there: ['a', 'ab'], story });
}
