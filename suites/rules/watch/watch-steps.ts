import type { CallStep, NamespaceSlot, QueryTemplate, WatchStep } from '../../program/program.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { distinctChange } from '../../generators/changes.ts';
import { statusOf } from '../../generators/statuses.ts';
import {
  AT_ONCE,
  awaitEvents,
  awaitVersion,
  edited,
  fc,
  inTurn,
  minimalObject,
  operationsOf,
  OWN_LABEL,
  resourceOf,
  type Steps,
  stepsOn,
} from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { collecting, mayOwn, referenceTo } from '../reference-to.ts';
import type { JsonObject, Operation, Program, Resource, Step, Template } from '../rule.ts';

/** Every watch operation: the `/watch/` paths, and `watch=true` on the lists. */
export const WATCHED: readonly Operation[] = operationsOf(['watch', 'watchList', 'watchAll', 'list', 'listAll']);

/** The watches of collections. */
export const COLLECTIONS: readonly Operation[] = WATCHED.filter(({ verb }) => verb !== 'watch');

/**
 * The watches of a kind of which a case may make many large changes: no controller acts on it, and it holds any
 * text.
 */
export const BULKY: readonly Operation[] = WATCHED.filter(({ resource }) => resource === 'configmaps');

/** The watches of kinds whose objects a case may delete: a namespace takes its contents with it. */
export const NAMESPACED: readonly Operation[] = WATCHED.filter((operation) => resourceOf(operation).namespaced);

/** The watch operations of the operation's resource: rules that share a case open all of them in it. */
export function ofOneKind({ resource }: Operation): readonly Operation[] {
  return WATCHED.filter((each) => each.resource === resource);
}

/** Opens the watch of that operation, in that namespace; a watch of one object watches `{{a}}`. */
export function watchBy(
  operation: Operation,
  as: string,
  query: QueryTemplate = {},
  place: NamespaceSlot = 'ns1',
): WatchStep {
  const on = stepsOn(resourceOf(operation), place);
  if (operation.verb === 'watch') return on.watch(as, '{{a}}', { query });
  const via = operation.response === 'WatchEvent' ? 'path' : 'parameter';
  return operation.verb === 'watchAll' || operation.verb === 'listAll'
    ? on.watchAll(as, { via, query })
    : on.watchList(as, { via, query });
}

/** A list of the watch's collection, as `list`: the watch can start from its version. */
export function listFirst(operation: Operation): Step {
  const on = stepsOn(resourceOf(operation));
  return operation.verb === 'watchAll' || operation.verb === 'listAll'
    ? on.listAll({ as: 'list' })
    : on.list({ as: 'list' });
}

/**
 * One deed of a story. `hold` gives the object a finalizer and an owner, and takes both away. `other` uses the other
 * group-version of the kind, if it has one; `unlabel` takes all labels away.
 */
