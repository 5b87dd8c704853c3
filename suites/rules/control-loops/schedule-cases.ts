import { resourceById } from '../../../spec/surface/resources.ts';
import type { CallStep, Edit } from '../../program/program.ts';
import { fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Operation, Program, Step, Template } from '../rule.ts';
import { PAUSE } from './controller-cases.ts';

/** How often the controller of a schedule looks what is due, at least, in milliseconds. */
export const LOOKS_EVERY_MS = 10_000;
/** The time in which a run that is due each minute starts, in milliseconds. */
const RUN_MS = 60_000 + LOOKS_EVERY_MS + 5_000;
/** The time in which an overdue run starts, in milliseconds. */
const OVERDUE_RUN_MS = LOOKS_EVERY_MS + 5_000;

/**
 * Two cron jobs that are due every minute, one of them suspended. Waits until the other has made a job, and reads
 * both. The pods of its jobs fit no node.
 */
export function dueEachMinute(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const jobs = stepsOn(resourceById('jobs.batch'));
  return fc.constant([
    jobs.watchList('runs', { query: { labelSelector: 'plumbline-template={{a}}' } }),
    makeCronJob(on, '{{b}}', { schedule: '* * * * *', suspend: true }),
    makeCronJob(on, '{{a}}', { schedule: '* * * * *', suspend: false }),
    { do: 'await', watch: 'runs', until: { events: 1 }, within: RUN_MS },
    PAUSE,
    jobs.list({ query: { labelSelector: 'plumbline-template in ({{a}},{{b}})' } }),
    on.get('{{a}}'),
    on.get('{{b}}'),
  ]);
}

/** Creates a cron job whose jobs carry its name in a label. */
function makeCronJob(on: Steps, name: string, spec: Readonly<Record<string, Template>>): CallStep {
  const edits: Edit[] = [
    { set: '/spec/jobTemplate/metadata', to: { labels: { 'plumbline-template': name } } },
    ...Object.entries(spec).map(([member, to]): Edit => ({ set: `/spec/${member}`, to })),
  ];
  return on.createHere({ $edit: minimalObject(on.resource, name), with: edits });
}

/** Schedules that are due once a year: at most one run is due while a case is sent. */
export const YEARLY = ['0 0 1 1 *', '0 0 1 7 *'] as const;
/** A deadline that lets the last run of a yearly schedule start today, and no earlier one, in seconds. */
export const OVER_A_YEAR_S = 40_000_000;
const LONG_AGO = '2017-01-01T00:00:00Z';

/** A cron job of a case: its name, the members of its spec, and those of the spec of its jobs. */
export interface CronJobShape {
  readonly name: string;
  readonly spec?: Readonly<Record<string, Template>>;
  readonly job?: Readonly<Record<string, Template>>;
}

/** Steps on cron jobs that have not run for years, so that a run is due at once. */
export interface OverdueRuns {
  /** Creates the cron jobs, suspended, each with a watch on its jobs. */
  readonly make: Program;
  /** Lets a run of a schedule be due of each cron job, and waits until those that are named have started it. */
  start(schedule: string, awaited: readonly string[]): Program;
  /** Lists the jobs, and reads the cron jobs. */
  readonly read: Program;
}

/**
 * Cron jobs whose status says that they ran last in 2017. A run of a yearly schedule is due as soon as they are not
 * suspended, if their deadline allows it: no case waits for the full minute.
 */
export function overdueRuns(operation: Operation, cronJobs: readonly CronJobShape[]): OverdueRuns {
  const on = stepsOn(resourceOf(operation));
  const jobs = stepsOn(resourceById('jobs.batch'));
  const names = cronJobs.map(({ name }) => name);
  return {
    make: cronJobs.flatMap(({ name, spec = {}, job = {} }): Program => {
      const ofJob = Object.entries(job).map(([member, to]) => [`jobTemplate/spec/${member}`, to] as const);
      const asSent = { startingDeadlineSeconds: OVER_A_YEAR_S, ...spec, ...Object.fromEntries(ofJob) };
      return [
        jobs.watchList(`runs of ${name}`, { query: { labelSelector: `plumbline-template=${name}` } }),
        makeCronJob(on, name, { ...asSent, suspend: true }),
      ];
    }),
    start: (schedule, awaited) => [
      ...names.flatMap((name) => [
        on.patch(name, { spec: { schedule, suspend: true } }),
        on.patchStatus(name, { status: { lastScheduleTime: LONG_AGO } }),
        on.patch(name, { spec: { suspend: false } }),
      ]),
      ...awaited.map((name): Step => ({
        do: 'await',
        watch: `runs of ${name}`,
        until: { events: 1 },
        within: OVERDUE_RUN_MS,
      })),
      PAUSE,
    ],
    read: [
      jobs.list({ query: { labelSelector: `plumbline-template in (${names.join(',')})` } }),
      ...names.map((name) => on.get(name)),
    ],
  };
}
