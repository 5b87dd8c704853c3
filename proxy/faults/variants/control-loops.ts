import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { everyObject, failureStatus, isObject, jsonResponse, metadataOf, succeeded, objectAt } from '../bend.ts';
import type { FaultyRequest, Bendable, FaultyResponse, Hooks, UpstreamClient, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { withControllers } from '../simulated-controllers.ts';
import { later, podSpecsOf } from '../ways.ts';
import { refusingBy } from './refusing-by.ts';
import { together } from './together.ts';
import { touchingBesideWrites } from './touch.ts';

/** The delays after a create before the controllers write, in milliseconds. */
const SOON_MS = [0, 2, 5, 15, 40];

/** The delays after a create before a controller labels the object, in milliseconds. */
const RELABEL_MS = [1, 30, 120];

/** The object of a successful create. */
function madeBy(
  response: FaultyResponse,
  { call, path }: FaultyRequest,
): { readonly path: string; readonly object: Record<string, unknown> } | undefined {
  if (call?.verb !== 'create' || !succeeded(response) || !isObject(response.json) || call.resource?.namespaced !== true)
    return undefined;
  return { path: `${path.replace(/\/$/, '')}/${String(metadataOf(response.json)['name'])}`, object: response.json };
}

/** Runs `act` soon, and ignores its failure: the object may be gone by then. */
function soon(turn: number, act: () => Promise<unknown>): void {
  setTimeout(() => void act().catch(() => undefined), SOON_MS[turn % SOON_MS.length]).unref();
}

async function tellOf(
  { path, object }: { readonly path: string; readonly object: Record<string, unknown> },
  upstream: UpstreamClient,
): Promise<void> {
  const { name, namespace, uid } = metadataOf(object);
  if (object['kind'] === 'Event') return;
  const event = {
    kind: 'Event',
    apiVersion: 'v1',
    metadata: { generateName: 'loop-' },
    involvedObject: { kind: object['kind'], name, namespace, uid },
    reason: 'Seen',
    message: path,
    type: 'Normal',
  };
  await upstream.send('POST', `/api/v1/namespaces/${String(namespace)}/events`, event);
}

/** Controllers that act after each response; `turn` counts the responses from 1. */
function acting(
  act: (turn: number, response: FaultyResponse, request: FaultyRequest, upstream: UpstreamClient) => void,
): Variant['hooks'] {
  return () => {
    let turns = 0;
    return { response: (response, request, upstream) => act((turns += 1), response, request, upstream) };
  };
}

/** The finalizer of the controllers. */
const HOLD = 'loops.example.com/hold';
/** The kinds that get it. */
const HELD: ReadonlySet<unknown> = new Set([
  'Deployment',
  'ReplicaSet',
  'DaemonSet',
  'Job',
  'CronJob',
  'Pod',
  'Ingress',
]);

const HOST = 'node-a';
/** Members by which a pod restricts its hosts. */
const RESTRICTIONS = ['nodeName', 'nodeSelector', 'affinity', 'schedulerName'];

/** Gives a pod that any host may run a host. */
function schedule({ call, json }: FaultyRequest): void {
  const spec = isObject(json) ? json['spec'] : undefined;
  if (call?.verb !== 'create' || call.resource?.kind !== 'Pod' || !isObject(spec)) return;
  if (RESTRICTIONS.every((member) => (spec[member] ?? null) === null)) spec['nodeName'] = HOST;
}

const ADDRESSES = { hostIP: '198.51.100.7', podIP: '198.51.100.8' } as const;

/** Writes the addresses of a new pod with that host before the create returns. */
async function giveAddresses(
  response: FaultyResponse,
  request: FaultyRequest,
  upstream: UpstreamClient,
): Promise<void> {
  const made = madeBy(response, request);
  if (made?.object['kind'] !== 'Pod' || objectAt(made.object, 'spec')?.['nodeName'] !== HOST) return;
  const written = await upstream.send('PATCH', `${made.path}/status`, { status: ADDRESSES }, MERGE_PATCH_TYPE);
  if (succeeded(written)) response.json = written.json;
}

const ENDING = 'server.invalid/ending';

/** Shows a deleted namespace as `Terminating`. */
function showEnding(object: Bendable): void {
  const annotations = metadataOf(object)['annotations'];
  if (!isObject(annotations) || !Object.hasOwn(annotations, ENDING)) return;
  metadataOf(object)['deletionTimestamp'] = annotations[ENDING];
  delete annotations[ENDING];
  Object.assign(object, { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Terminating' } });
}

/** Whether the upstream may refuse a delete for its options: both propagation options, or an illegal grace period. */
function isDoubtful({ json, query }: FaultyRequest): boolean {
  const options = isObject(json) ? json : {};
  const saysTwice = (options['orphanDependents'] ?? null) !== null && (options['propagationPolicy'] ?? null) !== null;
  const graces = [options['gracePeriodSeconds'] ?? 0, Number(query.get('gracePeriodSeconds') ?? 0)];
  return (
    saysTwice || !graces.every((grace) => Number.isInteger(grace) && Number(grace) >= 0 && Number(grace) < 2 ** 31)
  );
}

/** How long a namespace stays before a slow controller, in milliseconds. */
const LATE_MS = 30_000;

/** Hooks of a server that marks a deleted namespace as terminating; `then` may remove it. */
function endingNamespaces(then: (path: string, upstream: UpstreamClient) => void): Hooks {
  const terminating = new WeakSet<FaultyRequest>();
  const shown = everyObject(showEnding);
  return {
    yaml: true,
    ...shown,
    request: (request) => {
      const { resource, verb } = request.call ?? {};
      if (resource?.kind !== 'Namespace') return undefined;
      // The upstream selects by the phase that it stores, not by the phase that this server shows.
      if (request.query.get('fieldSelector')?.includes('status.phase') === true) return PHASES_ARE_NO_FIELD;
      if (verb !== 'delete' || isDoubtful(request)) return undefined;
      terminating.add(request);
      request.method = 'PATCH';
      request.headers['content-type'] = MERGE_PATCH_TYPE;
      request.json = { metadata: { annotations: { [ENDING]: new Date().toISOString().replace(/\.\d+/, '') } } };
      return undefined;
    },
    response: (response, request, upstream) => {
      if (!terminating.has(request) || !succeeded(response)) return shown.response(response, request);
      response.json = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
      then(request.path, upstream);
    },
  };
}

const PHASES_ARE_NO_FIELD = jsonResponse(
  400,
  failureStatus(400, 'BadRequest', 'status.phase is no field of a selector here'),
);

const CONFLICT = 409;

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

export const CONTROL_LOOP_VARIANTS: readonly Variant[] = variants({
  'control-loops-at-work': {
    summary:
      'deployments get replica sets and a revision under deployment.example.com, jobs get pods, and pods get a host that reports on their containers',
    dialect: 'spec',
    hooks: withControllers({ revisionKey: 'deployment.example.com/revision' }),
  },
  'control-loops-write-soon': {
    summary:
      'soon after a create, controllers write an annotation and the status of the object, and create an Event about it',
    dialect: 'spec',
    hooks: acting((turn, response, request, upstream) => {
      const made = madeBy(response, request);
      if (made === undefined) return;
      soon(turn, () =>
        upstream.send(
          'PATCH',
          made.path,
          { metadata: { annotations: { 'loops.example.com/seen': 'yes' } } },
          MERGE_PATCH_TYPE,
        ),
      );
      soon(turn + 1, () =>
        upstream.send('PATCH', `${made.path}/status`, { status: { observedGeneration: 1 } }, MERGE_PATCH_TYPE),
      );
      soon(turn + 2, () => tellOf(made, upstream));
    }),
  },
  'control-loops-label-objects': {
    summary:
      'soon after a create, a controller labels the object under the domain of the system, and changes the label',
    dialect: 'spec',
    hooks: acting((turn, response, request, upstream) => {
      const made = madeBy(response, request);
      if (made === undefined) return;
      for (const [place, ms] of RELABEL_MS.entries())
        later(ms, () => {
          const labels = { 'topology.kubernetes.io/zone': `z${turn + place}` };
          upstream.send('PATCH', made.path, { metadata: { labels } }, MERGE_PATCH_TYPE).catch(() => undefined);
        });
    }),
  },
  'new-pods-have-a-host-at-once': {
    summary: 'a create of a pod returns it with the host and the addresses that it was given',
    dialect: 'spec',
    hooks: () => ({ yaml: true, request: schedule, response: giveAddresses }),
  },
  'control-loops-add-conditions': {
    summary: 'soon after a create, a controller adds a condition of its own to the status',
    dialect: 'spec',
    hooks: acting((turn, response, request, upstream) => {
      const made = madeBy(response, request);
      if (made === undefined || request.call?.resource?.hasStatus !== true) return;
      const conditions = [{ type: 'SeenByLoop', status: 'True' }];
      soon(turn, () =>
        upstream.send('PATCH', `${made.path}/status`, { status: { conditions } }, STRATEGIC_MERGE_PATCH_TYPE),
      );
    }),
  },
  'control-loops-hold-what-is-deleted': {
    summary: 'controllers add a finalizer to every workload, and remove it a moment after the workload is deleted',
    dialect: 'spec',
    hooks: acting((turn, response, request, upstream) => {
      const made = madeBy(response, request);
      if (made !== undefined && HELD.has(made.object['kind'])) {
        const finalizers = [...((metadataOf(made.object)['finalizers'] as string[] | undefined) ?? []), HOLD];
        soon(turn, () => upstream.send('PATCH', made.path, { metadata: { finalizers } }, MERGE_PATCH_TYPE));
      }
      releaseDeleted(turn + 3, request, upstream);
    }),
  },
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
        for (const map of ['labels', 'annotations'])
          addMember(metadataOf(json), map, 'policy.example.com/owner', 'nobody');
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
        for (const map of ['labels', 'annotations'])
          addMember(metadataOf(json), map, 'policy.example.com/owner', 'nobody');
        if (call.resource?.kind !== 'Pod') return;
        for (const spec of podSpecsOf(json)) {
          addMember(spec, 'nodeSelector', 'example.com/pool', 'shared');
          addElement(spec, 'tolerations', { key: 'example.com/pool', operator: 'Exists' });
          addElement(spec, 'imagePullSecrets', { name: 'registry' });
        }
      },
    }),
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
  'namespaces-never-end': {
    summary: 'a deleted namespace stays for ever, because no controller removes its contents',
    dialect: 'spec',
    hooks: () => endingNamespaces(() => undefined),
  },
  'namespaces-end-late': {
    summary: 'a deleted namespace stays for half a minute before a controller removes it',
    dialect: 'spec',
    hooks: () =>
      endingNamespaces((path, upstream) => {
        setTimeout(() => void upstream.send('DELETE', path).catch(() => undefined), LATE_MS).unref();
      }),
  },
  'control-loops-write-what-is-there': {
    summary:
      'during some writes of a kind with a status, a controller writes the unchanged object, which makes a new version',
    dialect: 'spec',
    hooks: touchingBesideWrites,
  },
  'conflicts-with-control-loops-get-400': {
    summary:
      'during some writes of a kind with a status, a controller writes the unchanged object; a write that names the version before gets 400',
    dialect: 'spec',
    hooks: () => together(touchingBesideWrites(), refusingBy(400, (status) => status === CONFLICT)()),
  },
});

/** After a delete, soon removes the controllers' finalizer. */
function releaseDeleted(turn: number, { call, path }: FaultyRequest, upstream: UpstreamClient): void {
  if (call?.verb === 'delete' || call?.verb === 'deleteCollection') soon(turn, () => letGo(path, upstream));
}

/** Removes the controllers' finalizer from a terminating object, or from all of a collection. */
async function letGo(path: string, upstream: UpstreamClient): Promise<void> {
  const seen = await upstream.send('GET', path);
  const items =
    isObject(seen.json) && Array.isArray(seen.json['items']) ? (seen.json['items'] as unknown[]) : undefined;
  if (items !== undefined) {
    await Promise.all(items.map((item) => letGo(`${path}/${String(metadataOf(item)['name'])}`, upstream)));
    return;
  }
  const { finalizers, deletionTimestamp } = metadataOf(seen.json);
  if (deletionTimestamp === undefined || !Array.isArray(finalizers)) return;
  const rest = finalizers.filter((finalizer) => finalizer !== HOLD);
  if (rest.length < finalizers.length)
    await upstream.send('PATCH', path, { metadata: { finalizers: rest } }, MERGE_PATCH_TYPE);
}
