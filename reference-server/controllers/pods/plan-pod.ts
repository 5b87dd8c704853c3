import { timestamp } from '../../objects/schema/timestamp.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { isMembers, items, members, type Members, number, text } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import { endedStatus, planContainer, type PlannedContainer, waitingStatus } from './plan-container.ts';
import { withPodConditions } from './pod-conditions.ts';
import { containerHooks, type ContainerRun } from './pod-hooks.ts';

/** The node's facts besides the pod. */
export interface PodSurroundings {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly hostIP: string;
  /** The present or future address of the pod. */
  readonly podIP: string;
  /** Generates the id of a container. */
  readonly newId: () => string;
}

export interface PodPlan {
  readonly status: Members;
  /** The time of its next change, in milliseconds since the epoch. */
  readonly nextAt?: number;
  readonly happenings: readonly Occurrence[];
  /** The containers that start in this step. */
  readonly starts: readonly Members[];
}

const AT_ONCE: ContainerRun = { exitCode: 0, afterMs: 0 };
const SOON: ContainerRun = { exitCode: 0, afterMs: 5000 };
/** Exit codes of containers that stop on request, and of those that are killed. */
const STOPPED = 143;
const KILLED = 137;

/**
 * The next status of a pod on a node (document, PodStatus, ContainerStatus, States and transitions).
 * Unless annotations say otherwise, init containers succeed at once, other containers run for ever under
 * restartPolicy Always, and succeed after five seconds under the other policies.
 */
export function planPod(pod: ApiObject, surroundings: PodSurroundings): PodPlan {
  const { now, hostIP, podIP } = surroundings;
  const old = members(pod['status']);
  const startTime = text(old['startTime']) === '' ? timestamp(now) : text(old['startTime']);
  const base = { ...old, hostIP, podIP, startTime };
  const deadline = number(specOf(pod)['activeDeadlineSeconds']);
  const failsAt = deadline > 0 ? Date.parse(startTime) + deadline * 1000 : Number.POSITIVE_INFINITY;
  if (failsAt <= now) return overdue(pod, base, now);
  const inits = planInits(pod, old, surroundings);
  const mains = planMains(pod, old, inits.done, surroundings);
  const status = withPodConditions(
    {
      ...base,
      phase: phaseOf(pod, inits, mains),
      ...(inits.planned.length === 0 ? {} : { initContainerStatuses: inits.planned.map((each) => each.status) }),
      containerStatuses: mains.map((each) => each.status),
    },
    { now, initialized: inits.done },
  );
  const planned = [...inits.planned, ...mains];
  const nextAt = Math.min(failsAt, ...planned.map((each) => each.nextAt ?? Number.POSITIVE_INFINITY));
  return {
    status,
    ...(Number.isFinite(nextAt) ? { nextAt } : {}),
    happenings: planned.flatMap(({ happenings }) => happenings),
    starts: planned.flatMap(({ starts }) => (starts === undefined ? [] : [starts])),
  };
}

interface PlannedInits {
  readonly planned: readonly PlannedContainer[];
  /** All have succeeded. */
  readonly done: boolean;
  /** One has failed permanently. */
  readonly failed: boolean;
}

/** Init containers run in order; each is ready, and the next one begins, when it has succeeded. */
function planInits(pod: ApiObject, old: Members, surroundings: PodSurroundings): PlannedInits {
  const policy = specOf(pod)['restartPolicy'];
  let turn = true;
  let failed = false;
  const planned = items(specOf(pod)['initContainers']).map((item): PlannedContainer => {
    const container = members(item);
    const before = statusOf(old['initContainerStatuses'], container);
    if (!turn) return { status: before ?? waitingStatus(container, 'PodInitializing'), happenings: [] };
    const step = {
      container,
      hooks: containerHooks(pod, text(container['name'])),
      byDefault: AT_ONCE,
      restarts: (code: number) => code !== 0 && policy !== 'Never',
      ...surroundings,
    };
    const plan = planContainer(before, step);
    const code = exitCodeOf(plan.status);
    turn = code === 0;
    failed ||= code !== undefined && code !== 0 && policy === 'Never';
    return { ...plan, status: { ...plan.status, ready: turn } };
  });
  return { planned, done: turn, failed };
}

function planMains(
  pod: ApiObject,
  old: Members,
  initialized: boolean,
  surroundings: PodSurroundings,
): PlannedContainer[] {
  const policy = specOf(pod)['restartPolicy'];
  return items(specOf(pod)['containers']).map((item): PlannedContainer => {
    const container = members(item);
    if (!initialized) return { status: waitingStatus(container, 'PodInitializing'), happenings: [] };
    const restarts = (code: number): boolean => policy === 'Always' || (policy === 'OnFailure' && code !== 0);
    const step = {
      container,
      hooks: containerHooks(pod, text(container['name'])),
      byDefault: policy === 'Always' ? undefined : SOON,
      restarts,
      ...surroundings,
    };
    return planContainer(statusOf(old['containerStatuses'], container), step);
  });
}

/** The known status of that container, by its name. */
function statusOf(statuses: unknown, container: Members): Members | undefined {
  return items(statuses)
    .map(members)
    .find(({ name }) => name === container['name']);
}

/** The exit code of an ended container. */
function exitCodeOf(status: Members): number | undefined {
  const terminated = members(status['state'])['terminated'];
  return isMembers(terminated) ? number(terminated['exitCode']) : undefined;
}

function phaseOf(pod: ApiObject, inits: PlannedInits, mains: readonly PlannedContainer[]): string {
  if (inits.failed) return 'Failed';
  if (!inits.done) return 'Pending';
  const states = mains.map(({ status }) => status);
  const neverStarted = states.some(
    (status) =>
      isMembers(members(status['state'])['waiting']) && Object.keys(members(status['lastState'])).length === 0,
  );
  if (neverStarted) return 'Pending';
  const codes = states.map(exitCodeOf);
  const policy = specOf(pod)['restartPolicy'];
  if (policy === 'Always' || codes.includes(undefined)) return 'Running';
  if (codes.every((code) => code === 0)) return 'Succeeded';
  return policy === 'Never' ? 'Failed' : 'Running';
}

/** Running containers are ended, and the pod has failed. */
function overdue(pod: ApiObject, status: Members, now: number): PodPlan {
  const message = 'Pod was active on the node longer than the specified deadline';
  const ended = withContainersEnded(
    pod,
    { ...status, phase: 'Failed', reason: 'DeadlineExceeded', message },
    KILLED,
    now,
  );
  return { status: ended, happenings: [{ type: 'Normal', reason: 'DeadlineExceeded', message }], starts: [] };
}

/**
 * The status of a deleted pod after its containers have stopped, or were killed at the end of the grace period. It
 * keeps its phase, because it did not end by itself.
 */
export function stoppedStatus(pod: ApiObject, now: number, isInTime: boolean): Members {
  return withContainersEnded(pod, members(pod['status']), isInTime ? STOPPED : KILLED, now);
}

function withContainersEnded(pod: ApiObject, status: Members, exitCode: number, now: number): Members {
  const end = (list: string): Members[] =>
    items(status[list])
      .map(members)
      .map((each) => (isMembers(members(each['state'])['running']) ? endedStatus(each, exitCode, now) : each));
  const inits = end('initContainerStatuses');
  const ended = {
    ...status,
    containerStatuses: end('containerStatuses'),
    ...(inits.length === 0 ? {} : { initContainerStatuses: inits }),
  };
  const initialized =
    inits.every((each) => exitCodeOf(each) === 0) && inits.length === items(specOf(pod)['initContainers']).length;
  return withPodConditions(ended, { now, initialized });
}
