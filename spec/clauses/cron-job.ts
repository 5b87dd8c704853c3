import type { Clause } from './clause.ts';
import { CONTROLLER, clauses, fieldClauses, unseen } from './rows.ts';

const SECTION = 'CronJob (group batch, version v2alpha1)';

/** A schedule runs once a minute at most. */
const MINUTES =
  'It needs several runs of a schedule, a minute or more apart, and jobs that end: longer than a case may take.';
const MISSED = 'A run is missed while the controller is down, and the suite cannot stop a controller.';

export const CRON_JOB: readonly Clause[] = [
  ...clauses(SECTION, [
    ['cron-job.fields', 'A CronJob has apiVersion, kind, metadata, spec (CronJobSpec) and status (CronJobStatus).'],
    ['cron-job-list.fields', 'A CronJobList has apiVersion, items, kind and metadata.'],
  ]),
  ...fieldClauses(SECTION, 'cron-job-spec', [
    { field: 'schedule', type: 'a string', says: [['It is in the format of cron.']] },
    {
      field: 'jobTemplate',
      type: 'a JobTemplateSpec',
      says: [['Each run creates a job from it.', 'must', CONTROLLER]],
    },
    {
      field: 'concurrencyPolicy',
      type: 'a string',
      says: [unseen('It defines how overlapping runs are treated.', MINUTES), ['It is Allow by default.']],
    },
    {
      field: 'startingDeadlineSeconds',
      type: 'an integer',
      says: [
        ['It is optional.', 'must', 'the word "optional"'],
        unseen('It is the deadline for the start of a run whose time was missed.', MISSED),
        unseen('Missed runs count as failed.', MISSED),
      ],
    },
    {
      field: 'suspend',
      type: 'a boolean',
      says: [
        ['It suspends later runs only, not runs that have started.', 'must', CONTROLLER],
        ['It is false by default.'],
      ],
    },
    {
      field: 'successfulJobsHistoryLimit',
      type: 'an integer',
      says: [
        unseen('It is the number of succeeded jobs that are kept.', MINUTES),
        ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
      ],
    },
    {
      field: 'failedJobsHistoryLimit',
      type: 'an integer',
      says: [
        unseen('It is the number of failed jobs that are kept.', MINUTES),
        ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
      ],
    },
  ]),
  ...fieldClauses(SECTION, 'cron-job-status', [
    {
      field: 'active',
      type: 'an array of ObjectReference',
      says: [['They are the running jobs.', 'must', CONTROLLER]],
    },
    { field: 'lastScheduleTime', type: 'a Time' },
  ]),
];
