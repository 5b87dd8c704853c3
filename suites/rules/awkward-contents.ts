import { AWKWARD_TEXTS } from '../generators/config-data.ts';
import { MUTABLE } from '../generators/mutable-members.ts';
import { nest } from '../generators/nest.ts';
import { PATCH_MEDIA_TYPES, type PatchKind } from '../generators/patches.ts';
import { type Json, type JsonObject, type MemberPath } from '../oracle/json.ts';
import { POD_SPEC } from '../oracle/objects/pod-specs.ts';
import { withSet } from '../oracle/values/json-edits.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import type { Edit, Template } from '../program/program.ts';
import { edited, minimalObject, type Steps } from './cases.ts';
import { dotted } from './dotted-names.ts';
import { heldObject, release } from './held-object.ts';
import { TWO_INIT_CONTAINERS } from './init-containers.ts';
import { mayOwn, referenceTo } from './reference-to.ts';
import type { Program, Resource } from './rule.ts';

/**
 * More than 65535 characters. The first 64 KiB of a body, which many servers read at once, end among those of three
 * bytes, also if a dozen thousand bytes precede the text.
 */
const LONG = 'x'.repeat(52_000) + '漢'.repeat(13_600);

/** The smallest object of that name with a text of more than 64 KiB. */
export function longObject(on: Steps, name: string): Template {
  return { $edit: minimalObject(on.maker, name), with: [{ set: '/metadata/annotations/long', to: LONG }] };
}

/** The annotation in which `kubectl apply` keeps the configuration for its next patch. */
export const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** So many elements that a short buffer cuts them, and that the text of an index does not sort as the number. */
const MANY = Array.from({ length: 70 }, (_, index) => String(index));

/** Many entries, whose keys look like the indexes of a list, and one of more than 64 KiB. */
const ENTRIES: JsonObject = Object.fromEntries(
  [...MANY.map((index) => AWKWARD_TEXTS[Number(index)] ?? `value ${index}`), LONG].entries(),
);

/** Names that every JavaScript object has. */
export const INHERITED: readonly string[] = ['__proto__', 'constructor'];

/** Entries of a secret: one is no UTF-8. */
const SECRET_ENTRIES: JsonObject = Object.fromEntries(
  [...INHERITED, 'bytes'].map((name) => [name, Buffer.from([0xff, 0xfe, 0, 0xc3]).toString('base64')]),
);

/** Many labels, annotations or environment variables. Two names differ only in case. */
const NAMES = ['case', 'CASE', ...MANY.map((index) => `N_${index}`)];

/** Many environment variables: one is longer than a column of many databases, the last one is empty. */
const VARIABLES = NAMES.map((name, index) => ({
  name,
  value: name === 'CASE' ? name.repeat(200) : (NAMES[index + 1] ?? ''),
}));

/** Two equal arguments among many. */
const ARGS = ['-v', '-v', ...MANY.map((index) => `--${index}`)];

/** Two tolerations of one key among many. */
const TOLERATIONS = ['NoExecute', ...MANY.map(() => 'NoSchedule')].map((effect, index) => ({
  key: `k${Math.max(0, index - 1)}`,
  operator: 'Exists',
  effect,
}));

/** Two ports with one merge key. */
const DNS_PORTS = ['UDP', 'TCP'].map((protocol) => ({ containerPort: 53, protocol }));

const LABELS = Object.fromEntries(NAMES.map((name) => [name, 'x']));

const ANNOTATIONS = {
  ...Object.fromEntries(NAMES.map((name, index) => [name, AWKWARD_TEXTS[index] ?? ''])),
  long: LONG,
  [APPLIED]: '{"kind":"x"}\n',
  constructor: 'x',
};

/** Maps with awkward keys and texts. */
function awkwardMaps({ kind }: Resource): readonly (readonly [path: MemberPath, map: JsonObject])[] {
  return [
    [['metadata', 'labels'], LABELS],
    [['metadata', 'annotations'], ANNOTATIONS],
    ...(kind === 'ConfigMap' ? [[['data'], ENTRIES] as const] : []),
    ...(kind === 'Secret' ? [[['data'], SECRET_ENTRIES] as const] : []),
  ];
}

/** Maps with awkward keys and texts; a pod spec also gets awkward lists, and an event a long message. */
export function awkwardContents(resource: Resource): Edit[] {
  return contentsOf(resource, POD_SPEC[resource.kind]);
}

