import type { ApiObject } from '../../resources/api-object.ts';
import { members, type Members, number, text } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import { availableAt, isFinished, isReady } from '../pods/pod-readiness.ts';
import { type DaemonNode, keepsDaemon, wantsDaemon } from './daemon-nodes.ts';
import { REVISION_LABEL } from './daemon-revisions.ts';
import { countAvailable, type HasObject } from './plan-replicas.ts';
import { countOf } from './rollout-bounds.ts';

/** The label of a daemon set's pods with the generation of their template. */
export const GENERATION_LABEL = 'pod-template-generation';

export interface DaemonInput {
  readonly daemonSet: ApiObject;
  /** Hash of the pod template; absent if no step depends on it. */
  readonly hash?: string;
  readonly nodes: readonly DaemonNode[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface DaemonPlan<Pod> {
  /** Names of the nodes that need a pod. */
  readonly missing: readonly string[];
  readonly surplus: readonly Pod[];
  readonly status: Members;
  readonly happenings: readonly Occurrence[];
  /** When to plan again without a change, in milliseconds since the epoch. */
  readonly nextAt?: number;
}

/**
 * The next step of a daemon set: one pod on each node that its template fits. Pods that have ended, are on other
 * nodes or are duplicates are deleted. Pods without a node yet are left to the scheduler. With RollingUpdate, pods
 * of an earlier template are deleted too, as many at a time as may be unavailable; with OnDelete they stay until a
 * client deletes them.
 */
export function planDaemons<Pod extends HasObject>(
  { daemonSet, hash, nodes, now }: DaemonInput,
  pods: readonly Pod[],
): DaemonPlan<Pod> {
  const spec = specOf(daemonSet);
  const podSpec = members(members(spec['template'])['spec']);
  const wanted = new Set(nodes.filter((node) => wantsDaemon(podSpec, node)).map(({ name }) => name));
  const stays = new Set(nodes.filter((node) => keepsDaemon(podSpec, node)).map(({ name }) => name));
  const placed = pods.filter((pod) => nodes.some(({ name }) => name === nodeOf(pod)));
  const first = firstOnEach(placed);
  const kept = [...first].flatMap(([node, pod]) => (stays.has(node) && !isFinished(pod.value.object) ? [pod] : []));
  const current = (pod: HasObject): boolean => isCurrent(daemonSet, hash, pod);
  const status = daemonSetStatus(daemonSet, { wanted, first, current, now });
  const { nextAt } = countAvailable(placed, number(spec['minReadySeconds']), now);
  const time = nextAt === undefined ? {} : { nextAt };
  if (daemonSet.metadata.deletionTimestamp !== undefined)
    return { missing: [], surplus: [], status, happenings: [], ...time };
  const surplus = placed.filter((pod) => !isGoing(pod) && !kept.includes(pod));
  const happenings = surplus.filter(({ value }) => isFinished(value.object)).map(killed);
  return {
    missing: [...wanted].filter((node) => !first.has(node)),
    surplus: [
      ...surplus,
      ...outdated(
        daemonSet,
        kept.filter((pod) => !isGoing(pod)),
        { wanted: wanted.size, current, now },
      ),
    ],
    status,
    happenings,
    ...time,
  };
}

function killed(pod: HasObject): Occurrence {
  const { namespace, name } = pod.value.object.metadata;
  return {
    type: 'Warning',
    reason: 'FailedDaemonPod',
    message: `Found failed daemon pod ${namespace}/${name} on node ${nodeOf(pod)}, will try to kill it`,
  };
}

function nodeOf({ value }: HasObject): string {
  return text(specOf(value.object)['nodeName']);
}

function isGoing({ value }: HasObject): boolean {
  return value.object.metadata.deletionTimestamp !== undefined;
}

/** The oldest pod of each node; terminating ones come last. */
function firstOnEach<Pod extends HasObject>(pods: readonly Pod[]): ReadonlyMap<string, Pod> {
  const order = (pod: Pod): string =>
    `${isGoing(pod)} ${pod.value.object.metadata.creationTimestamp} ${pod.value.object.metadata.name}`;
  const sorted = [...pods].sort((a, b) => (order(a) < order(b) ? 1 : -1));
  return new Map(sorted.map((pod) => [nodeOf(pod), pod]));
}

/** Whether the pod has the present template: of this generation, or of an equal earlier one. */
function isCurrent(daemonSet: ApiObject, hash: string | undefined, { value }: HasObject): boolean {
  const { labels } = value.object.metadata;
  const sameGeneration = labels?.[GENERATION_LABEL] === String(number(specOf(daemonSet)['templateGeneration']));
  return sameGeneration || (hash !== undefined && labels?.[REVISION_LABEL] === hash);
}

function isAvailable(daemonSet: ApiObject, { value }: HasObject, now: number): boolean {
  return (availableAt(value.object, number(specOf(daemonSet)['minReadySeconds'])) ?? Number.POSITIVE_INFINITY) <= now;
}

/** Pods of an earlier template that may be deleted now: unavailable ones at once, others while enough remain. */
function outdated<Pod extends HasObject>(
  daemonSet: ApiObject,
  standing: readonly Pod[],
  { wanted, current, now }: Omit<Placement, 'wanted' | 'first'> & { readonly wanted: number },
): Pod[] {
  const { type, rollingUpdate } = members(specOf(daemonSet)['updateStrategy']);
  if (type !== 'RollingUpdate') return [];
  const mayBeUnavailable = Math.max(1, countOf(members(rollingUpdate)['maxUnavailable'], wanted, Math.ceil));
  const available = standing.filter((pod) => isAvailable(daemonSet, pod, now));
  const old = standing.filter((pod) => !current(pod));
  const spare = Math.max(0, mayBeUnavailable - (wanted - available.length));
  return [
    ...old.filter((pod) => !available.includes(pod)),
    ...old.filter((pod) => available.includes(pod)).slice(0, spare),
  ];
}

interface Placement {
  readonly wanted: ReadonlySet<string>;
  readonly first: ReadonlyMap<string, HasObject>;
  /** Whether a pod has the present template. */
  readonly current: (pod: HasObject) => boolean;
  readonly now: number;
}

/** Counts are of nodes. */
function daemonSetStatus(daemonSet: ApiObject, { wanted, first, current, now }: Placement): Members {
  const placed = [...first].filter(([node]) => wanted.has(node)).map(([, pod]) => pod);
  const available = placed.filter((pod) => isAvailable(daemonSet, pod, now)).length;
  const always = {
    currentNumberScheduled: placed.length,
    numberMisscheduled: [...first].filter(([node]) => !wanted.has(node)).length,
    desiredNumberScheduled: wanted.size,
    numberReady: placed.filter(({ value }) => isReady(value.object)).length,
  };
  const others = {
    observedGeneration: number(daemonSet.metadata.generation),
    updatedNumberScheduled: placed.filter(current).length,
    numberAvailable: available,
    numberUnavailable: wanted.size - available,
  };
  const { collisionCount } = members(daemonSet['status']);
  const shown = Object.fromEntries(Object.entries(others).filter(([, count]) => count !== 0));
  return { ...always, ...shown, ...(collisionCount === undefined ? {} : { collisionCount }) };
}
