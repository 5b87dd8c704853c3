import { at } from '../../oracle/json.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import { PATCH_MEDIA_TYPES, patchFor, type PatchKind } from '../../generators/patches.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import {
  fc,
  inTurn,
  minimalObject,
  objectOf,
  operationsOf,
  readAfterEach,
  resourceOf,
  type Steps,
  stepsOn,
  writeAndRead,
} from '../cases.ts';
import { awkwardNames, awkwardPatch } from '../awkward-contents.ts';
import { TWO_INIT_CONTAINERS } from '../init-containers.ts';
import { NO_DEFAULTS, withoutDefaults } from '../no-defaults.ts';
import { TWO_OF_EACH } from '../ordered-lists.ts';
import type { Json, JsonObject, Operation, Program, Step, Template } from '../rule.ts';

export const PATCHES: readonly Operation[] = operationsOf(['patch']);

/** Patches of objects and of /status. */
export const ALL_PATCHES: readonly Operation[] = operationsOf(['patch', 'patchStatus']);

/** A rich object, and a legal patch of that kind for it. */
export function patchCases(operation: Operation, kind: PatchKind): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  return objectOf(on.maker)
    .chain((object) => fc.tuple(fc.constant(object), patchFor(on.resource, object, kind)))
    .map(([object, { mediaType, body }]) =>
      writeAndRead(on, object, [on.patch('{{a}}', body as Template, { contentType: mediaType })], 0),
    );
}

/** Those cases, every other one followed by patches of that kind with awkward contents. */
export function withAwkwardPatches(
  operation: Operation,
  kind: PatchKind,
  cases: fc.Arbitrary<Program>,
): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const awkward = awkwardNames(on).flatMap((name) => [awkwardPatch(on, kind, name), []]);
  return fc.tuple(cases, inTurn<Program>(...awkward)).map(([program, more]) => [...program, ...more]);
}

/** Some libraries escape these characters as they store a text, and then compare it with the text of a `test`. */
export const MARKUP = { note: '<a> & b' } as const;

/** A JSON patch that empties annotations `MARKUP` and refills them. */
export const REFILL: Template[] = [
  { op: 'remove', path: '/metadata/annotations/note' },
  { op: 'add', path: '/metadata/annotations/refilled', value: 'yes' },
];

/**
 * Forms of JSON patches that generated ones lack, on an object with the labels `a` and `new` and the annotations
 * `MARKUP`: a copy, a member that the operation does not use, moves to a name that is taken and to its own name, and
 * tests of texts. The patch library of the real system of that era refuses some of them.
 */
export function formsOfTheRfc(): Template[] {
  const label = (name: string): string => `/metadata/labels/${name}`;
  return [
    { op: 'copy', from: label('new'), path: label('copied') },
    { op: 'test', path: label('copied'), value: 'n' },
    { op: 'add', path: label('beside'), value: 'b', from: label('new') },
    { op: 'move', from: label('beside'), path: label('a') },
    { op: 'move', from: label('a'), path: label('a') },
    { op: 'test', path: label('a'), value: 'b' },
    { op: 'test', path: '/metadata/annotations/note', value: MARKUP.note },
  ];
}

/**
 * Strategic merge patches that add containers with a null member to that minimal object, one, two, and one that also
 * states the order of all containers, as `kubectl apply` does. Only if the kind has a template.
 */
