import { timestamp } from '../../objects/schema/timestamp.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { items, members, type Members, number, text } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { type ConditionNow, conditionOf, withCondition, withoutCondition } from '../runtime/with-condition.ts';
import { replicasOf, sum } from './plan-scaling.ts';
import type { Generations } from './revisions.ts';
import type { RolloutBounds } from './rollout-bounds.ts';

export interface StatusInput {
  readonly deployment: ApiObject;
  readonly generations: Generations;
  readonly bounds: RolloutBounds;
  /** Name of the replica set that this step creates. */
  readonly making: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const PROGRESSING = 'Progressing';
const COMPLETE = 'NewReplicaSetAvailable';
const OVERDUE = 'ProgressDeadlineExceeded';
const PAUSED = 'DeploymentPaused';

/**
 * The status of a deployment (document, DeploymentStatus): counts of its replica sets, and the progress of the
 * rollout.
 */
export function deploymentStatus(input: StatusInput): Members {
  const { deployment, generations, bounds, now } = input;
  const old = members(deployment['status']);
  const counted = { ...countsOf(input), conditions: items(old['conditions']) };
  const enough = number(Reflect.get(counted, 'availableReplicas')) >= bounds.leastAvailable;
  const available: ConditionNow = enough
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
  const judged = withRolloutCondition(counted, available, now);
  return withFailure(withProgress(judged, old, input), generations, now);
}

function countsOf({ deployment, generations: { current, old } }: StatusInput): Members {
  const all = current === undefined ? old : [...old, current];
  const total = (count: string): number => sum(all.map((each) => number(members(each['status'])[count])));
  const availableReplicas = total('availableReplicas');
  const { collisionCount } = members(deployment['status']);
  const counts = {
    observedGeneration: number(deployment.metadata.generation),
    replicas: total('replicas'),
    updatedReplicas: number(members(current?.['status'])['replicas']),
    readyReplicas: total('readyReplicas'),
    availableReplicas,
    unavailableReplicas: Math.max(0, sum(all.map(replicasOf)) - availableReplicas),
  };
  const shown = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0));
  return collisionCount === undefined ? shown : { ...shown, collisionCount };
}

/** Whether all pods are of the new template and available. */
function isComplete(deployment: ApiObject, status: Members): boolean {
  const wanted = number(specOf(deployment)['replicas']);
  return ['updatedReplicas', 'replicas', 'availableReplicas'].every((count) => number(status[count]) === wanted);
}

/** When a stalled rollout is overdue, in milliseconds since the epoch; `undefined` if there is no rollout. */
export function overdueAt(deployment: ApiObject, status: Members): number | undefined {
  const { progressDeadlineSeconds, paused } = specOf(deployment);
  const condition = conditionOf(status, PROGRESSING);
  if (typeof progressDeadlineSeconds !== 'number' || paused === true || condition === undefined) return undefined;
  if ([COMPLETE, OVERDUE].includes(text(condition['reason']))) return undefined;
  // The time is written in whole seconds, so the event was up to one second later.
  return Date.parse(text(condition['lastUpdateTime'])) + progressDeadlineSeconds * 1000 + 1000;
}

function withProgress(status: Members, old: Members, input: StatusInput): Members {
  const { deployment, now } = input;
  if (typeof specOf(deployment)['progressDeadlineSeconds'] !== 'number') return withoutCondition(status, PROGRESSING);
  const condition = progressCondition(status, old, input);
  if (condition === undefined) return status;
  const renewed = condition.reason === 'ReplicaSetUpdated' ? { lastUpdateTime: timestamp(now) } : undefined;
  return withRolloutCondition(status, condition, now, renewed);
}

/** The new progress condition; `undefined` if the present one stays. */
function progressCondition(
  status: Members,
  old: Members,
  { deployment, generations, making, now }: StatusInput,
): ConditionNow | undefined {
  const said = text(conditionOf(status, PROGRESSING)?.['reason']);
  const isPaused = specOf(deployment)['paused'] === true;
  if (isPaused) return said === OVERDUE ? undefined : progress('Unknown', PAUSED, 'Deployment is paused');
  if (said === PAUSED) return progress('Unknown', 'DeploymentResumed', 'Deployment is resumed');
  const name =
    generations.current === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${generations.current.metadata.name}"`;
  if (making !== undefined) return progress('True', 'NewReplicaSetCreated', `Created new replica set "${making}"`);
  if (said === '' && generations.current !== undefined)
    return progress('True', 'FoundNewReplicaSet', `Found new replica set "${generations.current.metadata.name}"`);
  if (generations.current !== undefined) {
    if (said === COMPLETE && number(status['replicas']) === number(status['updatedReplicas'])) return undefined;
    if (isComplete(deployment, status)) return progress('True', COMPLETE, `${name} has successfully progressed.`);
  }
  // Restart the progress deadline when a complete deployment gets a new template, or when no condition is recorded yet.
  if ([COMPLETE, ''].includes(said) || hasProgressed(status, old))
    return progress('True', 'ReplicaSetUpdated', `${name} is progressing.`);
  const due = overdueAt(deployment, status);
  return due !== undefined && due <= now ? progress('False', OVERDUE, `${name} has timed out progressing.`) : undefined;
}

function progress(status: ConditionNow['status'], reason: string, message: string): ConditionNow {
  return { type: PROGRESSING, status, reason, message };
}

/** More pods of the new template, fewer of the old, or more ready or available pods. */
function hasProgressed(status: Members, old: Members): boolean {
  const grown = (count: string): boolean => number(status[count]) > number(old[count]);
  const outdated = (counts: Members): number => number(counts['replicas']) - number(counts['updatedReplicas']);
  return (
    grown('updatedReplicas') || outdated(status) < outdated(old) || grown('readyReplicas') || grown('availableReplicas')
  );
}

/**
 * The status of a deployment whose replica set could not be created, with the reason; without a progress deadline it
 * has no progress condition.
 */
export function withCreateFailure(deployment: ApiObject, message: string, now: number): Members {
  const status = members(deployment['status']);
  if (typeof specOf(deployment)['progressDeadlineSeconds'] !== 'number') return status;
  return withRolloutCondition(status, progress('False', 'ReplicaSetCreateError', message), now);
}

/** The failure of a replica set to create pods is also reported on its deployment. */
function withFailure(status: Members, { current, old }: Generations, now: number): Members {
  const failure = [...(current === undefined ? [] : [current]), ...old]
    .map((each) => conditionOf(members(each['status']), 'ReplicaFailure'))
    .find((each) => each !== undefined);
  if (failure === undefined) return withoutCondition(status, 'ReplicaFailure');
  return withRolloutCondition(
    status,
    { type: 'ReplicaFailure', status: 'True', reason: text(failure['reason']), message: text(failure['message']) },
    now,
  );
}

/** The update time of a condition is when its status or reason last changed, unless `times` override it. */
function withRolloutCondition(status: Members, condition: ConditionNow, now: number, times?: Members): Members {
  const old = conditionOf(status, condition.type);
  if (times === undefined && old?.['status'] === condition.status && old['reason'] === condition.reason) return status;
  return withCondition(status, condition, now, times ?? { lastUpdateTime: timestamp(now) });
}