export interface StoryWrite {
  readonly name: 'a' | 'ab';
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

/** Short stories of writes on two objects; one name is a prefix of the other. */
export function deeds(operation: Operation, least: number, most: number): fc.Arbitrary<readonly StoryWrite[]> {
  const resource = resourceOf(operation);
  const what = inTurn(...changesOn(resource), ...(resource.namespaced ? (['remove'] as const) : []));
  return fc.array(fc.record({ name: NAME, what, status: statusOf(resource) }), { minLength: least, maxLength: most });
}

const NAME = fc.constantFrom<StoryWrite['name']>('a', 'ab');

/**
 * Stories that make every change once, in any order, on two objects. None, one or both of them exist before the story;
 * a missing one is created first. At the end one object is deleted.
 */
export function everyDeed(
  operation: Operation,
): fc.Arbitrary<{ readonly there: readonly StoryWrite['name'][]; readonly story: readonly StoryWrite[] }> {
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
  there: readonly StoryWrite['name'][] = [],
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

/** Creates objects before a watch is opened, each as `made-<name>`. */
export function made(operation: Operation, names: readonly StoryWrite['name'][], labels?: Template): Step[] {
  const on = stepsOn(resourceOf(operation));
  return names.map((name) =>
    on.create(withLabels(minimalObject(on.maker, `{{${name}}}`), labels), { as: `made-${name}` }),
  );
}

/** Lists from whose versions each watch of a kind can start, as `list` and `listAll`. */
export function listBoth(operation: Operation): Step[] {
  const on = stepsOn(resourceOf(operation));
  return on.resource.namespaced ? [on.list({ as: 'list' }), on.listAll({ as: 'listAll' })] : [on.list({ as: 'list' })];
}

function withLabels(object: Template, labels: Template | undefined): Template {
  return labels === undefined ? object : { $edit: object, with: [{ set: '/metadata/labels', to: labels }] };
}

/** A change of `{{a}}` after a story. It restores the label by which a watch selects this case's objects. */
export function lastChange(on: Steps, order: string, extra: Pick<CallStep, 'as'> = {}): Step {
  const metadata = { labels: OWN_LABEL, annotations: { 'plumbline-fence': order } };
  return on.patch('{{a}}', { metadata }, extra);
}

/**
 * A last change of `{{a}}`, created if necessary, and the wait until each stream delivers it: by then all earlier
 * events must have been delivered. It is sent after each stream has delivered an event, because before that a stream
 * without a version may not have read the existing objects.
 */
export function fence(operation: Operation, ...streams: readonly string[]): Step[] {
  const on = stepsOn(resourceOf(operation));
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    lastChange(on, 'last but one'),
    ...streams.map((watch) => awaitEvents(watch, 1)),
    lastChange(on, 'last', { as: 'fence' }),
    ...streams.map((watch) => awaitVersion(watch, 'fence')),
  ];
}

/**
 * A story with an open watch: the named objects exist, the watch is opened, the story runs, and its last event is
 * awaited.
 */
export function watchedStory(
  operation: Operation,
  { there, story }: { readonly there: readonly StoryWrite['name'][]; readonly story: readonly StoryWrite[] },
): Program {
  return [
    ...made(operation, there),
    watchBy(operation, 'seen'),
    ...storySteps(operation, story, there),
    ...fence(operation, 'seen'),
  ];
}

/** Which objects exist before the story begins. */
export const BEFORE: fc.Arbitrary<readonly StoryWrite['name'][]> = fc.constantFrom<readonly StoryWrite['name'][]>(
  [],
  ['a'],
  ['a', 'ab'],
);

/** An object is changed in two ways and deleted while a watch is open. */
export function changeAndDeletion(operation: Operation): Program {
  const story = (['patch', 'put', 'remove'] as const).map((what): StoryWrite => ({ name: 'a', what, status: {} }));
  return watchedStory(operation, { there: ['a', 'ab'], story });
}

/** Whether other cases write to the collection of the watch too: all namespaces, or the namespaces themselves. */
export function isShared(operation: Operation): boolean {
  const { verb } = operation;
  return verb === 'watchAll' || verb === 'listAll' || (verb !== 'watch' && !resourceOf(operation).namespaced);
}

/**
 * The ways in which an object goes: deleted by itself or through the other group-version, with its collection, by
 * removing its last finalizer, or with its owner if the server collects garbage.
 */
export const DEPARTINGS = ['delete', 'other', 'collection', 'held', 'owner'] as const;

/**
 * Creates `{{a}}` if necessary, changes or reads it, and deletes it in that way; a get shows that it is gone. A watch
 * from a version has no event of an object that was only read.
 */
export function comesAndGoes(
  operation: Operation,
  how: (typeof DEPARTINGS)[number],
  before: 'changed' | 'read' = 'changed',
): Step[] {
  const on = stepsOn(resourceOf(operation));
  const patch = (body: Template): Step => on.patch('{{a}}', body);
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    before === 'read' ? on.get('{{a}}') : patch({ metadata: { annotations: { going: how } } }),
    ...deletionBy(on, how, patch),
    on.get('{{a}}'),
  ];
}

function deletionBy(on: Steps, how: (typeof DEPARTINGS)[number], patch: (body: Template) => Step): Step[] {
  if (how === 'collection')
    return [on.removeAll({ body: AT_ONCE, query: { labelSelector: 'plumbline-case={{case}}' } })];
  if (how === 'held')
    return [
      patch({ metadata: { finalizers: ['example.com/hold'] } }),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      patch({ metadata: { finalizers: null } }),
    ];
  if (how === 'owner' && mayOwn(on.maker))
    return [
      on.create(minimalObject(on.maker, '{{owner}}'), { as: 'owner' }),
      patch({ metadata: { ownerReferences: [referenceTo(on.maker, '{{owner}}', 'owner')] } }),
      ...collecting(on, '{{owner}}'),
      on.get('{{a}}'),
      // If the server collects later or never, the object goes now, before the next step uses its name.
      on.remove('{{a}}'),
    ];
  return [(how === 'other' ? stepsOn(otherGroupVersion(on.resource)) : on).remove('{{a}}')];
}

export function changeOnce(operation: Operation): Step[] {
  return [stepsOn(resourceOf(operation)).patch('{{a}}', { metadata: { annotations: { turn: '1' } } })];
}
