import { MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { copyOf, everyObject, isObject, itemsOf, metadataOf, objectAt, objectPath, succeeded } from './bend.ts';
import type { FaultyRequest, Bendable, Fault, FaultyResponse, UpstreamClient } from './fault.ts';
import { later, membersOf } from './ways.ts';
import { isOne } from './requests.ts';

/** Faults of controllers; an absent member means correct behaviour. */
export interface Wrong {
  /** Bends the replica set of a deployment. */
  readonly set?: (set: Bendable) => void;
  readonly withoutRevision?: true;
  /** The key of the annotation with the revision, if it is another; the document leaves its domain open. */
  readonly revisionKey?: string;
  readonly ignoresExistingSets?: true;
  readonly rollsWhilePaused?: true;
  /** All new pods are requested at once, before any old one is removed. */
  readonly allAtOnce?: true;
  readonly keepsEverySet?: true;
  readonly ignoresRollback?: true;
  /** A rollback goes to the revision before the last, whichever it names. */
  readonly rollsBackOneRevision?: true;
  /** A percentage of maxSurge is rounded down. */
  readonly roundsSurgeDown?: true;
  /** How much a job's count of active pods is too high. */
  readonly activeTooMany?: number;
  /** The host of a pod; by default pods without special requirements get one. */
  readonly hostOf?: (pod: Bendable) => string | undefined;
  /** Id of a container that runs; default the runtime and an id. */
  readonly containerIdOf?: (name: string) => string;
  readonly reportsNotOnAll?: true;
  /** The restart count of containers that the node reports; default 0. */
  readonly restarts?: number;
  /** A pod runs beyond its activeDeadlineSeconds. */
  readonly ignoresDeadline?: true;
}

const REVISION = 'deployment.kubernetes.io/revision';
const SETS = '/apis/extensions/v1beta1/namespaces/NS/replicasets';
const PODS = '/api/v1/namespaces/NS/pods';

/** One replica set of a deployment, as the controller left it. */
interface MadeReplicaSet {
  readonly path: string;
  readonly template: unknown;
  readonly revision: number;
  replicas: number;
}

/** A written deployment, and its path. */
interface WrittenWorkload {
  readonly path: string;
  readonly object: Bendable;
  readonly spec: Bendable;
}

/**
 * Minimal controllers in front of a server that has none. A deployment gets replica sets, which are scaled in steps
 * within its bounds; a job gets pods and a status; a pod is shown on a host. A replica set makes no pods.
 *
 *     POST deployment d, image x:1, 2 replicas -> POST replicaset d-1, replicas 2; PATCH d: revision 1
 *     PATCH d, image x:2                       -> POST d-2, replicas 0; d-2: 1, d-1: 1, d-2: 2, d-1: 0; PATCH d: revision 2
 */
export function withControllers(wrong: Wrong): Fault['hooks'] {
  return () => {
    const sets = new Map<string, MadeReplicaSet[]>();
    const turns = new Map<string, Promise<unknown>>();
    const shown = everyObject((object, request) => {
      if (request.call?.resource?.kind === 'Pod' && objectAt(object, 'spec') !== undefined) showOnHost(object, wrong);
    });
    return {
      ...shown,
      yaml: true,
      response: (response, request, upstream) => {
        const written = writtenBy(response, request);
        if (written !== undefined) {
          const uid = String(metadataOf(written.object)['uid']);
          const act = async (): Promise<void> => actOn(request, written, upstream, { wrong, made: listOf(sets, uid) });
          turns.set(
            uid,
            (turns.get(uid) ?? Promise.resolve()).then(act).catch(() => undefined),
          );
        }
        shown.response(response, request);
      },
    };
  };
}

function writtenBy(response: FaultyResponse, request: FaultyRequest): WrittenWorkload | undefined {
  if (!isOne(request, ['create', 'replace', 'patch']) || !succeeded(response) || !isObject(response.json))
    return undefined;
  const object = copyOf(response.json);
  const spec = objectAt(object, 'spec');
  const path =
    request.call?.verb === 'create'
      ? `${objectPath(request)}/${String(metadataOf(object)['name'])}`
      : objectPath(request);
  return spec === undefined ? undefined : { path, object, spec };
}

function listOf(sets: Map<string, MadeReplicaSet[]>, uid: string): MadeReplicaSet[] {
  const known = sets.get(uid) ?? [];
  sets.set(uid, known);
  return known;
}

interface RolloutProgress {
  readonly wrong: Wrong;
  readonly made: MadeReplicaSet[];
}

async function actOn(
  request: FaultyRequest,
  written: WrittenWorkload,
  upstream: UpstreamClient,
  state: RolloutProgress,
): Promise<void> {
  const kind = request.call?.resource?.kind;
  const isNew = request.call?.verb === 'create';
  if (kind === 'Deployment') await rollOut(written, upstream, state, isNew);
  else if (kind === 'Job' && isNew) await runJob(written, upstream, state.wrong);
  else if (kind === 'Pod' && isNew) await runPod(written, upstream, state.wrong);
}

async function rollOut(
  written: WrittenWorkload,
  upstream: UpstreamClient,
  { wrong, made }: RolloutProgress,
  isNew: boolean,
): Promise<void> {
  const { path, spec } = written;
  const asked = made.find(({ revision }) => revision === objectAt(spec, 'rollbackTo')?.['revision']);
  const back = wrong.rollsBackOneRevision === true && asked !== undefined ? made.at(-2) : asked;
  if (back !== undefined && wrong.ignoresRollback !== true) {
    const { json } = await upstream.send(
      'PATCH',
      path,
      { spec: { rollbackTo: null, template: back.template } },
      MERGE_PATCH_TYPE,
    );
    return rollOut({ ...written, spec: objectAt(json, 'spec') ?? spec }, upstream, { wrong, made }, false);
  }
  if (spec['paused'] === true && wrong.rollsWhilePaused !== true) return;
  if (isNew && wrong.ignoresExistingSets !== true) await adopt(written, upstream);
  if (made.some(({ template }) => same(template, spec['template']))) return;
  const current = await makeSet(written, upstream, { wrong, made });
  if (wrong.withoutRevision !== true)
    await upstream.send(
      'PATCH',
      path,
      { metadata: { annotations: { [wrong.revisionKey ?? REVISION]: String(current.revision) } } },
      MERGE_PATCH_TYPE,
    );
  await scale(spec, current, upstream, { wrong, made });
  const old = made.filter((each) => each !== current);
  const spare =
    wrong.keepsEverySet === true
      ? []
      : old.slice(0, Math.max(0, old.length - Number(spec['revisionHistoryLimit'] ?? old.length)));
  for (const { path: gone } of spare)
    await upstream.send('DELETE', gone, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
  made.splice(0, made.length, ...made.filter((each) => !spare.includes(each)));
}

async function adopt({ object, spec }: WrittenWorkload, upstream: UpstreamClient): Promise<void> {
  const collection = SETS.replace('NS', String(metadataOf(object)['namespace']));
  const selector = Object.entries(objectAt(spec, 'selector', 'matchLabels') ?? {})
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',');
  const found =
    itemsOf(await upstream.send('GET', `${collection}?labelSelector=${encodeURIComponent(selector)}`)) ?? [];
  for (const set of found.filter((each) => metadataOf(each)['ownerReferences'] === undefined)) {
    await upstream.send(
      'PATCH',
      `${collection}/${String(metadataOf(set)['name'])}`,
      { metadata: { ownerReferences: [ownerOf(object)] } },
      MERGE_PATCH_TYPE,
    );
  }
}

async function makeSet(
  { object, spec }: WrittenWorkload,
  upstream: UpstreamClient,
  { wrong, made }: RolloutProgress,
): Promise<MadeReplicaSet> {
  const { name, namespace } = metadataOf(object);
  const revision = Math.max(0, ...made.map((each) => each.revision)) + 1;
  const collection = SETS.replace('NS', String(namespace));
  const metadata = {
    name: `${String(name)}-${revision}`,
    labels: objectAt(spec, 'template', 'metadata')?.['labels'],
    ownerReferences: [ownerOf(object)],
  };
  const set: Bendable = {
    apiVersion: 'extensions/v1beta1',
    kind: 'ReplicaSet',
    metadata,
    spec: { replicas: 0, selector: spec['selector'], template: copyOf(spec['template']) },
  };
  wrong.set?.(set);
  await upstream.send('POST', collection, set);
  const current: MadeReplicaSet = {
    path: `${collection}/${metadata.name}`,
    template: copyOf(spec['template']),
    revision,
    replicas: 0,
  };
  made.push(current);
  return current;
}

/** One pod more or less at a time, within the bounds of the strategy. */
async function scale(
  spec: Bendable,
  current: MadeReplicaSet,
  upstream: UpstreamClient,
  { wrong, made }: RolloutProgress,
): Promise<void> {
  const wanted = Number(spec['replicas'] ?? 1);
  const to = async (set: MadeReplicaSet, replicas: number): Promise<void> => {
    set.replicas = replicas;
    await upstream.send('PATCH', set.path, { spec: { replicas } }, MERGE_PATCH_TYPE);
  };
  const total = (): number => made.reduce((sum, { replicas }) => sum + replicas, 0);
  const oldOne = (): MadeReplicaSet | undefined => made.find((each) => each !== current && each.replicas > 0);
  const recreates = objectAt(spec, 'strategy')?.['type'] === 'Recreate';
  if (wrong.allAtOnce === true || oldOne() === undefined) await to(current, wanted);
  if (recreates) for (let old = oldOne(); old !== undefined; old = oldOne()) await to(old, 0);
  const most = wanted + boundOf(spec, 'maxSurge', wanted, wrong.roundsSurgeDown === true ? Math.floor : Math.ceil);
  for (let old = oldOne(); old !== undefined || current.replicas < wanted; old = oldOne()) {
    if (current.replicas < wanted && total() < most) await to(current, current.replicas + 1);
    else if (old !== undefined) await to(old, old.replicas - 1);
  }
}

function boundOf(spec: Bendable, name: string, wanted: number, round: (pods: number) => number): number {
  const bound = objectAt(spec, 'strategy', 'rollingUpdate')?.[name];
  // A text that is no percentage is taken as 0: with a bound that is no number, a rollout would never end.
  return typeof bound === 'number' ? bound : round(((Number.parseInt(String(bound ?? 0), 10) || 0) * wanted) / 100);
}

async function runJob({ path, object, spec }: WrittenWorkload, upstream: UpstreamClient, wrong: Wrong): Promise<void> {
  const { name, namespace } = metadataOf(object);
  const active = Number(spec['parallelism'] ?? 1);
  const template = objectAt(spec, 'template') ?? {};
  for (let n = 0; n < active; n += 1) {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${String(name)}-${n}`,
        labels: metadataOf(template)['labels'],
        ownerReferences: [ownerOf(object)],
      },
      spec: template['spec'],
    };
    await upstream.send('POST', PODS.replace('NS', String(namespace)), pod);
  }
  await upstream.send(
    'PATCH',
    `${path}/status`,
    { status: { startTime: metadataOf(object)['creationTimestamp'], active: active + (wrong.activeTooMany ?? 0) } },
    MERGE_PATCH_TYPE,
  );
}

/** The text in the status of a pod that has a host. */
const SCHEDULED = 'given a host';

async function runPod({ path, object, spec }: WrittenWorkload, upstream: UpstreamClient, wrong: Wrong): Promise<void> {
  const writeStatus = (status: Bendable): Promise<FaultyResponse> =>
    upstream.send('PATCH', `${path}/status`, { status }, MERGE_PATCH_TYPE);
  await writeStatus({ message: SCHEDULED });
  if ((wrong.hostOf ?? ordinaryHost)(object) === undefined) return;
  const startTime = metadataOf(object)['creationTimestamp'];
  const reports = reportsOn(spec, 'containers', startTime, wrong);
  const containerStatuses = wrong.reportsNotOnAll === true && reports.length > 1 ? reports.slice(0, -1) : reports;
  await writeStatus({
    phase: 'Running',
    startTime,
    containerStatuses,
    initContainerStatuses: reportsOn(spec, 'initContainers', startTime, wrong),
  });
  const deadline = spec['activeDeadlineSeconds'];
  if (typeof deadline !== 'number' || wrong.ignoresDeadline === true) return;
  const fail = (): void => void writeStatus({ phase: 'Failed', reason: 'DeadlineExceeded' }).catch(() => undefined);
  later(deadline * 1000, fail);
}

const ordinaryId = (name: string): string => `simulated://${name}`;

function reportsOn(
  spec: Bendable,
  list: 'containers' | 'initContainers',
  startedAt: unknown,
  { containerIdOf = ordinaryId, restarts = 0 }: Wrong,
): Bendable[] {
  return membersOf(spec, list).map(({ name, image }) => ({
    name,
    image,
    imageID: '',
    containerID: containerIdOf(String(name)),
    ready: true,
    restartCount: restarts,
    state: { running: { startedAt } },
  }));
}

function showOnHost(pod: Bendable, { hostOf = ordinaryHost }: Wrong): void {
  const spec = objectAt(pod, 'spec') ?? {};
  if (objectAt(pod, 'status')?.['message'] === SCHEDULED) spec['nodeName'] ??= hostOf(pod);
}

/** The host of a pod without special requirements. */
export function ordinaryHost(pod: Bendable): string | undefined {
  const spec = objectAt(pod, 'spec') ?? {};
  const asks =
    objectAt(spec, 'nodeSelector') !== undefined ||
    objectAt(spec, 'affinity') !== undefined ||
    !['default-scheduler', undefined].includes(spec['schedulerName'] as string | undefined);
  return asks ? undefined : 'node-1';
}

function ownerOf(object: Bendable): Bendable {
  const { name, uid } = metadataOf(object);
  return { apiVersion: object['apiVersion'], kind: object['kind'], name, uid, controller: true };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
