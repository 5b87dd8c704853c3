import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import { distinctChange, identifyingMember } from '../../generators/changes.ts';
import { fullStatus } from '../../generators/full-objects.ts';
import { nest } from '../../generators/nest.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import {
  AT_ONCE,
  awaitEvents,
  awaitVersion,
  edited,
  minimalObject,
  offers,
  OWN_OBJECTS,
  type Steps,
  stepsOn,
  versionOf,
} from '../cases.ts';
import { isShared, WATCHED, watchBy } from '../watch/watch-steps.ts';
import { heldObject, release } from '../held-object.ts';
import { dependant, referenceTo } from '../reference-to.ts';
import type { Exchange, Program, Resource, Step } from '../rule.ts';
import { textAt } from '../../oracle/json.ts';

/** A state of an object, or an event of its past, that changes nothing about what operations do with it. */
export interface Circumstance {
  /** The end of the names of objects that are in it. */
  readonly id: string;
  /** Whether it concerns objects in namespaces only. */
  readonly isOfNamespaces?: true;
  /** Creates the object of that name, and brings it into the circumstance. */
  readonly made: (on: Steps, name: string) => Program;
  /** Whether finalizers hold the object: `terminating` is already being deleted. */
  readonly isHeld?: true | 'terminating';
}

const OWNER = '{{owner}}';
const STALE = 'stale';

const plain = (on: Steps, name: string): Step => on.create(minimalObject(on.maker, name), { as: name });
const close = (watch: string): Step => ({ do: 'close', watch });
const elsewhere = (on: Steps, name: string): Step => {
  const there = stepsOn(on.resource, 'ns11');
  return there.create(minimalObject(there.maker, name));
};
const remark = (on: Steps, name: string, remark: string): Step =>
  on.patch(name, { metadata: { annotations: { remark } } });

/** The circumstances that cases bring about. */
export const CIRCUMSTANCES: readonly Circumstance[] = [
  {
    id: 'held',
    isOfNamespaces: true,
    made: (on, name) => [on.create(heldObject(on, name))],
    isHeld: true,
  },
  {
    id: 'held-later',
    isOfNamespaces: true,
    made: (on, name) => [plain(on, name), on.patch(name, { metadata: { finalizers: ['example.com/hold'] } })],
    isHeld: true,
  },
  {
    id: 'terminating',
    isOfNamespaces: true,
    made: (on, name) => [on.create(heldObject(on, name)), on.remove(name)],
    isHeld: 'terminating',
  },
  {
    id: 'owned',
    isOfNamespaces: true,
    made: (on, name) => [on.create(dependant(on, name, referenceTo(resourceById('configmaps'), OWNER, 'owner')))],
  },
  {
    id: 'annotated',
    made: (on, name) => [
      on.create({ ...minimalObject(on.maker, name), metadata: { name, annotations: { 'example.com/note': 'there' } } }),
    ],
  },
  {
    id: 'bare',
    made: (on, name) => [on.create(minimalObject(on.maker, name), { unlabelled: true })],
  },
  {
    id: 'recreated',
    isOfNamespaces: true,
    made: (on, name) => [plain(on, name), on.remove(name), on.get(name), plain(on, name)],
  },
  {
    id: 'namesake',
    isOfNamespaces: true,
    made: (on, name) => [elsewhere(on, name), plain(on, name)],
  },
  {
    id: 'repeated',
    isOfNamespaces: true,
    made: (on, name) => [plain(on, name), elsewhere(on, name)],
  },
  {
    id: 'changed',
    made: (on, name) => [plain(on, name), remark(on, name, 'before')],
  },
  {
    id: 'refused',
    made: (on, name) => [
      plain(on, name),
      on.get(name, { as: name }),
      remark(on, name, 'before'),
      on.replace(name, edited(name, [{ set: '/metadata/annotations', to: { remark: STALE } }])),
    ],
  },
];

/** Whether an exchange is the PUT of a replaced version that brings an object into its circumstance. */
export function isMeantToBeStale({ request }: Exchange): boolean {
  return request.method === 'PUT' && textAt(request.body?.value, 'metadata', 'annotations', 'remark') === STALE;
}

/** The circumstance of an object with that name, if the object is one of `everyCircumstance`. */
export function circumstanceOf(name: string): Circumstance | undefined {
  return CIRCUMSTANCES.find(({ id }) => name.endsWith(`-${id}`));
}

/**
 * Sends every operation of a resource to objects in every circumstance: creates them while watches of their collections
 * are open, changes and reads each while a watch of it is open, lists them, and deletes them one by one and together.
 */
