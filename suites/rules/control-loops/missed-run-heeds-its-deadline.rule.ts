import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createsOf, PAUSE } from './controller-cases.ts';
import { birthOf, type Dependant, lastOf, objectsSeen } from './dependants.ts';
import { always, runsOf } from './job-runs.ts';
import { overdueRuns, YEARLY } from './schedule-cases.ts';

/** A deadline that has passed at every time of the year but the first day after the due time, in seconds. */
const SHORT_S = 10;
/** The document names no time zone: the due time may be fourteen hours away. */
const ZONES_MS = 15 * 3_600_000;

export const rule: Rule = {
  id: 'control-loops/missed-run-heeds-its-deadline',
  level: 'must',
  title:
    'A missed run of a cron job does not start once its startingDeadlineSeconds have passed, while one with a longer deadline starts.',
  cites: ['cron-job-spec.starting-deadline-seconds.2'],
  operations: createsOf('CronJob'),
  needs: ['create', 'patch', 'patchStatus', 'jobs controller'],
  cases: (operation) => {
    const runs = overdueRuns(operation, [
      { name: '{{b}}', spec: { startingDeadlineSeconds: SHORT_S } },
      { name: '{{a}}' },
    ]);
    return fc
      .constantFrom(...YEARLY)
      .map((schedule) => [...runs.make, ...runs.start(schedule, ['{{a}}']), PAUSE, ...runs.read]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const cronJobs = objectsSeen(observed, 'CronJob').map((cronJob) => ({ cronJob, runs: runsOf(observed, cronJob) }));
  const longest = Math.max(...cronJobs.filter(({ runs }) => runs.length > 0).map(({ cronJob }) => deadlineOf(cronJob)));
  for (const { cronJob, runs } of cronJobs) {
    const deadline = deadlineOf(cronJob);
    const shown = lastOf(cronJob)?.exchange;
    if (shown === undefined || !Number.isFinite(deadline)) continue;
    const [run] = runs;
    const late =
      run === undefined
        ? undefined
        : lateBy(cronJob, textAt(run.job.states[0]?.content, 'metadata', 'creationTimestamp'));
    if (run !== undefined && late !== undefined && late > deadline * 1000 + ZONES_MS)
      yield violated(
        run.job.states[0]?.exchange ?? shown,
        `no job: the run was due more than ${deadline} s ago`,
        `job ${run.job.key.name}`,
        'a missed run starts after its deadline',
      );
    else if (run === undefined && longest > deadline) yield held(birthOf(cronJob, shown), 'not started');
  }
}

function deadlineOf(cronJob: Dependant): number {
  const deadline = always(cronJob, 'startingDeadlineSeconds');
  return typeof deadline === 'number' ? deadline : Number.NaN;
}

/** How long after the last due time of its yearly schedules a job was made, in milliseconds. */
function lateBy(cronJob: Dependant, made: string | undefined): number | undefined {
  const time = Date.parse(made ?? '');
  const schedules = new Set(cronJob.states.map(({ content }) => textAt(content, 'spec', 'schedule') ?? ''));
  const late = [...schedules].map((schedule) => {
    const month = /^0 0 1 (\d+) \*$/.exec(schedule)?.[1];
    return month === undefined ? Number.NaN : time - lastDue(Number(month), time);
  });
  return late.some(Number.isNaN) ? undefined : Math.min(...late);
}

/** The last time before that one, or soon after it, at which a month began. */
function lastDue(month: number, time: number): number {
  const year = new Date(time).getUTCFullYear();
  const begins = [year + 1, year, year - 1].map((each) => Date.UTC(each, month - 1));
  return Math.max(...begins.filter((each) => each <= time + ZONES_MS));
}