export function addedContainers(on: Steps, name: string): Program {
  const { template } = MUTABLE[on.resource.kind];
  if (template === undefined) return [];
  const container = (added: string): JsonObject => ({ name: added, image: 'x:1', args: null });
  const order = ['last', 'c', 'new'].map((each) => ({ name: each }));
  const lists = [
    { containers: [container('new')] },
    { containers: [container('two'), container('three')] },
    { '$setElementOrder/containers': order, containers: [container('last')] },
  ];
  const patches = lists.map((list) =>
    on.patch(name, nest([...template, 'spec'], list), { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
  );
  return patched(on, name, minimalObject(on.maker, name), patches);
}

/** Cases with a patch of any of the three kinds. */
export function anyPatchCases(operation: Operation): fc.Arbitrary<Program> {
  return fc.oneof(patchCases(operation, 'merge'), patchCases(operation, 'strategic'), patchCases(operation, 'json'));
}

/**
 * Merge patches of that minimal object that replace a whole list of containers, which a strategic merge patch would
 * merge, and then reorder the init containers and the lists in a container whose order counts; only if the kind has a
 * template.
 */
export function wholeListPatches(on: Steps, name: string): Program {
  const { template } = MUTABLE[on.resource.kind];
  if (template === undefined) return [];
  const container = { name: 'other', image: 'x:1' };
  const reversed = Object.fromEntries(Object.entries(TWO_OF_EACH).map(([list, two]) => [list, two.toReversed()]));
  const ordered = [
    { containers: [{ ...container, ...TWO_OF_EACH }], initContainers: TWO_INIT_CONTAINERS },
    { containers: [{ ...container, ...reversed }], initContainers: TWO_INIT_CONTAINERS.toReversed() },
  ];
  return patched(
    on,
    name,
    minimalObject(on.maker, name),
    ordered.map((lists) => on.patch(name, nest([...template, 'spec'], lists))),
  );
}

/** Creates an object of that name, and sends patches of it, with a read before and after each. */
function patched(on: Steps, name: string, object: Template, patches: readonly Step[]): Program {
  return [on.create(object), on.get(name), ...readAfterEach(on, name, patches)];
}

const LIMITS = { cpu: '1', memory: '64Mi' } as const;

/** Containers have it twice, and a patch changes one of the two. */
const PROBE = { exec: { command: ['true'] }, periodSeconds: 11, failureThreshold: 5 } as const;

const DEEP_CONTAINERS: readonly Json[] = [
  {
    name: 'c',
    image: 'x:1',
    args: ['x'],
    env: [{ name: 'KEPT', value: 'kept' }],
    envFrom: [{ configMapRef: { name: 'before' } }],
    ports: [{ containerPort: 80 }],
    resources: { limits: LIMITS },
    securityContext: { runAsUser: 1, readOnlyRootFilesystem: true },
    readinessProbe: { ...PROBE },
    livenessProbe: { ...PROBE },
  },
  {
    name: 'd',
    image: 'x:1',
    command: ['before'],
    env: [{ name: 'KEPT', value: 'kept' }],
    ports: [{ containerPort: 81 }],
    volumeMounts: [{ name: 'data', mountPath: '/kept' }],
    resources: { limits: LIMITS },
    readinessProbe: { ...PROBE },
    livenessProbe: { ...PROBE },
  },
  {
    name: 'e',
    image: 'x:1',
    args: ['x'],
    ports: ['UDP', 'TCP'].map((protocol) => ({ containerPort: 53, protocol })),
    volumeMounts: ['/one', '/two'].map((mountPath) => ({ name: 'data', mountPath })),
  },
];

const DEEP_INIT_CONTAINERS: readonly Json[] = [
  {
    name: 'init',
    image: 'x:1',
    env: [{ name: 'KEPT', value: 'kept' }],
    volumeMounts: [{ name: 'data', mountPath: '/kept' }],
  },
  { name: 'init-gone', image: 'x:1' },
];

/**
 * Changes of these containers: null for members, one of them a merged list; an empty merged list, which changes
 * nothing; new elements of merged lists, and the delete of a missing one; a list without a merge key; a `$patch`
 * directive in a map; and an argument of a container whose lists have equal merge keys or names.
 */
const INSIDE_CONTAINERS: readonly Json[] = [
  {
    name: 'c',
    args: null,
    env: [],
    envFrom: [{ configMapRef: { name: 'after' } }],
    ports: null,
    resources: { limits: { cpu: null } },
  },
  {
    name: 'd',
    command: ['after'],
    env: [
      { name: 'NEW', value: 'new', valueFrom: null },
      { name: 'MISSING', $patch: 'delete' },
    ],
    ports: [{ containerPort: 82 }],
    volumeMounts: [{ name: 'data', mountPath: '/new' }],
    resources: { limits: { $patch: 'replace', memory: '32Mi' } },
  },
  { name: 'e', args: ['after'] },
];

/** New elements of the merged lists of an init container, and the delete of another one. */
const INSIDE_INIT_CONTAINERS: readonly Json[] = [
  { name: 'init', env: [{ name: 'NEW', value: 'new' }], volumeMounts: [{ name: 'data', mountPath: '/new' }] },
  { name: 'init-gone', $patch: 'delete' },
];

/** Changes of one member of a map that has several. */
const INSIDE_MAPS: readonly Json[] = [
  { name: 'c', readinessProbe: { periodSeconds: 12 }, securityContext: { runAsUser: 2 } },
  { name: 'd', livenessProbe: { periodSeconds: 12 } },
];

/** Changes of all containers, in another order than theirs; a flag that is off is not a flag that is absent. */
const IN_ANOTHER_ORDER: readonly Json[] = [
  { name: 'e', image: 'x:e' },
  { name: 'd', image: 'x:d' },
  { name: 'c', image: 'x:c', securityContext: { readOnlyRootFilesystem: false } },
];

/** Deletes of elements of merged lists beside the containers. */
const DELETED_ELEMENTS: JsonObject = {
  imagePullSecrets: [{ name: 'gone', $patch: 'delete' }],
  volumes: [{ name: 'gone', $patch: 'delete' }],
};

const AFFINITY: Json = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'kept', operator: 'Exists' }] }],
    },
  },
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: {}, topologyKey: 'gone' }],
  },
};

/** Members of specs that are off by default. */
const FLAGS: Readonly<Partial<Record<Kind, string>>> = { Deployment: 'paused', CronJob: 'suspend' };

