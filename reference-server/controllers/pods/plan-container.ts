import { timestamp } from '../../objects/schema/timestamp.ts';
import { isMembers, members, type Members, number, text } from '../../resources/values/json-members.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import type { ContainerHooks, ContainerRun } from './pod-hooks.ts';

/** The inputs of a container's step. */
export interface ContainerStep {
  readonly container: Members;
  readonly hooks: ContainerHooks;
  /** The outcome of its runs if no annotation says otherwise. */
  readonly byDefault: ContainerRun;
  readonly restarts: (exitCode: number) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly newId: () => string;
}

export interface PlannedContainer {
  readonly status: Members;
  /** The time of its next change, in milliseconds since the epoch; a new status is planned again in any case. */
  readonly nextAt?: number;
  readonly happenings: readonly Occurrence[];
  /** The container, if it starts in this step. */
  readonly starts?: Members;
}

/** The document's bound of restartCount. */
const MOST_RESTARTS = 5;
const FIRST_BACK_OFF_MS = 10_000;

/**
 * One step in the life of a container whose turn has come: it starts, runs, ends, waits and restarts.
 * A worked example, of a container that fails at once under restartPolicy Always, by seconds:
 *
 *     0   running; terminated (1); running, restartCount 1; terminated (1); waiting: CrashLoopBackOff
 *     10  running, restartCount 2; terminated (1); waiting
 *     30  running, restartCount 3 ...
 */
export function planContainer(old: Members | undefined, step: ContainerStep): PlannedContainer {
  const state = members(old?.['state']);
  if (old !== undefined && isMembers(state['running'])) return planRunning(old, members(state['running']), step);
  if (old !== undefined && isMembers(state['terminated'])) return planEnded(old, members(state['terminated']), step);
  const last = members(members(old?.['lastState'])['terminated']);
  if (old !== undefined && Object.keys(last).length > 0) return planEnded(old, last, step);
  if (step.hooks.waiting !== undefined)
    return { status: waitingStatus(step.container, step.hooks.waiting), happenings: [] };
  return started(0, {}, step);
}

/** The status of a container that has not started, with the reason. */
export function waitingStatus(container: Members, reason: string): Members {
  return {
    name: text(container['name']),
    state: { waiting: { reason } },
    lastState: {},
    ready: false,
    restartCount: 0,
    image: text(container['image']),
    imageID: '',
  };
}

function started(
  restartCount: number,
  lastState: Members,
  { container, now, newId, hooks }: ContainerStep,
): PlannedContainer {
  const image = text(container['image']);
  const status = {
    name: text(container['name']),
    state: { running: { startedAt: timestamp(now) } },
    lastState,
    ready: false,
    restartCount,
    image,
    imageID: `simulated://${image}`,
    containerID: `simulated://${newId()}`,
  };
  const readyAt = now + readyAfterMs(container, hooks);
  const happening: Occurrence = { type: 'Normal', reason: 'Started', message: `Started container ${status.name}` };
  return { status: { ...status, ready: !hooks.unready && readyAt <= now }, happenings: [happening], starts: container };
}

function planRunning(old: Members, running: Members, step: ContainerStep): PlannedContainer {
  const { hooks, byDefault, now, container } = step;
  const startedAt = Date.parse(text(running['startedAt']));
  const run =
    hooks.runs.length === 0 ? byDefault : hooks.runs[Math.min(number(old['restartCount']), hooks.runs.length - 1)];
  const endsAt = run === undefined ? Number.POSITIVE_INFINITY : startedAt + run.afterMs;
  if (run !== undefined && endsAt <= now) return { status: endedStatus(old, run.exitCode, now), happenings: [] };
  const readyAt = startedAt + readyAfterMs(container, hooks);
  const nextAt = Math.min(endsAt, readyAt > now && !hooks.unready ? readyAt : Number.POSITIVE_INFINITY);
  return {
    status: { ...old, ready: !hooks.unready && readyAt <= now },
    ...(Number.isFinite(nextAt) ? { nextAt } : {}),
    happenings: [],
  };
}

/** The status of a running container after its end with that exit code. */
export function endedStatus(old: Members, exitCode: number, now: number): Members {
  const running = members(members(old['state'])['running']);
  const terminated = {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: running['startedAt'] ?? null,
    finishedAt: timestamp(now),
    containerID: old['containerID'],
  };
  return { ...old, state: { terminated }, ready: false };
}

function planEnded(old: Members, terminated: Members, step: ContainerStep): PlannedContainer {
  if (!step.restarts(number(terminated['exitCode']))) return { status: old, happenings: [] };
  const restarts = number(old['restartCount']);
  const due = Date.parse(text(terminated['finishedAt'])) + backOffMs(restarts);
  if (due <= step.now) return started(Math.min(restarts + 1, MOST_RESTARTS), { terminated }, step);
  const message = `Back-off ${backOffMs(restarts) / 1000}s restarting failed container=${text(old['name'])}`;
  const status = {
    ...old,
    state: { waiting: { reason: 'CrashLoopBackOff', message } },
    lastState: { terminated },
    ready: false,
  };
  const happening: Occurrence = { type: 'Warning', reason: 'BackOff', message: 'Back-off restarting failed container' };
  return { status, nextAt: due, happenings: isMembers(members(old['state'])['terminated']) ? [happening] : [] };
}

/** The first restart is immediate; each further one waits twice as long as the one before, up to the maximum count. */
function backOffMs(restarts: number): number {
  return restarts === 0 ? 0 : FIRST_BACK_OFF_MS * 2 ** (restarts - 1);
}

/** A readiness probe succeeds at its first call. */
function readyAfterMs(container: Members, hooks: ContainerHooks): number {
  return Math.max(hooks.readyAfterMs, number(members(container['readinessProbe'])['initialDelaySeconds']) * 1000);
}
