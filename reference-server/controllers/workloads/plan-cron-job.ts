import type { ApiObject, ObjectMeta } from '../../resources/api-object.ts';
import { timestamp } from '../../objects/schema/timestamp.ts';
import { items, members, type Members, text } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { textHash } from '../../resources/values/text-hash.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import { jobOutcome } from './plan-job.ts';
import type { HasObject } from './plan-replicas.ts';
import { nextDue } from './schedule-times.ts';

export interface CronJobPlan<Job> {
  /** The job of the due run, without owner. */
  readonly run?: { readonly metadata: ObjectMeta; readonly spec: Members };
  /** The job of the due run if it exists already: only the status write failed. */
  readonly made?: Job;
  /** Jobs to delete: in the way of the run, or beyond a history limit. */
  readonly remove: readonly Job[];
  /** Without the reference to the job of the run. */
  readonly status: Members;
  /** The next due time, in milliseconds since the epoch. */
  readonly nextAt?: number;
  readonly happenings: readonly Occurrence[];
}

/** Beyond this many missed runs none is made up for: the clock may be wrong. */
const MOST_MISSED = 100;
/** A job's name is a label of its pods, of at most 63 characters, and ends in the time of the run: `-1501585200`. */
const LONGEST_BASE = 52;

/**
 * The next step of a cron job (document, CronJobSpec): if a run is due since the last one, and not too late, a job
 * of the template; of several missed runs only the latest. Finished jobs beyond the limits are deleted, the oldest
 * first.
 * A worked example, of `0 * * * *` last run at 9:00, at 11:30: the run of 10:00 has been missed, that of 11:00 is
 * made, unless `startingDeadlineSeconds` is less than 1800, or a job is active and the policy is Forbid.
 */
export function planCronJob<Job extends HasObject>(
  cronJob: ApiObject,
  jobs: readonly Job[],
  now: number,
): CronJobPlan<Job> {
  const spec = specOf(cronJob);
  const running = jobs.filter(({ value }) => jobOutcome(value.object) === undefined);
  const history = [
    ...beyond(jobs, 'Complete', spec['successfulJobsHistoryLimit']),
    ...beyond(jobs, 'Failed', spec['failedJobsHistoryLimit']),
  ];
  const active = listed(cronJob).filter((each) => running.some((job) => isListed(job, [each])));
  const status = { ...members(cronJob['status']), active };
  const idle: CronJobPlan<Job> = {
    remove: history,
    status: shown(status),
    happenings: changesOf(cronJob, jobs, undefined),
  };
  if (cronJob.metadata.deletionTimestamp !== undefined || spec['suspend'] === true) return idle;
  const { due, nextAt } = dueTimes(cronJob, now);
  const plan = nextAt === undefined ? idle : { ...idle, nextAt };
  if (due === undefined) return plan;
  if (due === 'too many') return { ...plan, happenings: [...plan.happenings, tooMany()] };
  const run = newJob(cronJob, due);
  const scheduled = { ...status, lastScheduleTime: timestamp(due) };
  const made = jobs.find(({ value }) => value.object.metadata.name === run.metadata.name);
  if (made !== undefined) {
    const starts = running.includes(made) && !isListed(made, active);
    return {
      ...plan,
      ...(starts ? { made } : {}),
      status: shown(scheduled),
      happenings: changesOf(cronJob, jobs, made),
    };
  }
  if (spec['concurrencyPolicy'] === 'Forbid' && running.length > 0) return plan;
  const replaces = spec['concurrencyPolicy'] === 'Replace';
  return {
    ...plan,
    run,
    remove: replaces ? [...history, ...running] : history,
    status: shown({ ...scheduled, active: replaces ? [] : active }),
  };
}

function listed(cronJob: ApiObject): Members[] {
  return items(members(cronJob['status'])['active']).map(members);
}

function isListed({ value }: HasObject, references: readonly Members[]): boolean {
  return references.some(({ uid }) => uid === value.object.metadata.uid);
}

function tooMany(): Occurrence {
  const message = `Cannot determine if job needs to be started: Too many missed start time (> ${MOST_MISSED}). Set or decrease .spec.startingDeadlineSeconds or check clock skew.`;
  return happening('Warning', 'FailedNeedsStart', message);
}

/** An empty list of active jobs is left out. */
function shown({ active, ...rest }: Members & { readonly active: readonly unknown[] }): Members {
  return active.length === 0 ? rest : { ...rest, active };
}

interface DueTimes {
  /** The latest time since the last run at which a run was due and may still start. */
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
    if (missed >= MOST_MISSED) return { due: 'too many', nextAt: nextDue(text(schedule), now) };
    due = next;
    next = nextDue(text(schedule), due);
  }
  return due === undefined ? { nextAt: next } : { due, nextAt: next };
}

function newJob(cronJob: ApiObject, due: number): { readonly metadata: ObjectMeta; readonly spec: Members } {
  const template = members(specOf(cronJob)['jobTemplate']);
  const { labels, annotations } = members(template['metadata']) as ObjectMeta;
  const name = `${baseName(cronJob.metadata.name ?? '')}-${Math.floor(due / 1000)}`;
  return {
    metadata: {
      name,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: members(template['spec']),
  };
}

/** A name that is too long is cut, and made unique by a hash of all of it. */
function baseName(name: string): string {
  if (name.length <= LONGEST_BASE) return name;
  const hash = String(textHash(name));
  return `${name.slice(0, LONGEST_BASE - hash.length - 1).replace(/[-.]+$/, '')}-${hash}`;
}

function beyond<Job extends HasObject>(jobs: readonly Job[], outcome: 'Complete' | 'Failed', limit: unknown): Job[] {
  if (typeof limit !== 'number') return [];
  const age = ({ value: { object } }: Job): string =>
    `${text(members(object['status'])['startTime'])} ${object.metadata.name}`;
  const finished = jobs.filter(
    ({ value }) => jobOutcome(value.object) === outcome && value.object.metadata.deletionTimestamp === undefined,
  );
  return finished.sort((a, b) => (age(a) < age(b) ? -1 : 1)).slice(0, Math.max(0, finished.length - limit));
}

/** Updates the list of active jobs, and lists unlisted runs; that of this run will be listed now. */
function changesOf(cronJob: ApiObject, jobs: readonly HasObject[], made: HasObject | undefined): Occurrence[] {
  const there = listed(cronJob);
  const ended = jobs.filter((job) => isListed(job, there) && jobOutcome(job.value.object) !== undefined);
  const unexpected = jobs.filter(
    (job) => job !== made && !isListed(job, there) && jobOutcome(job.value.object) === undefined,
  );
  const missing = there.filter((each) => !jobs.some((job) => isListed(job, [each])));
  return [
    ...unexpected.map(({ value }) =>
      happening(
        'Warning',
        'UnexpectedJob',
        `Saw a job that the controller did not create or forgot: ${value.object.metadata.name}`,
      ),
    ),
    ...ended.map(({ value }) =>
      happening('Normal', 'SawCompletedJob', `Saw completed job: ${value.object.metadata.name}`),
    ),
    ...missing.map(({ name }) => happening('Normal', 'MissingJob', `Active job went missing: ${text(name)}`)),
  ];
}

function happening(type: Occurrence['type'], reason: string, message: string): Occurrence {
  return { type, reason, message };
}
