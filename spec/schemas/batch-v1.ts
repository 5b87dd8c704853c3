import type { Schemas } from './schema.ts';
import { kind, listOf, optional, required, types } from './types.ts';

/** The types of batch/v1. */
export const BATCH_V1: Schemas = types('batch/v1', {
  Job: kind({ spec: optional(2, 'JobSpec'), status: optional(3, 'JobStatus') }),
  JobCondition: {
    type: required(1, 'string', { known: ['Complete', 'Failed'] }),
    status: required(2, 'string', { enum: ['True', 'False', 'Unknown'] }),
    lastProbeTime: optional(3, 'meta/v1.Time'),
    lastTransitionTime: optional(4, 'meta/v1.Time'),
    reason: optional(5, 'string'),
    message: optional(6, 'string'),
  },
  JobList: listOf('Job'),
  JobSpec: {
    parallelism: optional(1, '*int32'),
    completions: optional(2, '*int32'),
    activeDeadlineSeconds: optional(3, '*int64'),
    selector: optional(4, '*meta/v1.LabelSelector'),
    manualSelector: optional(5, '*bool'),
    template: required(6, 'core/v1.PodTemplateSpec'),
  },
  JobStatus: {
    conditions: optional(1, '[]JobCondition', { mergeKey: 'type' }),
    startTime: optional(2, '*meta/v1.Time'),
    completionTime: optional(3, '*meta/v1.Time'),
    active: optional(4, 'int32'),
    succeeded: optional(5, 'int32'),
    failed: optional(6, 'int32'),
  },
});
