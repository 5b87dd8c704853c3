import type { Schemas } from './schema.ts';

/** The types of batch/v2alpha1. */
export const BATCH_V2ALPHA1: Schemas = {
  'batch/v2alpha1.CronJob': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      spec: {
        $ref: '#/$defs/batch~1v2alpha1.CronJobSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'batch/v2alpha1.CronJobSpec' },
      },
      status: {
        $ref: '#/$defs/batch~1v2alpha1.CronJobStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'batch/v2alpha1.CronJobStatus' },
      },
    },
  },
  'batch/v2alpha1.CronJobList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/batch~1v2alpha1.CronJob' },
        'x-protobuf': { number: 2, type: 'batch/v2alpha1.CronJob', repeated: true },
      },
    },
    required: ['items'],
  },
  'batch/v2alpha1.CronJobSpec': {
    type: 'object',
    properties: {
      schedule: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      startingDeadlineSeconds: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'int64' },
      },
      concurrencyPolicy: {
        type: 'string',
        enum: ['Allow', 'Forbid', 'Replace'],
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string' },
      },
      suspend: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 4, type: 'bool' } },
      jobTemplate: {
        $ref: '#/$defs/batch~1v2alpha1.JobTemplateSpec',
        'x-protobuf': { number: 5, type: 'batch/v2alpha1.JobTemplateSpec' },
      },
      successfulJobsHistoryLimit: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'int32' },
      },
      failedJobsHistoryLimit: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'int32' },
      },
    },
    required: ['schedule', 'jobTemplate'],
  },
  'batch/v2alpha1.CronJobStatus': {
    type: 'object',
    properties: {
      active: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ObjectReference' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.ObjectReference', repeated: true },
      },
      lastScheduleTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'meta/v1.Time' },
      },
    },
  },
  'batch/v2alpha1.JobTemplateSpec': {
    type: 'object',
    properties: {
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      spec: {
        $ref: '#/$defs/batch~1v1.JobSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'batch/v1.JobSpec' },
      },
    },
  },
};
