import type { Schemas } from './schema.ts';

/** The types of batch/v1. */
export const BATCH_V1: Schemas = {
  'batch/v1.Job': {
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
        $ref: '#/$defs/batch~1v1.JobSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'batch/v1.JobSpec' },
      },
      status: {
        $ref: '#/$defs/batch~1v1.JobStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'batch/v1.JobStatus' },
      },
    },
  },
  'batch/v1.JobCondition': {
    type: 'object',
    properties: {
      type: { type: 'string', 'x-known-values': ['Complete', 'Failed'], 'x-protobuf': { number: 1, type: 'string' } },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'], 'x-protobuf': { number: 2, type: 'string' } },
      lastProbeTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'meta/v1.Time' },
      },
      lastTransitionTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'meta/v1.Time' },
      },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
    },
    required: ['type', 'status'],
  },
  'batch/v1.JobList': {
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
        items: { $ref: '#/$defs/batch~1v1.Job' },
        'x-protobuf': { number: 2, type: 'batch/v1.Job', repeated: true },
      },
    },
    required: ['items'],
  },
  'batch/v1.JobSpec': {
    type: 'object',
    properties: {
      parallelism: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'int32' },
      },
      completions: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'int32' },
      },
      activeDeadlineSeconds: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'int64' },
      },
      selector: {
        $ref: '#/$defs/meta~1v1.LabelSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'meta/v1.LabelSelector' },
      },
      manualSelector: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'bool' },
      },
      template: {
        $ref: '#/$defs/core~1v1.PodTemplateSpec',
        'x-protobuf': { number: 6, type: 'core/v1.PodTemplateSpec' },
      },
    },
    required: ['template'],
  },
  'batch/v1.JobStatus': {
    type: 'object',
    properties: {
      conditions: {
        type: 'array',
        items: { $ref: '#/$defs/batch~1v1.JobCondition' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'batch/v1.JobCondition', repeated: true },
      },
      startTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'meta/v1.Time' },
      },
      completionTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'meta/v1.Time' },
      },
      active: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'int32' } },
      succeeded: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'int32' } },
      failed: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'int32' } },
    },
  },
};
