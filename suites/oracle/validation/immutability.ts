import { type Arbitrary, constant, constantFrom } from 'fast-check';
import { NOT_OF_INIT_CONTAINERS } from '../objects/pod-specs.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type Resource, RESOURCES } from '../../../spec/surface/resources.ts';
import type { Edit, Template } from '../../program/program.ts';
import { eachInTurn, inTurn } from './in-turn.ts';
import { minimalObject, ONE_CONTAINER } from '../objects/minimal-objects.ts';
import { at, isObject, type Json, type JsonObject } from '../json.ts';

/**
 * The required outcome of a change. `kept`: refused, or ignored so that the member keeps its value. `free`: the
 * suite asserts nothing.
 */
type ChangeOutcome = 'refused' | 'kept' | 'free';

/** A statement of the document that forbids a change. */
export interface ChangeStatement {
  readonly id: string;
  readonly says: string;
  readonly cites: readonly [string, ...string[]];
  readonly resources: readonly Resource[];
  /** The object to create first. */
  readonly before: (resource: Resource, name: string) => JsonObject;
  /**
   * Edits of the stored object, for a PUT or, by `jsonPatchOf`, a PATCH. They set values that differ from the stored
   * ones.
   */
  readonly changes: (resource: Resource) => Arbitrary<readonly Edit[]>;
  readonly outcome: (choices: DialectChoices) => ChangeOutcome;
  /** JSON pointer of the member that must keep its value. */
  readonly field: string;
}

const PODS = RESOURCES.filter(({ plural }) => plural === 'pods');
const refused = (): ChangeOutcome => 'refused';
const kept = (): ChangeOutcome => 'kept';

const SECOND_IMAGE = 'second.example/app:2.0';
const SECOND: JsonObject = { name: 'second', image: SECOND_IMAGE };

/** A pod with two containers; the second has only the required members. */
function twoContainers(resource: Resource, name: string): JsonObject {
  return withContainers(resource, name, { containers: [ONE_CONTAINER, SECOND] });
}

/** A pod with an init container and three containers; the third has a value for each member. */
function initAndThreeContainers(resource: Resource, name: string): JsonObject {
  return withContainers(resource, name, {
    containers: [ONE_CONTAINER, SECOND, { ...ONE_CONTAINER, name: 'third', ...OTHER_MEMBERS }],
    initContainers: [{ ...ONE_CONTAINER, name: 'first' }],
  });
}

function withContainers(resource: Resource, name: string, containers: JsonObject): JsonObject {
  const object = minimalObject(resource, name);
  const spec = at(object, 'spec');
  return { ...object, spec: { ...(isObject(spec) ? spec : {}), ...containers } };
}

/** Other values for the members of a container. `ONE_CONTAINER` has only name and image. */
const OTHER_MEMBERS: Readonly<Record<string, Json>> = {
  command: ['other'],
  args: ['other'],
  env: [{ name: 'OTHER', value: '1' }],
  envFrom: [{ configMapRef: { name: 'other' } }],
  imagePullPolicy: 'Never',
  lifecycle: { preStop: { exec: { command: ['true'] } } },
  livenessProbe: { exec: { command: ['true'] } },
  ports: [{ containerPort: 81 }],
  readinessProbe: { tcpSocket: { port: 81 } },
  resources: { limits: { cpu: '1' } },
  securityContext: { runAsUser: 1 },
  stdin: true,
  stdinOnce: true,
  terminationMessagePath: '/tmp/other',
  terminationMessagePolicy: 'FallbackToLogsOnError',
  workingDir: '/other',
};

/** Members without a default: omitting one deletes it. */
export const REMOVABLE_MEMBERS = [
  'command',
  'args',
  'env',
  'envFrom',
  'lifecycle',
  'livenessProbe',
  'ports',
  'readinessProbe',
  'workingDir',
] as const;

const setIn = (index: 0 | 1, member: string, to: Template): readonly Edit[] => [
  { set: `/spec/containers/${index}/${member}`, to },
];

const setInInit = (member: string, to: Template): readonly Edit[] => [{ set: `/spec/initContainers/0/${member}`, to }];

