import type { Clause } from './clause.ts';
import { CONTROLLER, clauses, fieldClauses, unseen } from './rows.ts';

const SECTION = 'CronJob (group batch, version v2alpha1)';

/** A schedule runs once a minute at most. */
const MINUTES =
  'It takes runs of a schedule that follow each other, a minute or more apart, and jobs that end: longer than a case may take.';
const MISSED = 'A run is missed while the control loop is down, which the suite cannot bring about.';

export const CRON_JOB: readonly Clause[] = [
  ...clauses(SECTION, [
    ['cron-job.fields', 'A CronJob has apiVersion, kind, metadata, spec (CronJobSpec) and status (CronJobStatus).'],
    ['cron-job-list.fields', 'A CronJobList has apiVersion, items, kind and metadata.'],
  ]),
  ...fieldClauses(SECTION, 'cron-job-spec', [
    { field: 'schedule', type: 'a string', says: [['It is in the format of cron.']] },
    { field: 'jobTemplate', type: 'a JobTemplateSpec', says: [['Each run makes a job of it.', 'must', CONTROLLER]] },
    {
      field: 'concurrencyPolicy',
      type: 'a string',
      says: [unseen('It is how runs that overlap are treated.', MINUTES), ['It is Allow by default.']],
    },
    {
      field: 'startingDeadlineSeconds',
      type: 'an integer',
      says: [
        ['It is optional.', 'must', 'the word "optional"'],
        unseen('It is how late a run may start after its time was missed.', MISSED),
        unseen('Runs that are missed count as failed.', MISSED),
      ],
    },
    {
      field: 'suspend',
      type: 'a boolean',
      says: [
        ['It holds back later runs, not those that have started.', 'must', CONTROLLER],
        ['It is false by default.'],
      ],
    },
    {
      field: 'successfulJobsHistoryLimit',
      type: 'an integer',
      says: [
        unseen('It is how many jobs that succeeded are kept.', MINUTES),
        ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
      ],
    },
    {
      field: 'failedJobsHistoryLimit',
      type: 'an integer',
      says: [
        unseen('It is how many jobs that failed are kept.', MINUTES),
        ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
      ],
    },
  ]),
  ...fieldClauses(SECTION, 'cron-job-status', [
    {
      field: 'active',
      type: 'an array of ObjectReference',
      says: [['They are the jobs that run.', 'must', CONTROLLER]],
    },
    { field: 'lastScheduleTime', type: 'a Time' },
  ]),
];
