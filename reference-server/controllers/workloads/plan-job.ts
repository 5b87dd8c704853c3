import { timestamp } from '../../objects/schema/timestamp.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { items, members, type Members, number, text } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import { conditionOf, withCondition } from '../runtime/with-condition.ts';
import { isActive } from '../pods/pod-readiness.ts';
import { type HasObject, leastWorth } from './plan-replicas.ts';

export interface JobPlan<Pod> {
  /** The number of pods to create. */
  readonly missing: number;
  readonly surplus: readonly Pod[];
  readonly status: Members;
  /** When to plan again without a change, in milliseconds since the epoch. */
  readonly nextAt?: number;
  readonly happenings: readonly Occurrence[];
}

const FIRST_BACK_OFF_MS = 10_000;
const LAST_BACK_OFF_MS = 360_000;
const BURST = 500;

/** `Complete` or `Failed` if the job has ended. */
export function jobOutcome(job: ApiObject): 'Complete' | 'Failed' | undefined {
  const status = members(job['status']);
  return (['Complete', 'Failed'] as const).find((type) => conditionOf(status, type)?.['status'] === 'True');
}

/**
 * The next step of a job: it keeps `parallelism` pods active until `completions` have succeeded or, without
 * `completions`, until one has succeeded and none is left. A failed pod is replaced after a pause that doubles with
 * each failure; with restartPolicy OnFailure the node restarts its containers instead, and it does not fail.
 * A worked example, of 3 completions, 2 at a time:
 *
 *     no pods                       2 are made
 *     1 succeeded, 1 active         1 is made
 *     1 succeeded, 1 failed, 1 active     1 is made 10 seconds after the failure
 *     3 succeeded                   Complete
 */
export function planJob<Pod extends HasObject>(job: ApiObject, pods: readonly Pod[], now: number): JobPlan<Pod> {
  const old = members(job['status']);
  const active = pods.filter(({ value }) => isActive(value.object));
  const counted = { succeeded: phaseCount(pods, 'Succeeded'), failed: phaseCount(pods, 'Failed') };
  const status: Members = { ...old, startTime: old['startTime'] ?? timestamp(now) };
  if (jobOutcome(job) !== undefined || job.metadata.deletionTimestamp !== undefined) {
    return {
      missing: 0,
      surplus: jobOutcome(job) === undefined ? [] : active,
      status: countedIn(old, { ...counted, active: active.length }),
      happenings: [],
    };
  }
  const failsAt = deadlineOf(job, status);
  if (failsAt !== undefined && failsAt <= now) {
    const message = 'Job was active longer than specified deadline';
    const failed = withCondition(
      countedIn(status, { ...counted, failed: counted.failed + active.length, active: 0 }),
      { type: 'Failed', status: 'True', reason: 'DeadlineExceeded', message },
      now,
      { lastProbeTime: timestamp(now) },
    );
    return {
      missing: 0,
      surplus: active,
      status: failed,
      happenings: [{ type: 'Normal', reason: 'DeadlineExceeded', message }],
    };
  }
  if (isDone(job, counted.succeeded, active.length)) {
    const done = withCondition(
      countedIn(status, { ...counted, active: 0 }),
      { type: 'Complete', status: 'True' },
      now,
      { lastProbeTime: timestamp(now) },
    );
    return { missing: 0, surplus: active, status: { ...done, completionTime: timestamp(now) }, happenings: [] };
  }
  return keptGoing(job, active, pods, { status, counted, failsAt, now });
}

interface JobProgress {
  readonly status: Members;
  readonly counted: { readonly succeeded: number; readonly failed: number };
  readonly failsAt: number | undefined;
  readonly now: number;
}

function keptGoing<Pod extends HasObject>(
  job: ApiObject,
  active: readonly Pod[],
  pods: readonly Pod[],
  { status, counted, failsAt, now }: JobProgress,
): JobPlan<Pod> {
  const wanted = wantedActive(job, counted.succeeded, active.length);
  const waitsUntil = backOffUntil(pods);
  const missing = waitsUntil > now ? 0 : Math.min(Math.max(0, wanted - active.length), BURST);
  const next = Math.min(
    failsAt ?? Number.POSITIVE_INFINITY,
    wanted > active.length && waitsUntil > now ? waitsUntil : Number.POSITIVE_INFINITY,
  );
  return {
    missing,
    surplus: leastWorth(active, active.length - parallelismOf(job)),
    status: countedIn(status, { ...counted, active: active.length }),
    ...(Number.isFinite(next) ? { nextAt: next } : {}),
    happenings: [],
  };
}

function wantedActive(job: ApiObject, succeeded: number, active: number): number {
  const { completions } = specOf(job);
  const atATime = parallelismOf(job);
  if (typeof completions === 'number') return Math.min(atATime, Math.max(0, completions - succeeded));
  return succeeded > 0 ? Math.min(active, atATime) : atATime;
}

function parallelismOf(job: ApiObject): number {
  const { parallelism } = specOf(job);
  return typeof parallelism === 'number' ? parallelism : 1;
}

function isDone(job: ApiObject, succeeded: number, active: number): boolean {
  const { completions } = specOf(job);
  return typeof completions === 'number' ? succeeded >= completions : succeeded > 0 && active === 0;
}

function deadlineOf(job: ApiObject, status: Members): number | undefined {
  const { activeDeadlineSeconds } = specOf(job);
  return typeof activeDeadlineSeconds === 'number'
    ? Date.parse(text(status['startTime'])) + activeDeadlineSeconds * 1000
    : undefined;
}

/** The end of the pause after failed pods. */
function backOffUntil(pods: readonly HasObject[]): number {
  const failed = pods.filter(({ value }) => phaseOf(value.object) === 'Failed');
  const last = Math.max(0, ...failed.map(({ value }) => failedAt(value.object)));
  return failed.length === 0 ? 0 : last + Math.min(FIRST_BACK_OFF_MS * 2 ** (failed.length - 1), LAST_BACK_OFF_MS);
}

/** When the last of its containers ended or its deadline passed; else when it was created. */
function failedAt(pod: ApiObject): number {
  const status = members(pod['status']);
  const all = [...items(status['containerStatuses']), ...items(status['initContainerStatuses'])];
  const ends = all.map((each) => timeOf(members(members(members(each)['state'])['terminated'])['finishedAt']));
  const overdue =
    status['reason'] === 'DeadlineExceeded'
      ? timeOf(status['startTime']) + number(specOf(pod)['activeDeadlineSeconds']) * 1000
      : 0;
  return Math.max(timeOf(pod.metadata.creationTimestamp), overdue, ...ends);
}

/** 0 if it is none. */
function timeOf(time: unknown): number {
  return Date.parse(text(time)) || 0;
}

function phaseOf(pod: ApiObject): string {
  return text(members(pod['status'])['phase']);
}

function phaseCount(pods: readonly HasObject[], phase: string): number {
  return pods.filter(({ value }) => phaseOf(value.object) === phase).length;
}

/** Counts never fall when ended pods are deleted. */
function countedIn(
  status: Members,
  { active, succeeded, failed }: Readonly<Record<'active' | 'succeeded' | 'failed', number>>,
): Members {
  const { active: _, ...rest } = status;
  const kept = {
    active,
    succeeded: Math.max(succeeded, number(status['succeeded'])),
    failed: Math.max(failed, number(status['failed'])),
  };
  return { ...rest, ...shown(kept) };
}

/** Counts of zero are left out. */
function shown(counts: Readonly<Record<string, number>>): Members {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
