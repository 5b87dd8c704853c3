import type { ReplicaSetCreation, RolloutPlan, RolloutWrite } from './rollout-plan.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { isAbsent, members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import { deploymentStatus, overdueAt, type StatusInput } from './deployment-status.ts';
import { planRollback } from './plan-rollback.ts';
import { nextReplicas, planRecreate, planRollingUpdate } from './plan-replacement.ts';
import { occupiedBy, planScaling, replicasOf, type Scaling } from './plan-scaling.ts';
import { HASH_LABEL, podTemplateHash, withHash } from './pod-template-hash.ts';
import { annotationsInUse, type Generations, generationsOf, nextRevision, scaleAnnotations } from './revisions.ts';
import { rolloutBounds, type RolloutBounds } from './rollout-bounds.ts';

export interface RolloutInput {
  readonly deployment: ApiObject;
  /** All managed replica sets. */
  readonly replicaSets: readonly ApiObject[];
  /** Whether the replica set has an unfinished pod, terminating ones included. */
  readonly podsRun: (replicaSet: ApiObject) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The next step of a deployment: the writes to its replica sets, and its status (document, DeploymentSpec,
 * DeploymentStrategy).
 * A worked example, of a deployment with 2 replicas and a new template, maxSurge 1, maxUnavailable 0, step by step:
 *
 *     old 2                         a replica set with the hash of the template, 1 replica, revision 2
 *     old 2, new 1 (1 available)    old 1
 *     old 1, new 1                  new 2
 *     old 1, new 2 (2 available)    old 0; those beyond the history limit are removed
 */
export function planRollout(input: RolloutInput): RolloutPlan {
  const { deployment, now } = input;
  const { rollbackTo, paused } = specOf(deployment);
  const generations = generationsOf(deployment, input.replicaSets);
  const bounds = rolloutBounds(deployment);
  const rest = { deployment, generations, bounds, now };
  if (deployment.metadata.deletionTimestamp !== undefined) return withStatus([], { ...rest, making: undefined });
  const made = revisionWrites(input, generations, bounds);
  if (!isAbsent(rollbackTo) && paused !== true) return rollback(input, rest, made);
  const making = made.find((each) => each.write === 'create')?.name;
  const scalings =
    making === undefined ? scalingsOf(input, generations, bounds) : scalingsWithout(input, generations, bounds);
  const history = isAbsent(rollbackTo) ? surplusHistory(input, generations) : [];
  return withStatus([...made, ...scalings.flatMap((each) => scaleWrites(each, bounds)), ...history], {
    ...rest,
    making,
  });
}

function withStatus(writes: readonly RolloutWrite[], input: StatusInput): RolloutPlan {
  const { deployment, generations, making } = input;
  const status = deploymentStatus(input);
  const nextAt = overdueAt(deployment, status);
  const revision =
    generations.current === undefined && making === undefined ? {} : { revision: nextRevision(generations) };
  return { writes, status, ...revision, ...(nextAt === undefined ? {} : { nextAt }) };
}

/**
 * The present template gets its own revision before the target is searched, so the last revision is the present one.
 */
function rollback(
  { deployment, replicaSets }: RolloutInput,
  rest: Omit<StatusInput, 'making'>,
  made: readonly RolloutWrite[],
): RolloutPlan {
  const { generations, bounds } = rest;
  const missing = generations.current === undefined ? creation(deployment, generations, bounds, 0) : undefined;
  if (missing !== undefined) return withStatus([missing], { ...rest, making: missing.name });
  return made.length > 0 ? withStatus(made, { ...rest, making: undefined }) : planRollback(deployment, replicaSets);
}

function isRolling(deployment: ApiObject): boolean {
  return members(specOf(deployment)['strategy'])['type'] === 'RollingUpdate';
}

/**
 * Makes sure that a replica set has the deployment's template and carries its revision; a paused deployment creates
 * none.
 */
function revisionWrites(input: RolloutInput, generations: Generations, bounds: RolloutBounds): RolloutWrite[] {
  const { deployment } = input;
  const { current, old } = generations;
  if (current !== undefined) return revisionSync(deployment, generations);
  const rolling = isRolling(deployment);
  const waits = !rolling && (old.some((each) => replicasOf(each) > 0) || anyPodsRun(input, generations.old));
  if (specOf(deployment)['paused'] === true || waits) return [];
  return [creation(deployment, generations, bounds, rolling ? nextReplicas(0, old, bounds) : bounds.wanted)];
}

/** Whether these have unfinished pods, or are creating some because they have not seen their new replica count yet. */
function anyPodsRun({ podsRun }: RolloutInput, replicaSets: readonly ApiObject[]): boolean {
  return replicaSets.some((each) => podsRun(each) || !hasSeenItself(each));
}

/** The current replica set takes over annotations and minReadySeconds of the deployment. */
function revisionSync(deployment: ApiObject, generations: Generations): RolloutWrite[] {
  const { current } = generations;
  const annotations = annotationsInUse(deployment, current, nextRevision(generations));
  const { minReadySeconds } = specOf(deployment);
  const spec =
    current === undefined || number(specOf(current)['minReadySeconds']) === number(minReadySeconds)
      ? {}
      : { minReadySeconds };
  const differs = Object.keys(annotations).length > 0 || 'minReadySeconds' in spec;
  return differs ? [{ write: 'replica-set', name: current?.metadata.name ?? '', annotations, spec }] : [];
}

function creation(
  deployment: ApiObject,
  generations: Generations,
  bounds: RolloutBounds,
  replicas: number,
): ReplicaSetCreation {
  const annotations = annotationsInUse(deployment, undefined, nextRevision(generations));
  return newReplicaSet(deployment, replicas, { ...annotations, ...scaleAnnotations(bounds.wanted, bounds.most) });
}

function newReplicaSet(
  deployment: ApiObject,
  replicas: number,
  annotations: Readonly<Record<string, string>>,
): ReplicaSetCreation {
  const { template, selector, minReadySeconds } = specOf(deployment);
  const hash = podTemplateHash(members(template), number(members(deployment['status'])['collisionCount']));
  const name = `${deployment.metadata.name}-${hash}`;
  const hashed = withHash(members(template), hash);
  const labels = members(members(hashed['metadata'])['labels']) as Readonly<Record<string, string>>;
  const chosen = {
    ...members(selector),
    matchLabels: { ...members(members(selector)['matchLabels']), [HASH_LABEL]: hash },
  };
  const spec = {
    replicas,
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
    selector: chosen,
    template: hashed,
  };
  const happening = replicas === 0 ? {} : { happening: scaled('up', name, replicas) };
  return {
    ...happening,
    write: 'create',
    name,
    object: { kind: 'ReplicaSet', apiVersion: '', metadata: { name, labels, annotations }, spec },
  };
}

function scalingsOf(input: RolloutInput, generations: Generations, bounds: RolloutBounds): Scaling[] {
  const { deployment } = input;
  const { current, old } = generations;
  const scalings = planScaling(deployment, generations, bounds).filter(
    (each) => isRolling(deployment) || mayGrow(each, input),
  );
  if (scalings.length > 0 || specOf(deployment)['paused'] === true) return scalings;
  if (!isRolling(deployment)) return planRecreate(current, old, bounds, anyPodsRun(input, old));
  return current === undefined ? [] : planRollingUpdate(current, old, bounds);
}

/**
 * With Recreate no replica set grows while pods of another template run, even if the deployment was paused
 * meanwhile.
 */
function mayGrow({ replicaSet, replicas }: Scaling, input: RolloutInput): boolean {
  return (
    replicas <= replicasOf(replicaSet) ||
    !anyPodsRun(
      input,
      input.replicaSets.filter((each) => each !== replicaSet),
    )
  );
}

/** While the new replica set is being created, the old ones only shrink if they must. */
function scalingsWithout(input: RolloutInput, generations: Generations, bounds: RolloutBounds): Scaling[] {
  return isRolling(input.deployment)
    ? []
    : planRecreate(undefined, generations.old, bounds, anyPodsRun(input, generations.old));
}

/** Empty if nothing would change. */
function scaleWrites({ replicaSet, replicas }: Scaling, { wanted, most }: RolloutBounds): RolloutWrite[] {
  const annotations = scaleAnnotations(wanted, most);
  const { name = '' } = replicaSet.metadata;
  const before = replicasOf(replicaSet);
  if (before !== replicas)
    return [
      {
        write: 'replica-set',
        name,
        spec: { replicas },
        annotations,
        happening: scaled(replicas > before ? 'up' : 'down', name, replicas),
      },
    ];
  const differs = Object.entries(annotations).some(([key, value]) => replicaSet.metadata.annotations?.[key] !== value);
  return differs ? [{ write: 'replica-set', name, spec: {}, annotations }] : [];
}

function scaled(direction: 'up' | 'down', name: string, replicas: number): Occurrence {
  return {
    type: 'Normal',
    reason: 'ScalingReplicaSet',
    message: `Scaled ${direction} replica set ${name} to ${replicas}`,
  };
}

/**
 * Deletes the oldest replica sets with another template beyond the limit (document, revisionHistoryLimit), if they
 * are unused: zero replicas in spec and status, and observed. Terminating pods are waited for, because Recreate must
 * see them.
 */
function surplusHistory({ deployment, podsRun }: RolloutInput, { old }: Generations): RolloutWrite[] {
  const { revisionHistoryLimit } = specOf(deployment);
  if (typeof revisionHistoryLimit !== 'number') return [];
  const kept = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const surplus = kept.slice(0, Math.max(0, kept.length - revisionHistoryLimit));
  const unused = surplus.filter((each) => occupiedBy(each) === 0 && hasSeenItself(each) && !podsRun(each));
  return unused.map(({ metadata: { name = '' } }) => ({ write: 'remove', name }));
}

/** Whether its status is of its present spec. */
function hasSeenItself(replicaSet: ApiObject): boolean {
  return number(members(replicaSet['status'])['observedGeneration']) >= number(replicaSet.metadata.generation);
}
