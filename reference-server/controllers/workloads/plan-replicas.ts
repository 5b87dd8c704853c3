import type { ApiObject } from '../../resources/api-object.ts';
import { items, members, type Members, number, text } from '../../resources/values/json-members.ts';
import { selectorMatches } from '../../resources/validation/label-selector-validation.ts';
import { specOf, templateLabels } from '../../resources/template-owner.ts';
import { withCondition, withoutCondition } from '../runtime/with-condition.ts';
import { availableAt, isReady } from '../pods/pod-readiness.ts';

/** A pod with any further data. */
export interface HasObject {
  readonly value: { readonly object: ApiObject };
}

export interface ReplicaPlan<Pod> {
  /** The number of pods to create. */
  readonly missing: number;
  readonly surplus: readonly Pod[];
}

/** The most pods that one step creates or deletes. */
const BURST = 500;

/** The pods that a replica set must create or delete; `pods` are those that count. */
export function planReplicas<Pod extends HasObject>(replicaSet: ApiObject, pods: readonly Pod[]): ReplicaPlan<Pod> {
  if (replicaSet.metadata.deletionTimestamp !== undefined) return { missing: 0, surplus: [] };
  const wanted = number(specOf(replicaSet)['replicas']);
  const difference = wanted - pods.length;
  if (difference >= 0) return { missing: Math.min(difference, BURST), surplus: [] };
  return { missing: 0, surplus: leastWorth(pods, Math.min(-difference, BURST)) };
}

/**
 * The least valuable pods: without a node, then not running, not ready, ready for less time, restarted more,
 * younger.
 */
export function leastWorth<Pod extends HasObject>(pods: readonly Pod[], count: number): readonly Pod[] {
  if (count <= 0) return [];
  const valued = pods.map((pod) => ({ pod, worth: worth(pod.value.object) }));
  return valued
    .sort((a, b) => compare(a.worth, b.worth))
    .slice(0, count)
    .map(({ pod }) => pod);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, index) => value !== b[index]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}

function worth(pod: ApiObject): number[] {
  const status = members(pod['status']);
  const phases = ['Pending', 'Unknown', 'Running'];
  const restarts = items(status['containerStatuses']).map((each) => number(members(each)['restartCount']));
  return [
    text(specOf(pod)['nodeName']) === '' ? 0 : 1,
    phases.indexOf(text(status['phase'])),
    isReady(pod) ? 1 : 0,
    -(availableAt(pod, 1) ?? 0),
    -Math.max(0, ...restarts),
    -Date.parse(text(pod.metadata.creationTimestamp)),
  ];
}

/** The number of available pods, and when the next of the others will be, in milliseconds since the epoch. */
export function countAvailable(
  pods: readonly HasObject[],
  minReadySeconds: number,
  now: number,
): { readonly available: number; readonly nextAt: number | undefined } {
  const times = pods.flatMap(({ value }) => availableAt(value.object, minReadySeconds) ?? []);
  const later = times.filter((time) => time > now);
  return { available: times.length - later.length, nextAt: later.length === 0 ? undefined : Math.min(...later) };
}

/** The status of a replica set with these pods; `failure` says why the last pod could not be created. */
export function replicaSetStatus(
  replicaSet: ApiObject,
  pods: readonly HasObject[],
  now: number,
  failure: string | undefined,
): Members {
  const labels = templateLabels(replicaSet);
  const { conditions } = members(replicaSet['status']);
  const counts = {
    replicas: pods.length,
    fullyLabeledReplicas: pods.filter(({ value }) =>
      selectorMatches({ matchLabels: labels }, value.object.metadata.labels),
    ).length,
    readyReplicas: pods.filter(({ value }) => isReady(value.object)).length,
    availableReplicas: countAvailable(pods, number(specOf(replicaSet)['minReadySeconds']), now).available,
    observedGeneration: replicaSet.metadata.generation,
  };
  const status: Members =
    items(conditions).length === 0 ? withoutZeros(counts) : { ...withoutZeros(counts), conditions };
  if (failure !== undefined)
    return withCondition(
      status,
      { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: failure },
      now,
    );
  const healed = withoutCondition(status, 'ReplicaFailure');
  if (items(healed['conditions']).length > 0) return healed;
  const { conditions: _, ...rest } = healed;
  return rest;
}

/** Omits counts of zero, except `replicas`. */
function withoutZeros(counts: Members): Members {
  return Object.fromEntries(Object.entries(counts).filter(([name, value]) => value !== 0 || name === 'replicas'));
}
