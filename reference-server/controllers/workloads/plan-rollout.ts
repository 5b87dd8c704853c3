import type { ApiObject } from '../../resources/api-object.ts';
import type { Members } from '../../resources/json-members.ts';
import { isAbsent, members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Happening } from '../loop/event-recorder.ts';
import { deploymentStatus, isComplete, overdueAt } from './deployment-status.ts';
import { planRollback } from './plan-rollback.ts';
import { nextReplicas, planRecreate, planRollingUpdate } from './plan-replacement.ts';
import type { Scaling } from './plan-scaling.ts';
import { planScaling, replicasOf } from './plan-scaling.ts';
import { HASH_LABEL, podTemplateHash, withHash } from './pod-template-hash.ts';
import type { Generations } from './revisions.ts';
import { REVISION, annotationsInUse, generationsOf, nextRevision, scaleAnnotations } from './revisions.ts';
import type { RolloutBounds } from './rollout-bounds.ts';
import { rolloutBounds } from './rollout-bounds.ts';

export interface RolloutInput {
  readonly deployment: ApiObject;
  /** All that it manages. */
  readonly replicaSets: readonly ApiObject[];
  /** Whether a pod of a replica set that has another template has not finished. */
  readonly oldPodsRun: (current: ApiObject | undefined) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type RolloutWrite =
  | { readonly write: 'create'; readonly name: string; readonly object: ApiObject }
  /** Members that are absent stay as they are. */
  | { readonly write: 'replica-set'; readonly name: string; readonly replicas?: number; readonly annotations: Readonly<Record<string, string>> }
  | { readonly write: 'remove'; readonly name: string }
  | { readonly write: 'deployment'; readonly annotations: Readonly<Record<string, string>>; readonly spec: Members };

export interface RolloutPlan {
  readonly writes: readonly RolloutWrite[];
  /** Absent where the deployment is written, and the next step sees it anew. */
  readonly status?: Members;
  /** When to look again though nothing changes, in milliseconds since the epoch. */
  readonly nextAt?: number;
  readonly happenings: readonly Happening[];
}

const NO_WRITES: readonly RolloutWrite[] = [];

/**
 * The next step of a deployment: what to write to its replica sets, and its status (document, DeploymentSpec, DeploymentStrategy).
 *
 * A worked example, of a deployment with 2 replicas and a new template, maxSurge 1, maxUnavailable 0, step by step:
 *
 *     old 2                         a replica set with the hash of the template, 1 replica, revision 2
 *     old 2, new 1 (1 available)    old 1
 *     old 1, new 1                  new 2
 *     old 1, new 2 (2 available)    old 0; those beyond the history limit are removed
 */
export function planRollout(input: RolloutInput): RolloutPlan {
  const { deployment, now } = input;
  const spec = specOf(deployment);
  const generations = generationsOf(deployment, input.replicaSets);
  const bounds = rolloutBounds(deployment);
  const rest = { deployment, generations, bounds, now };
  if (deployment.metadata.deletionTimestamp !== undefined) return withStatus(NO_WRITES, { ...rest, making: undefined }, []);
  if (!isAbsent(spec['rollbackTo']) && spec['paused'] !== true) return planRollback(deployment, input.replicaSets);
  const made = spec['paused'] === true ? [] : revisionWrites(input, generations, bounds);
  const making = made.find((each) => each.write === 'create')?.name;
  const scalings = making === undefined ? scalingsOf(input, generations, bounds) : scalingsWithout(input, generations, bounds);
  const writes = [...made, ...scalings.map((each) => scaleWrite(each, bounds)), ...surplusHistory(deployment, generations)];
  return withStatus(writes, { ...rest, making }, scalings.map(scaled));
}

function withStatus(writes: readonly RolloutWrite[], input: Parameters<typeof deploymentStatus>[0], happenings: readonly Happening[]): RolloutPlan {
  const status = deploymentStatus(input);
  const nextAt = overdueAt(input.deployment, status);
  return { writes, status, happenings, ...(nextAt === undefined ? {} : { nextAt }) };
}

function isRolling(deployment: ApiObject): boolean {
  return members(specOf(deployment)['strategy'])['type'] === 'RollingUpdate';
}

/** There is a replica set with the template of the deployment, and both carry its revision. */
function revisionWrites({ deployment, oldPodsRun }: RolloutInput, generations: Generations, bounds: RolloutBounds): RolloutWrite[] {
  const { current, old } = generations;
  const revision = nextRevision(generations);
  const annotations = annotationsInUse(deployment, current, revision);
  const writes: RolloutWrite[] = [];
  if (current !== undefined && Object.keys(annotations).length > 0) writes.push({ write: 'replica-set', name: current.metadata.name ?? '', annotations });
  if (current === undefined) {
    const waits = !isRolling(deployment) && (old.some((each) => replicasOf(each) > 0) || oldPodsRun(undefined));
    if (waits) return [];
    const replicas = isRolling(deployment) ? nextReplicas(0, old, bounds) : bounds.wanted;
    writes.push(newReplicaSet(deployment, replicas, { ...annotations, ...scaleAnnotations(bounds.wanted, bounds.most) }));
  }
  if (deployment.metadata.annotations?.[REVISION] !== String(revision)) writes.push({ write: 'deployment', annotations: { [REVISION]: String(revision) }, spec: {} });
  return writes;
}

function newReplicaSet(deployment: ApiObject, replicas: number, annotations: Readonly<Record<string, string>>): RolloutWrite {
  const { template, selector, minReadySeconds } = specOf(deployment);
  const hash = podTemplateHash(members(template), number(members(deployment['status'])['collisionCount']));
  const name = `${deployment.metadata.name}-${hash}`;
  const hashed = withHash(members(template), hash);
  const labels = members(members(hashed['metadata'])['labels']) as Readonly<Record<string, string>>;
  const chosen = { ...members(selector), matchLabels: { ...members(members(selector)['matchLabels']), [HASH_LABEL]: hash } };
  const spec = { replicas, ...(minReadySeconds === undefined ? {} : { minReadySeconds }), selector: chosen, template: hashed };
  return { write: 'create', name, object: { kind: 'ReplicaSet', apiVersion: '', metadata: { name, labels, annotations }, spec } };
}

function scalingsOf({ deployment, oldPodsRun }: RolloutInput, generations: Generations, bounds: RolloutBounds): Scaling[] {
  const { current, old } = generations;
  const scalings = planScaling(generations, bounds, isRolling(deployment));
  if (scalings.length > 0 || specOf(deployment)['paused'] === true) return scalings;
  if (!isRolling(deployment)) return planRecreate(current, old, bounds, oldPodsRun(current));
  return current === undefined ? [] : planRollingUpdate(current, old, bounds);
}

/** While the new replica set is being made, the old ones only end where they must before. */
function scalingsWithout({ deployment, oldPodsRun }: RolloutInput, { old }: Generations, bounds: RolloutBounds): Scaling[] {
  return isRolling(deployment) ? [] : planRecreate(undefined, old, bounds, oldPodsRun(undefined));
}

function scaleWrite({ replicaSet, replicas }: Scaling, { wanted, most }: RolloutBounds): RolloutWrite {
  return { write: 'replica-set', name: replicaSet.metadata.name ?? '', replicas, annotations: scaleAnnotations(wanted, most) };
}

function scaled({ replicaSet, replicas }: Scaling): Happening {
  const direction = replicas > replicasOf(replicaSet) ? 'up' : 'down';
  return { type: 'Normal', reason: 'ScalingReplicaSet', message: `Scaled ${direction} replica set ${replicaSet.metadata.name} to ${replicas}` };
}

/** Of the replica sets that are no longer used and have no pods, the oldest go that are beyond the limit (document, revisionHistoryLimit). */
function surplusHistory(deployment: ApiObject, { current, old }: Generations): RolloutWrite[] {
  const { revisionHistoryLimit, paused } = specOf(deployment);
  if (typeof revisionHistoryLimit !== 'number') return [];
  if (current === undefined || (paused !== true && !isComplete(deployment, members(deployment['status'])))) return [];
  const kept = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const surplus = kept.slice(0, Math.max(0, kept.length - revisionHistoryLimit));
  const unused = surplus.filter((each) => replicasOf(each) === 0 && number(members(each['status'])['replicas']) === 0);
  return unused.map(({ metadata: { name = '' } }) => ({ write: 'remove', name }));
}
