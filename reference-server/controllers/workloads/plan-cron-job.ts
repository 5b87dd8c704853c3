import type { ApiObject, ObjectMeta } from '../../resources/api-object.ts';
import { timestamp } from '../../objects/clock.ts';
import type { Members } from '../../resources/json-members.ts';
import { items, members, text } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Happening } from '../loop/event-recorder.ts';
import { jobOutcome } from './plan-job.ts';
import type { HasObject } from './plan-replicas.ts';
import { nextDue } from './schedule-times.ts';

export interface CronJobPlan<Job> {
  /** The job of the run that is due, without owner. */
  readonly run?: { readonly metadata: ObjectMeta; readonly spec: Members };
  /** Jobs that are to go: in the way of the run, or beyond a history limit. */
  readonly remove: readonly Job[];
  /** But for the reference to the new job. */
  readonly status: Members;
  /** When it is next due, in milliseconds since the epoch. */
  readonly nextAt?: number;
  readonly happenings: readonly Happening[];
}

/** After so many missed runs none is made up for: the clock may be wrong. */
const MOST_MISSED = 100;
/** A job's name is a label of its pods, of 63 characters at most, and ends in the time of the run. */
const LONGEST_BASE = 52;

/**
 * The next step of a cron job (document, CronJobSpec): where a run is due since the last, and not too late, a job of the template; of several
 * the latest alone. Finished jobs beyond the limits go, the oldest first.
 *
 * A worked example, of `0 * * * *` last run at 9:00, at 11:30: the run of 10:00 has been missed, that of 11:00 is made, unless
 * `startingDeadlineSeconds` is less than 1800, or a job is active and the policy is Forbid.
 */
export function planCronJob<Job extends HasObject>(cronJob: ApiObject, jobs: readonly Job[], now: number): CronJobPlan<Job> {
  const spec = specOf(cronJob);
  const active = jobs.filter(({ value }) => jobOutcome(value.object) === undefined && value.object.metadata.deletionTimestamp === undefined);
  const history = [...beyond(jobs, 'Complete', spec['successfulJobsHistoryLimit']), ...beyond(jobs, 'Failed', spec['failedJobsHistoryLimit'])];
  const status = { ...members(cronJob['status']), active: items(members(cronJob['status'])['active']).filter((each) => active.some(({ value }) => value.object.metadata.uid === members(each)['uid'])) };
  const idle: CronJobPlan<Job> = { remove: history, status: shown(status), happenings: ended(cronJob, active, jobs) };
  if (cronJob.metadata.deletionTimestamp !== undefined || spec['suspend'] === true) return idle;
  const { due, nextAt } = dueTimes(cronJob, now);
  const plan = nextAt === undefined ? idle : { ...idle, nextAt };
  if (due === undefined) return plan;
  if (due === 'too many') return { ...plan, happenings: [{ type: 'Warning', reason: 'FailedNeedsStart', message: `Cannot determine if job needs to be started: more than ${MOST_MISSED} missed start times` }] };
  if (spec['concurrencyPolicy'] === 'Forbid' && active.length > 0) return plan;
  return {
    ...plan,
    run: newJob(cronJob, due),
    remove: spec['concurrencyPolicy'] === 'Replace' ? [...history, ...active] : history,
    status: { ...shown({ ...status, active: spec['concurrencyPolicy'] === 'Replace' ? [] : status.active }), lastScheduleTime: timestamp(due) },
  };
}

/** An empty list of active jobs is left out. */
function shown({ active, ...rest }: Members & { readonly active: readonly unknown[] }): Members {
  return active.length === 0 ? rest : { ...rest, active };
}

interface DueTimes {
  /** The latest time since the last run at which one was due and may still start. */
  readonly due?: number | 'too many';
  /** The next time after now. */
  readonly nextAt: number | undefined;
}

function dueTimes(cronJob: ApiObject, now: number): DueTimes {
  const { schedule, startingDeadlineSeconds } = specOf(cronJob);
  const last = members(cronJob['status'])['lastScheduleTime'] ?? cronJob.metadata.creationTimestamp;
  const earliest = typeof startingDeadlineSeconds === 'number' ? now - startingDeadlineSeconds * 1000 - 1 : 0;
  let next = nextDue(text(schedule), Math.max(Date.parse(text(last)), earliest));
  let due: number | undefined;
  for (let missed = 0; next !== undefined && next <= now; missed += 1) {
    if (missed > MOST_MISSED) return { due: 'too many', nextAt: nextDue(text(schedule), now) };
    due = next;
    next = nextDue(text(schedule), due);
  }
  return due === undefined ? { nextAt: next } : { due, nextAt: next };
}

function newJob(cronJob: ApiObject, due: number): { readonly metadata: ObjectMeta; readonly spec: Members } {
  const template = members(specOf(cronJob)['jobTemplate']);
  const { labels, annotations } = members(template['metadata']) as ObjectMeta;
  const name = `${(cronJob.metadata.name ?? '').slice(0, LONGEST_BASE).replace(/[-.]+$/, '')}-${Math.floor(due / 1000)}`;
  return { metadata: { name, ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) }, spec: members(template['spec']) };
}

function beyond<Job extends HasObject>(jobs: readonly Job[], outcome: 'Complete' | 'Failed', limit: unknown): Job[] {
  if (typeof limit !== 'number') return [];
  const age = ({ value: { object } }: Job): string => `${text(members(object['status'])['startTime'])} ${object.metadata.name}`;
  const finished = jobs.filter(({ value }) => jobOutcome(value.object) === outcome && value.object.metadata.deletionTimestamp === undefined);
  return finished.sort((a, b) => (age(a) < age(b) ? -1 : 1)).slice(0, Math.max(0, finished.length - limit));
}

/** Jobs that were listed as active and have ended. */
function ended(cronJob: ApiObject, active: readonly HasObject[], jobs: readonly HasObject[]): Happening[] {
  const listed = items(members(cronJob['status'])['active']).map(members);
  const over = listed.filter(({ uid }) => !active.some(({ value }) => value.object.metadata.uid === uid) && jobs.some(({ value }) => value.object.metadata.uid === uid));
  return over.map(({ name }) => ({ type: 'Normal', reason: 'SawCompletedJob', message: `Saw completed job: ${text(name)}` }));
}
