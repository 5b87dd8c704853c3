import { isObject, metadataOf, objectAt } from '../bend.ts';
import type { Bendable, FaultyRequest, UpstreamClient, Variant } from '../fault.ts';
import { storedOf } from '../memory.ts';
import { variants } from '../named.ts';
import { isOne, ofKind } from '../requests.ts';
import { BODIED, podSpecsOf } from '../ways.ts';
import { acting } from './acting.ts';
import { HOLD, releaseDeleted } from './holding.ts';

/** Gives the spec of a valid pod what a service mesh needs, at the end of each list. */
function addContainers(spec: Bendable): void {
  const { containers, initContainers = [], volumes = [] } = spec;
  if (
    !Array.isArray(containers) ||
    containers.length === 0 ||
    !Array.isArray(initContainers) ||
    !Array.isArray(volumes)
  )
    return;
  containers.push({ name: 'mesh', image: 'mesh:1', volumeMounts: [{ name: 'mesh', mountPath: '/etc/mesh' }] });
  spec['initContainers'] = [...initContainers, { name: 'mesh-init', image: 'mesh:1' }];
  spec['volumes'] = [...volumes, { name: 'mesh', emptyDir: {} }];
}

/** Puts a container and an init container of a service mesh before those of a valid pod. */
function addFirst(spec: Bendable): void {
  const { containers, initContainers = [] } = spec;
  if (!Array.isArray(containers) || containers.length === 0 || !Array.isArray(initContainers)) return;
  spec['containers'] = [{ name: 'mesh', image: 'mesh:1' }, ...(containers as unknown[])];
  spec['initContainers'] = [{ name: 'mesh-init', image: 'mesh:1' }, ...(initContainers as unknown[])];
}

/** Adds a member to a map of the object, which may be absent. An illegal map stays as it is. */
function addMember(object: Bendable, map: string, member: string, value: string): void {
  const members = object[map] ?? {};
  if (isObject(members)) object[map] = { [member]: value, ...members };
}

/** Adds an element to a list of the object, which may be absent. An illegal list stays as it is. */
function addElement(object: Bendable, list: string, element: Bendable): void {
  const elements = object[list] ?? [];
  if (Array.isArray(elements)) object[list] = [...(elements as unknown[]), element];
}

/** Gives an object a label and an annotation. */
function nameOwner(object: Bendable): void {
  for (const map of ['labels', 'annotations']) addMember(metadataOf(object), map, 'policy.example.com/owner', 'nobody');
}

const SCHEDULER = 'fleet-scheduler';
const LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Fills in what the document leaves to the system: the scheduler, and the host name of a pod. */
async function fillIn(request: FaultyRequest, upstream: UpstreamClient): Promise<void> {
  const { json } = request;
  if (!isOne(request, BODIED) || !isObject(json)) return;
  if (!ofKind('Pod', BODIED)(request)) {
    for (const pod of podSpecsOf(json)) pod['schedulerName'] ??= SCHEDULER;
    return;
  }
  const spec = objectAt(json, 'spec');
  if (spec === undefined) return;
  const name = metadataOf(json)['name'];
  const hostname = typeof name === 'string' && LABEL.test(name) ? name : undefined;
  // A replaced pod keeps what it was given.
  const given = isOne(request, 'create')
    ? { schedulerName: SCHEDULER, hostname }
    : (objectAt(await storedOf(request, upstream), 'spec') ?? {});
  for (const member of ['schedulerName', 'hostname'] as const)
    if (given[member] !== undefined) spec[member] ??= given[member];
}

/** Servers that change what a client writes before they store it. */
export const ADMISSION_VARIANTS: readonly Variant[] = variants({
  'admission-counts-writes': {
    summary: 'admission writes an annotation at each create and PUT, with another value each time',
    dialect: 'spec',
    hooks: () => {
      let writes = 0;
      return {
        yaml: true,
        request: ({ call, json }) => {
          if ((call?.verb !== 'create' && call?.verb !== 'replace') || !isObject(json)) return;
          const { metadata } = json;
          const annotations = isObject(metadata) ? (metadata['annotations'] ?? {}) : undefined;
          if (!isObject(metadata) || !isObject(annotations)) return;
          writes += 1;
          metadata['annotations'] = { ...annotations, 'admission.example.com/write': String(writes) };
        },
      };
    },
  },
  'admission-adds-containers': {
    summary: 'admission gives each new pod a container, an init container and a volume',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: ({ call, json }) => {
        if (call?.verb === 'create' && call.resource?.kind === 'Pod')
          for (const spec of podSpecsOf(json)) addContainers(spec);
      },
    }),
  },
  'admission-labels-every-write': {
    summary:
      'admission gives an object a label and an annotation at each create and PUT, templates an automountServiceAccountToken, and new pods a first container',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: ({ call, json }) => {
        if ((call?.verb !== 'create' && call?.verb !== 'replace') || !isObject(json)) return;
        nameOwner(json);
        for (const spec of podSpecsOf(json)) {
          if (call.resource?.kind !== 'Pod') spec['automountServiceAccountToken'] ??= true;
          else if (call.verb === 'create') addFirst(spec);
        }
      },
    }),
  },
  'admission-labels-objects': {
    summary:
      'admission gives each new object a label and an annotation, and each new pod a node selector, a toleration and an image pull secret',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: ({ call, json }) => {
        if (call?.verb !== 'create' || !isObject(json)) return;
        nameOwner(json);
        if (call.resource?.kind !== 'Pod') return;
        for (const spec of podSpecsOf(json)) {
          addMember(spec, 'nodeSelector', 'example.com/pool', 'shared');
          addElement(spec, 'tolerations', { key: 'example.com/pool', operator: 'Exists' });
          addElement(spec, 'imagePullSecrets', { name: 'registry' });
        }
      },
    }),
  },
  'pods-get-a-host-name-and-a-scheduler': {
    summary: 'admission gives a pod its name as its host name, and names the default scheduler fleet-scheduler',
    dialect: 'spec',
    hooks: () => ({ yaml: true, request: fillIn }),
  },
  'admission-holds-every-object': {
    summary: 'each new object has a finalizer of the server, which the server removes a moment after the delete',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: ({ call, json }) => {
        if (call?.verb !== 'create' || call.resource?.namespaced !== true || !isObject(json)) return;
        const { finalizers } = metadataOf(json);
        if (isObject(json['metadata']) && (finalizers === undefined || Array.isArray(finalizers)))
          json['metadata']['finalizers'] = [...(finalizers ?? []), HOLD];
      },
      ...acting((turn, _response, request, upstream) => releaseDeleted(turn, request, upstream))(),
    }),
  },
});