export function everyCircumstance(resource: Resource, choices: DialectChoices): Program {
  const on = stepsOn(resource);
  const met = CIRCUMSTANCES.filter(({ isOfNamespaces }) => resource.namespaced || isOfNamespaces !== true);
  const watched = WATCHED.filter(({ verb, resource: of }) => of === resource.id && verb !== 'watch');
  const watches = watched.map((_, index) => `seen${index}`);
  const owners = stepsOn(resourceById('configmaps'));
  return [
    ...(resource.namespaced ? [owners.create(minimalObject(owners.maker, OWNER), { as: 'owner' })] : []),
    on.list({ as: 'list' }),
    on.listAll({ as: 'listAll' }),
    ...watched.map((operation, index) =>
      watchBy(operation, `seen${index}`, { resourceVersion: versionOf(isShared(operation) ? 'listAll' : 'list') }),
    ),
    ...eachOf(met, 'one', (circumstance, name) => [
      ...circumstance.made(on, name),
      ...changed(on, name, circumstance, choices),
    ]),
    on.list(),
    on.listAll({ query: OWN_OBJECTS }),
    ...(resource.namespaced ? removed(on, met) : []),
    on.create(minimalObject(on.maker, '{{last}}'), { as: 'last' }),
    { do: 'together', branches: watches.map((watch) => [awaitVersion(watch, 'last')]) },
  ];
}

/** The number of objects that are in use at the same time. */
const MOST_AT_ONCE = 4;

/** The branch of each circumstance, about an object of its own, some at a time. */
function eachOf(
  circumstances: readonly Circumstance[],
  word: string,
  branch: (circumstance: Circumstance, name: string) => Program,
): Step[] {
  const branches = circumstances.map((circumstance) => branch(circumstance, `{{${word}}}-${circumstance.id}`));
  return Array.from({ length: Math.ceil(branches.length / MOST_AT_ONCE) }, (_, group) => ({
    do: 'together',
    branches: branches.slice(group * MOST_AT_ONCE, (group + 1) * MOST_AT_ONCE),
  }));
}

/**
 * Writes of an object in every form while a watch of it is open, and a get after each of them. A server may refuse the
 * writes of a terminating object, so the case does not wait for their events.
 */
function changed(on: Steps, name: string, { isHeld }: Circumstance, choices: DialectChoices): Program {
  const { path, value } = identifyingMember(on.resource, 'by-merge');
  const byStrategic = identifyingMember(on.resource, 'by-strategic').value;
  const byJson = identifyingMember(on.resource, 'by-json').value;
  const watch = `of-${name}`;
  const read = `read-${name}`;
  const isWatched = offers(on.resource, 'watch');
  const writes = [
    on.replace(name, edited(read, distinctChange(on.resource, 'by-put'))),
    on.patch(name, nest(path, value)),
    on.patch(name, nest(path, byStrategic), { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
    on.patch(name, [{ op: 'add', path: pointer(path), value: byJson }], { contentType: JSON_PATCH_TYPE }),
  ];
  const statuses = [0, 1].map((turn) => fullStatus(on.resource, name, turn, choices));
  const statusWrites: Program = hasStatuses(on.resource)
    ? [
        on.patchStatus(name, { status: statuses[0] ?? {} }),
        on.getStatus(name, { as: read }),
        on.replaceStatus(name, edited(read, [{ set: '/status', to: statuses[1] ?? {} }])),
        on.getStatus(name),
      ]
    : [];
  return [
    ...(isWatched ? [on.watch(watch, name), awaitEvents(watch, 1)] : []),
    on.get(name, { as: read }),
    ...writes.flatMap((write) => [write, on.get(name)]),
    ...statusWrites,
    on.get(name),
    ...(isWatched
      ? [
          remark(on, name, 'seen'),
          ...(isHeld === 'terminating' ? [] : [awaitEvents(watch, eventsOf(on.resource))]),
          close(watch),
        ]
      : []),
  ];
}

const hasStatuses = ({ hasStatus, namespaced }: Resource): boolean => hasStatus && namespaced;

/** The number of events that a watch delivers until `changed` waits for them: a creation, and a change by each write. */
function eventsOf(resource: Resource): number {
  return hasStatuses(resource) ? 8 : 6;
}

/** A circumstance in which nothing holds an object, so a collection delete frees its name. */
const FREED = 'annotated';

/** Deletes the objects one by one, and others by one request. */
function removed(on: Steps, met: readonly Circumstance[]): Program {
  const released = (name: string, { isHeld }: Circumstance): Program =>
    isHeld === undefined ? [] : [release(on, name), on.get(name)];
  const isWatched = offers(on.resource, 'watch');
  return [
    ...eachOf(met, 'one', (circumstance, name) => {
      const watch = `end-of-${name}`;
      const isTerminating = circumstance.isHeld === 'terminating';
      const gone = [
        ...(isTerminating ? [] : [on.remove(name, { body: { gracePeriodSeconds: 0 } })]),
        on.get(name),
        ...released(name, circumstance),
      ];
      if (!isWatched || isTerminating) return gone;
      // The mark of a held object is an event too.
      const events = circumstance.isHeld === true ? 3 : 2;
      return [on.watch(watch, name), awaitEvents(watch, 1), ...gone, awaitEvents(watch, events), close(watch)];
    }),
    on.list(),
    ...eachOf(met, 'all', (circumstance, name) => circumstance.made(on, name)),
    on.list(),
    on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
    on.list(),
    on.create(minimalObject(on.maker, `{{all}}-${FREED}`)),
    ...eachOf(met, 'all', (circumstance, name) => [on.get(name), ...released(name, circumstance)]),
    on.listAll({ query: OWN_OBJECTS }),
  ];
}
