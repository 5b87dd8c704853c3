import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, late, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createsOf, PAUSE, SETTLED_MS } from './controller-cases.ts';
import { birthOf, type Dependant, objectsSeen } from './dependants.ts';
import { always, type JobOutcome, jobListsOf, type ListedJobs, type Run, runsOf } from './job-runs.ts';
import { LOOKS_EVERY_MS, overdueRuns, YEARLY } from './schedule-cases.ts';

const LIMITS: Readonly<Record<JobOutcome, string>> = {
  Complete: 'successfulJobsHistoryLimit',
  Failed: 'failedJobsHistoryLimit',
};
/** Specs of jobs that end without a pod that ends. */
const COMPLETE = { completions: 0 };
const FAILED = { activeDeadlineSeconds: 1 };

export const rule: Rule = {
  id: 'control-loops/job-history-is-limited',
  level: 'must',
  title: 'Of the finished jobs of a cron job as many are kept as its history limits say, and no more.',
  cites: ['cron-job-spec.successful-jobs-history-limit.1', 'cron-job-spec.failed-jobs-history-limit.1'],
  operations: createsOf('CronJob'),
  needs: ['create', 'patch', 'patchStatus', 'jobs controller'],
  cases: (operation) => {
    const runs = overdueRuns(operation, [
      { name: '{{a}}', spec: { successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 2 }, job: COMPLETE },
      { name: '{{ab}}', spec: { successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 }, job: COMPLETE },
      { name: '{{b}}', spec: { successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 0 }, job: FAILED },
      { name: '{{c}}', spec: { successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 1 }, job: FAILED },
    ]);
    const names = ['{{a}}', '{{ab}}', '{{b}}', '{{c}}'];
    const [first, second] = YEARLY;
    return fc.constant([
      ...runs.make,
      ...runs.start(first, names),
      ...runs.start(second, []),
      PAUSE,
      PAUSE,
      PAUSE,
      ...runs.read,
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const last = jobListsOf(history).at(-1);
  if (last === undefined) return;
  for (const cronJob of objectsSeen(observed, 'CronJob')) {
    const runs = runsOf(observed, cronJob);
    for (const outcome of ['Complete', 'Failed'] as const)
      yield* judge(
        cronJob,
        outcome,
        runs.filter(({ ended }) => ended?.outcome === outcome),
        last,
      );
  }
}

function* judge(
  cronJob: Dependant,
  outcome: JobOutcome,
  finished: readonly Run[],
  { exchange, uids }: ListedJobs,
): Iterable<Finding> {
  const limit = always(cronJob, LIMITS[outcome]);
  if (typeof limit !== 'number' || finished.length === 0) return;
  const kept = finished.filter(({ job }) => uids.has(job.uid)).length;
  const inTime = finished.filter(({ ended }) => (ended?.shown ?? 0) < exchange.request.t - LOOKS_EVERY_MS - SETTLED_MS);
  const wanted = Math.min(limit, finished.length);
  const actual = `${kept} of ${finished.length}`;
  if (kept < wanted)
    yield violated(exchange, `${wanted} finished jobs are kept`, actual, 'a finished job is removed within the limit');
  else if (kept <= limit) yield held(birthOf(cronJob, exchange), `${outcome}: ${kept} of at most ${limit}`);
  else if (inTime.length === finished.length)
    yield late(violated(exchange, `at most ${limit} finished jobs`, actual, 'more are kept than the limit'));
}