/** Those contents, with lists in the pod spec at that path. */
function contentsOf(resource: Resource, podSpec: MemberPath | undefined): Edit[] {
  return [
    ...awkwardMaps(resource).flatMap(([path, map]) => entriesAt(path, map)),
    ...(podSpec === undefined ? [] : awkwardLists(podSpec)),
    ...(resource.kind === 'Event' ? [{ set: '/message', to: 'long '.repeat(200) }] : []),
  ];
}

function entriesAt(path: MemberPath, map: JsonObject): Edit[] {
  return Object.entries(map).map(([key, to]) => ({ set: pointer([...path, key]), to: to as Json }));
}

/** Two init containers in reverse order, many arguments, variables and tolerations, and two ports with one number. */
function awkwardLists(podSpec: MemberPath): Edit[] {
  const container = [...podSpec, 'containers', '0'];
  return [
    { set: pointer([...podSpec, 'initContainers']), to: TWO_INIT_CONTAINERS.toReversed() },
    { set: pointer([...podSpec, 'tolerations']), to: TOLERATIONS },
    { set: pointer([...container, 'args']), to: ARGS },
    { set: pointer([...container, 'env']), to: VARIABLES },
    { set: pointer([...container, 'ports']), to: DNS_PORTS },
  ];
}

/** The object with one more annotation for each awkward text. */
export function withAwkwardTexts(object: JsonObject): JsonObject {
  return AWKWARD_TEXTS.reduce(
    (under, text, index) => withSet(under, ['metadata', 'annotations', `text-${index}`], text) as JsonObject,
    object,
  );
}

/** A PUT of awkward contents in place of plain ones. The spec of a pod and the template of a job stay. */
export function awkwardReplace(on: Steps, name: string): Program {
  const { template } = MUTABLE[on.resource.kind];
  const contents = contentsOf(on.resource, template && [...template, 'spec']);
  return writtenTo(on, name, [on.replace(name, edited('plain', contents))]);
}

/**
 * Patches of that kind, which give a plain object maps with awkward keys and texts. A JSON patch leaves the labels,
 * because it would replace them all. The others then send no annotations, which changes nothing, and remove them all.
 */
export function awkwardPatch(on: Steps, kind: PatchKind, name: string): Program {
  const contentType = PATCH_MEDIA_TYPES[kind];
  const maps = awkwardMaps(on.resource);
  const patches =
    kind === 'json'
      ? [
          maps
            .filter(([path]) => !path.includes('labels'))
            .map(([path, map]) => ({ op: 'add', path: pointer(path), value: map })),
          ...farElements(on.resource),
        ]
      : [
          ...maps.map(([path, map]) => nest(path, map)),
          ...[{}, null].map((annotations) => ({ metadata: { annotations } })),
        ];
  return writtenTo(
    on,
    name,
    patches.map((patch) => on.patch(name, patch, { contentType })),
  );
}

/** JSON patches of elements whose indexes have two digits; only if the kind has a template. */
function farElements({ kind }: Resource): Template[][] {
  const { template } = MUTABLE[kind];
  if (template === undefined) return [];
  const args = pointer([...template, 'spec', 'containers', '0', 'args']);
  return [
    [{ op: 'add', path: args, value: ARGS }],
    [
      { op: 'replace', path: `${args}/11`, value: 'replaced' },
      { op: 'remove', path: `${args}/70` },
    ],
  ];
}

/** The names of the objects that such cases write, the one without dots second: some servers refuse the first. */
export function awkwardNames({ resource }: Steps): readonly string[] {
  return [dotted(resource, '{{w}}'), '{{w}}'];
}

/**
 * Writes to an object without labels whose name stands beside a prefix for generated names. The writes leave its
 * finalizer and its owner.
 */
function writtenTo(on: Steps, name: string, writes: Program): Program {
  const { namespaced } = on.resource;
  const owners = namespaced && mayOwn(on.maker) ? [on.create(minimalObject(on.maker, '{{o}}'), { as: 'owner' })] : [];
  const body = namespaced ? heldObject(on, name) : minimalObject(on.maker, name);
  const edits = [
    { set: '/metadata/generateName', to: '{{w}}-' },
    ...owners.map(() => ({ set: '/metadata/ownerReferences', to: [referenceTo(on.maker, '{{o}}', 'owner')] })),
  ];
  return [
    ...owners,
    on.create({ $edit: body, with: edits }, { unlabelled: true }),
    on.get(name, { as: 'plain' }),
    ...writes,
    on.get(name),
    ...(namespaced ? [release(on, name)] : []),
  ];
}
