import type { Schemas } from './schema.ts';
import { kind, listOf, optional, required, types } from './types.ts';

/** The types of batch/v2alpha1. */
export const BATCH_V2ALPHA1: Schemas = types('batch/v2alpha1', {
  CronJob: kind({ spec: optional(2, 'CronJobSpec'), status: optional(3, 'CronJobStatus') }),
  CronJobList: listOf('CronJob'),
  CronJobSpec: {
    schedule: required(1, 'string'),
    startingDeadlineSeconds: optional(2, '*int64'),
    concurrencyPolicy: optional(3, 'string', { enum: ['Allow', 'Forbid', 'Replace'] }),
    suspend: optional(4, '*bool'),
    jobTemplate: required(5, 'JobTemplateSpec'),
    successfulJobsHistoryLimit: optional(6, '*int32'),
    failedJobsHistoryLimit: optional(7, '*int32'),
  },
  CronJobStatus: {
    active: optional(1, '[]core/v1.ObjectReference'),
    lastScheduleTime: optional(4, '*meta/v1.Time'),
  },
  JobTemplateSpec: { metadata: optional(1, 'meta/v1.ObjectMeta'), spec: optional(2, 'batch/v1.JobSpec') },
});
