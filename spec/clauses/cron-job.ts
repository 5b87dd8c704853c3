import type { Clause } from './clause.ts';
import { FLAT, clauses, fieldClauses } from './rows.ts';

const SECTION = 'CronJob (group batch, version v2alpha1)';
const CONTROLLER = 'stated flatly, but acted on by a control loop over time';

export const CRON_JOB: readonly Clause[] = [
  ...clauses(SECTION, [
    ['cron-job.fields', 'A CronJob has apiVersion, kind, metadata, spec (CronJobSpec) and status (CronJobStatus).', 'must', FLAT],
    ['cron-job-list.fields', 'A CronJobList has apiVersion, items, kind and metadata.', 'must', FLAT],
  ]),
  ...fieldClauses(SECTION, 'cron-job-spec', [
    { field: 'schedule', type: 'a string', says: [['It is in the format of cron.']] },
    { field: 'jobTemplate', type: 'a JobTemplateSpec', says: [['Each run makes a job of it.', 'must', CONTROLLER]] },
    {
      field: 'concurrencyPolicy',
      type: 'a string',
      says: [['It is how runs that overlap are treated.', 'must', CONTROLLER], ['It is Allow by default.']],
    },
    {
      field: 'startingDeadlineSeconds',
      type: 'an integer',
      says: [
        ['It is optional.', 'must', 'the word "optional"'],
        ['It is how late a run may start after its time was missed.', 'must', CONTROLLER],
        ['Runs that are missed count as failed.', 'must', CONTROLLER],
      ],
    },
    {
      field: 'suspend',
      type: 'a boolean',
      says: [['It holds back later runs, not those that have started.', 'must', CONTROLLER], ['It is false by default.']],
    },
    {
      field: 'successfulJobsHistoryLimit',
      type: 'an integer',
      says: [
        ['It is how many jobs that succeeded are kept.', 'must', CONTROLLER],
        ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
      ],
    },
    {
      field: 'failedJobsHistoryLimit',
      type: 'an integer',
      says: [
        ['It is how many jobs that failed are kept.', 'must', CONTROLLER],
        ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
      ],
    },
  ]),
  ...fieldClauses(SECTION, 'cron-job-status', [
    { field: 'active', type: 'an array of ObjectReference', says: [['They are the jobs that run.', 'must', CONTROLLER]] },
    { field: 'lastScheduleTime', type: 'a Time' },
  ]),
];
