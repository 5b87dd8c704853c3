import type { Clause } from './clause.ts';
import { CONTROLLER, clauses, fieldClauses, unseen } from './rows.ts';

const SECTION = 'CronJob (group batch, version v2alpha1)';

const UNCOUNTED = 'The document names no member that counts failed runs.';

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
      says: [['It defines how overlapping runs are treated.', 'must', CONTROLLER], ['It is Allow by default.']],
    },
    {
      field: 'startingDeadlineSeconds',
      type: 'an integer',
      says: [
        ['It is optional.', 'must', 'the word "optional"'],
        ['It is the deadline for the start of a run whose time was missed.', 'must', CONTROLLER],
        unseen('Missed runs count as failed.', UNCOUNTED),
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
        ['It is the number of succeeded jobs that are kept.', 'must', CONTROLLER],
        ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
      ],
    },
    {
      field: 'failedJobsHistoryLimit',
      type: 'an integer',
      says: [
        ['It is the number of failed jobs that are kept.', 'must', CONTROLLER],
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