/** A Deployment first gets `Recreate` without `rollingUpdate`, then `RollingUpdate` alone: both bounds have their defaults. */
export function rollingAgain(on: Steps, kind: 'merge' | 'strategic', name: string): Program {
  if (on.resource.kind !== 'Deployment') return [];
  const bounds = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } };
  const patches = [{ type: 'Recreate', rollingUpdate: null }, { type: 'RollingUpdate' }].map((strategy) =>
    on.patch(name, { spec: { strategy } }, { contentType: PATCH_MEDIA_TYPES[kind] }),
  );
  return patched(
    on,
    name,
    { $edit: minimalObject(on.maker, name), with: [{ set: '/spec/strategy', to: bounds }] },
    patches,
  );
}

/** A patch of the labels of a template, from which the default of the selector came. */
export function defaultedSelector(on: Steps, name: string): Program {
  const { template } = MUTABLE[on.resource.kind];
  const object = minimalObject(on.maker, name);
  if (template === undefined || at(object, 'spec', 'selector') === undefined) return [];
  return [
    on.create({ $edit: object, with: [{ remove: '/spec/selector' }] }),
    on.get(name),
    on.patch(name, nest([...template, 'metadata', 'labels'], { tier: 'x' }), {
      contentType: STRATEGIC_MERGE_PATCH_TYPE,
    }),
    on.get(name),
  ];
}

/**
 * Patches of an object of that name that remove members of the spec that have a default, and an entry from a map of
 * the pod template, far below the root, and set a member to zero, which is not its default; then patches that change
 * one member of a map (one of two equal probes among them), the account and an empty entry, and empty a list; then one that turns flags off; and then patches that give the template another
 * label, which leaves its annotations and the selector, and take its securityContext away, which leaves the flags of its
 * host. Only if the kind has a template. A strategic merge patch also reaches into the elements of a merged list.
 */
export function deepPatches(on: Steps, kind: 'merge' | 'strategic', name: string): Program {
  const { template } = MUTABLE[on.resource.kind];
  if (template === undefined) return [];
  const spec = [...template, 'spec'];
  const flag = FLAGS[on.resource.kind];
  const entries = [
    { set: pointer([...spec, 'nodeSelector']), to: { kept: '1', gone: '2' } },
    { set: pointer([...spec, 'containers']), to: [...DEEP_CONTAINERS] },
    { set: pointer([...spec, 'initContainers']), to: [...DEEP_INIT_CONTAINERS] },
    { set: pointer([...spec, 'volumes']), to: ['data', 'gone'].map((name) => ({ name, emptyDir: {} })) },
    { set: pointer([...spec, 'imagePullSecrets']), to: [{ name: 'kept' }, { name: 'gone' }] },
    { set: pointer([...spec, 'hostAliases']), to: [{ ip: '192.0.2.1', hostnames: ['before'] }] },
    { set: pointer([...spec, 'tolerations']), to: [{ key: 'before', operator: 'Exists' }] },
    { set: pointer([...spec, 'securityContext']), to: { runAsUser: 1000, fsGroup: 2000 } },
    { set: pointer([...spec, 'affinity']), to: AFFINITY },
    { set: pointer([...spec, 'hostPID']), to: true },
    { set: pointer([...spec, 'serviceAccountName']), to: 'former' },
    ...(flag === undefined ? [] : [{ set: pointer(['spec', flag]), to: true }]),
    { set: pointer([...spec, 'automountServiceAccountToken']), to: true },
    { set: pointer([...template, 'metadata', 'annotations']), to: { kept: '1' } },
    ...withoutDefaults(on.resource.kind),
  ];
  const inTemplate = nest(spec, {
    nodeSelector: { gone: null },
    terminationGracePeriodSeconds: 0,
    hostAliases: [{ ip: '192.0.2.1', hostnames: ['after'] }],
    tolerations: [{ key: 'after', operator: 'Exists' }],
    ...(kind === 'strategic'
      ? { ...DELETED_ELEMENTS, containers: [...INSIDE_CONTAINERS], initContainers: [...INSIDE_INIT_CONTAINERS] }
      : {}),
  });
  const removals = Object.keys(NO_DEFAULTS[on.resource.kind] ?? {}).map((member): [string, Json] => [member, null]);
  const patch = { spec: { ...(inTemplate['spec'] as JsonObject), ...Object.fromEntries(removals) } };
  const partial = nest(spec, {
    serviceAccountName: 'default',
    nodeSelector: { empty: '' },
    securityContext: { runAsUser: 1001 },
    affinity: { podAntiAffinity: null },
    hostAliases: null,
    tolerations: [],
    ...(kind === 'strategic' ? { containers: [...INSIDE_MAPS] } : {}),
  });
  const inOff = nest(spec, {
    automountServiceAccountToken: false,
    ...(kind === 'strategic' ? { containers: [...IN_ANOTHER_ORDER] } : {}),
  });
  const off = { spec: { ...(inOff['spec'] as JsonObject), ...(flag === undefined ? {} : { [flag]: false }) } };
  const apart = nest(template, { metadata: { labels: { added: 'yes' } }, spec: { securityContext: null } });
  return patched(
    on,
    name,
    { $edit: minimalObject(on.maker, name), with: entries },
    [patch, partial, off, apart].map((body) => on.patch(name, body, { contentType: PATCH_MEDIA_TYPES[kind] })),
  );
}