/** The members that an init container may have too. */
const OTHER_MEMBERS_OF_INIT = Object.entries(OTHER_MEMBERS).filter(
  ([member]) => !NOT_OF_INIT_CONTAINERS.some((lacking) => lacking === member),
);

export const CHANGE_STATEMENTS: readonly ChangeStatement[] = [
  {
    id: 'no-member-of-a-container-changes',
    says: 'A change of any member of a container or init container of a pod except its image is refused, even if the change leaves the member out.',
    cites: ['container.immutable'],
    resources: PODS,
    before: initAndThreeContainers,
    changes: () =>
      eachInTurn(
        ...([0, 1] as const).map((index) =>
          constantFrom(...Object.entries(OTHER_MEMBERS)).map(([member, to]) => setIn(index, member, to)),
        ),
        constantFrom(...OTHER_MEMBERS_OF_INIT).map(([member, to]) => setInInit(member, to)),
        constant(REMOVABLE_MEMBERS.map((member): Edit => ({ remove: `/spec/containers/2/${member}` }))),
      ),
    outcome: refused,
    field: '/spec/containers',
  },
  {
    id: 'name-of-a-container-does-not-change',
    says: 'A change of the name of a container of a pod is refused.',
    cites: ['container.name.3', 'container.immutable'],
    resources: PODS,
    before: twoContainers,
    changes: () => constantFrom(setIn(0, 'name', 'other'), setIn(1, 'name', 'other')),
    outcome: refused,
    field: '/spec/containers',
  },
  {
    id: 'image-of-a-container-does-not-change',
    says: 'A change of the image of a container or init container of a pod is refused.',
    cites: ['container.image.2', 'container.immutable'],
    resources: PODS,
    before: initAndThreeContainers,
    changes: () =>
      inTurn<readonly Edit[]>(
        // Each of the images stays, on the other container.
        [
          { set: '/spec/containers/0/image', to: SECOND_IMAGE },
          { set: '/spec/containers/1/image', to: ONE_CONTAINER['image'] ?? '' },
        ],
        setIn(0, 'image', 'registry.example:5000/app:1.1'),
        setIn(1, 'image', 'other@sha256:' + '0'.repeat(64)),
        setInInit('image', 'other:1.1'),
      ),
    outcome: (choices) => (choices['pod.image'] === 'immutable' ? 'refused' : 'free'),
    field: '/spec/containers',
  },
  {
    id: 'no-container-is-added',
    says: 'A change that adds a container to a pod is refused, or adds none.',
    cites: ['pod-spec.containers.2'],
    resources: PODS,
    before: twoContainers,
    // At the end, because admission may have added containers.
    changes: () => constant<readonly Edit[]>([{ set: '/spec/containers/-', to: { ...ONE_CONTAINER, name: 'third' } }]),
    outcome: kept,
    field: '/spec/containers',
  },
  {
    id: 'no-container-is-removed',
    says: 'A change that removes a container of a pod is refused, or removes none.',
    cites: ['pod-spec.containers.2'],
    resources: PODS,
    before: twoContainers,
    changes: () =>
      constantFrom<readonly Edit[]>([{ remove: '/spec/containers/0' }], [{ remove: '/spec/containers/1' }]),
    outcome: kept,
    field: '/spec/containers',
  },
  {
    id: 'kind-does-not-change',
    says: 'The kind of an object stays what it is, whatever a PUT or PATCH names.',
    cites: ['resources.kind.3'],
    resources: RESOURCES,
    before: minimalObject,
    changes: ({ kind }) =>
      constantFrom(...['ConfigMap', 'Pod', 'Other'].filter((other) => other !== kind)).map((to) => [
        { set: '/kind', to },
      ]),
    outcome: kept,
    field: '/kind',
  },
  {
    id: 'uid-does-not-change',
    says: 'The uid of an object stays what the system assigned, whatever a PUT or PATCH names.',
    cites: ['object-metadata.uid.1'],
    resources: RESOURCES,
    before: minimalObject,
    changes: () =>
      constantFrom<readonly Edit[]>([{ set: '/metadata/uid', to: '00000000-0000-4000-8000-000000000000' }]),
    outcome: kept,
    field: '/metadata/uid',
  },
];
