import type { ApiObject } from '../../resources/api-object.ts';
import type { Members } from '../../resources/json-members.ts';
import { members, number, text } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Happening } from '../loop/event-recorder.ts';
import { fitsNode } from '../pods/node-fit.ts';
import { availableAt, isFinished, isReady } from '../pods/pod-readiness.ts';
import type { SimulatedNode } from '../pods/simulated-nodes.ts';
import { countAvailable } from './plan-replicas.ts';
import type { HasObject } from './plan-replicas.ts';
import { countOf } from './rollout-bounds.ts';

/** The label by which the pods of a daemon set tell which template they were made of. */
export const GENERATION_LABEL = 'pod-template-generation';

export interface DaemonPlan<Pod> {
  /** Names of the nodes that are to get a pod. */
  readonly missing: readonly string[];
  readonly surplus: readonly Pod[];
  readonly status: Members;
  readonly happenings: readonly Happening[];
  /** When to look again though nothing changes, in milliseconds since the epoch. */
  readonly nextAt?: number;
}

/**
 * The next step of a daemon set: one pod on each node that its template fits. Pods that have ended, that are on other nodes or beside
 * another go, but for those that are on no node yet, which are left to the scheduler; with the strategy RollingUpdate so do those of an earlier template, as many at a time as may be unavailable, and with
 * OnDelete they stay until they are deleted.
 */
export function planDaemons<Pod extends HasObject>(daemonSet: ApiObject, pods: readonly Pod[], nodes: readonly SimulatedNode[], now: number): DaemonPlan<Pod> {
  const spec = specOf(daemonSet);
  const wanted = new Set(nodes.filter((node) => isFor(members(members(spec['template'])['spec']), node)).map(({ name }) => name));
  const placed = pods.filter((pod) => nodes.some(({ name }) => name === nodeOf(pod)));
  const first = firstOnEach(placed);
  const kept = [...first].flatMap(([node, pod]) => (wanted.has(node) && !isFinished(pod.value.object) ? [pod] : []));
  const status = daemonSetStatus(daemonSet, { wanted, first, now });
  const { nextAt } = countAvailable(placed, number(spec['minReadySeconds']), now);
  const time = nextAt === undefined ? {} : { nextAt };
  if (daemonSet.metadata.deletionTimestamp !== undefined) return { missing: [], surplus: [], status, happenings: [], ...time };
  const surplus = placed.filter((pod) => !isGoing(pod) && !kept.includes(pod));
  const happenings = surplus.filter(({ value }) => isFinished(value.object)).map(killed);
  return { missing: [...wanted].filter((node) => !first.has(node)), surplus: [...surplus, ...outdated(daemonSet, kept, wanted.size, now)], status, happenings, ...time };
}

/** Whether the template is for that node: where it names one it is for that alone. */
function isFor(spec: Members, node: SimulatedNode): boolean {
  return ['', node.name].includes(text(spec['nodeName'])) && fitsNode(spec, node);
}

function killed(pod: HasObject): Happening {
  const { namespace, name } = pod.value.object.metadata;
  return { type: 'Warning', reason: 'FailedDaemonPod', message: `Found failed daemon pod ${namespace}/${name} on node ${nodeOf(pod)}, will try to kill it` };
}

function nodeOf({ value }: HasObject): string {
  return text(specOf(value.object)['nodeName']);
}

function isGoing({ value }: HasObject): boolean {
  return value.object.metadata.deletionTimestamp !== undefined;
}

/** The oldest pod of each node, one that is not going before one that is. */
function firstOnEach<Pod extends HasObject>(pods: readonly Pod[]): ReadonlyMap<string, Pod> {
  const order = (pod: Pod): string => `${isGoing(pod)} ${pod.value.object.metadata.creationTimestamp} ${pod.value.object.metadata.name}`;
  const sorted = [...pods].sort((a, b) => (order(a) < order(b) ? 1 : -1));
  return new Map(sorted.map((pod) => [nodeOf(pod), pod]));
}

function isCurrent(daemonSet: ApiObject, { value }: HasObject): boolean {
  return value.object.metadata.labels?.[GENERATION_LABEL] === String(number(specOf(daemonSet)['templateGeneration']));
}

function isAvailable(daemonSet: ApiObject, { value }: HasObject, now: number): boolean {
  return (availableAt(value.object, number(specOf(daemonSet)['minReadySeconds'])) ?? Number.POSITIVE_INFINITY) <= now;
}

/** Pods of an earlier template that may go now: those that are not available at once, others while enough remain. */
function outdated<Pod extends HasObject>(daemonSet: ApiObject, kept: readonly Pod[], wanted: number, now: number): Pod[] {
  const { type, rollingUpdate } = members(specOf(daemonSet)['updateStrategy']);
  if (type !== 'RollingUpdate') return [];
  const mayBeUnavailable = Math.max(1, countOf(members(rollingUpdate)['maxUnavailable'], wanted, Math.ceil));
  const standing = kept.filter((pod) => !isGoing(pod));
  const available = standing.filter((pod) => isAvailable(daemonSet, pod, now));
  const old = standing.filter((pod) => !isCurrent(daemonSet, pod));
  const spare = Math.max(0, mayBeUnavailable - (wanted - available.length));
  return [...old.filter((pod) => !available.includes(pod)), ...old.filter((pod) => available.includes(pod)).slice(0, spare)];
}

interface Placement {
  readonly wanted: ReadonlySet<string>;
  readonly first: ReadonlyMap<string, HasObject>;
  readonly now: number;
}

/** Counts are of nodes. */
function daemonSetStatus(daemonSet: ApiObject, { wanted, first, now }: Placement): Members {
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
    updatedNumberScheduled: placed.filter((pod) => isCurrent(daemonSet, pod)).length,
    numberAvailable: available,
    numberUnavailable: wanted.size - available,
  };
  const { collisionCount } = members(daemonSet['status']);
  const shown = Object.fromEntries(Object.entries(others).filter(([, count]) => count !== 0));
  return { ...always, ...shown, ...(collisionCount === undefined ? {} : { collisionCount }) };
}
