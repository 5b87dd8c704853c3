import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isObject, metadataOf, objectAt, succeeded } from '../bend.ts';
import type { Bendable, FaultyRequest, FaultyResponse, UpstreamClient, Variant } from '../fault.ts';
import { finalizersOf } from '../memory.ts';
import { variants } from '../named.ts';
import { withControllers } from '../simulated-controllers/with-controllers.ts';
import { acting, afterwards, madeBy, soon } from './acting.ts';
import { HOLD, releaseDeleted } from './holding.ts';
import { update } from './locked-update.ts';
import { refusingBy } from './refusing-by.ts';
import { together } from './together.ts';
import { touchingBesideWrites } from './touching-beside-writes.ts';

/** The delays after a create before a controller labels the object, in milliseconds. */
const RELABEL_MS = [1, 30, 120];

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

/** Adds the finalizer to an object, beside those that it has. */
function hold(object: Bendable): boolean {
  metadataOf(object)['finalizers'] = [...finalizersOf(object), HOLD];
  return true;
}

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

const CONFLICT = 409;

/** Servers whose controllers write beside the client. */
export const CONTROL_LOOP_VARIANTS: readonly Variant[] = variants({
  'control-loops-at-work': {
    summary:
      'deployments get replica sets and a revision under deployment.example.com, jobs get pods, cron jobs make the jobs that are due, and pods get a host that reports on their containers',
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
        afterwards(ms, () => {
          const labels = { 'topology.kubernetes.io/zone': `z${turn + place}` };
          return upstream.send('PATCH', made.path, { metadata: { labels } }, MERGE_PATCH_TYPE);
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
      if (made !== undefined && HELD.has(made.object['kind'])) soon(turn, () => update(upstream, made, hold));
      releaseDeleted(turn + 3, request, upstream);
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
