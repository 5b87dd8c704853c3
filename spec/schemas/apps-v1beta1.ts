import type { Schemas } from './schema.ts';

/** The types of apps/v1beta1. */
export const APPS_V1BETA1: Schemas = {
  'apps/v1beta1.Deployment': {
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
        $ref: '#/$defs/apps~1v1beta1.DeploymentSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'apps/v1beta1.DeploymentSpec' },
      },
      status: {
        $ref: '#/$defs/apps~1v1beta1.DeploymentStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'apps/v1beta1.DeploymentStatus' },
      },
    },
  },
  'apps/v1beta1.DeploymentCondition': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        'x-known-values': ['Available', 'Progressing', 'ReplicaFailure'],
        'x-protobuf': { number: 1, type: 'string' },
      },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'], 'x-protobuf': { number: 2, type: 'string' } },
      lastUpdateTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'meta/v1.Time' },
      },
      lastTransitionTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'meta/v1.Time' },
      },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
    },
    required: ['type', 'status'],
  },
  'apps/v1beta1.DeploymentList': {
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
        items: { $ref: '#/$defs/apps~1v1beta1.Deployment' },
        'x-protobuf': { number: 2, type: 'apps/v1beta1.Deployment', repeated: true },
      },
    },
    required: ['items'],
  },
  'apps/v1beta1.DeploymentRollback': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      updatedAnnotations: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,string>' },
      },
      rollbackTo: {
        $ref: '#/$defs/apps~1v1beta1.RollbackConfig',
        'x-protobuf': { number: 3, type: 'apps/v1beta1.RollbackConfig' },
      },
    },
    required: ['name', 'rollbackTo'],
  },
  'apps/v1beta1.DeploymentSpec': {
    type: 'object',
    properties: {
      replicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'int32' },
      },
      selector: {
        $ref: '#/$defs/meta~1v1.LabelSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'meta/v1.LabelSelector' },
      },
      template: {
        $ref: '#/$defs/core~1v1.PodTemplateSpec',
        'x-protobuf': { number: 3, type: 'core/v1.PodTemplateSpec' },
      },
      strategy: {
        $ref: '#/$defs/apps~1v1beta1.DeploymentStrategy',
        'x-patch-strategy': 'retainKeys',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'apps/v1beta1.DeploymentStrategy' },
      },
      minReadySeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
      revisionHistoryLimit: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'int32' },
      },
      paused: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 7, type: 'bool' } },
      rollbackTo: {
        $ref: '#/$defs/apps~1v1beta1.RollbackConfig',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'apps/v1beta1.RollbackConfig' },
      },
      progressDeadlineSeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'int32' },
      },
    },
    required: ['template'],
  },
  'apps/v1beta1.DeploymentStatus': {
    type: 'object',
    properties: {
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'int64' },
      },
      replicas: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'int32' } },
      updatedReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'int32' },
      },
      readyReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'int32' },
      },
      availableReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
      unavailableReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
      conditions: {
        type: 'array',
        items: { $ref: '#/$defs/apps~1v1beta1.DeploymentCondition' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'apps/v1beta1.DeploymentCondition', repeated: true },
      },
      collisionCount: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'int64' },
      },
    },
  },
  'apps/v1beta1.DeploymentStrategy': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        enum: ['Recreate', 'RollingUpdate'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      rollingUpdate: {
        $ref: '#/$defs/apps~1v1beta1.RollingUpdateDeployment',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'apps/v1beta1.RollingUpdateDeployment' },
      },
    },
  },
  'apps/v1beta1.RollbackConfig': {
    type: 'object',
    properties: {
      revision: { type: 'integer', format: 'int64', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'int64' } },
    },
  },
  'apps/v1beta1.RollingUpdateDeployment': {
    type: 'object',
    properties: {
      maxUnavailable: {
        $ref: '#/$defs/intstr.IntOrString',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'intstr.IntOrString' },
      },
      maxSurge: {
        $ref: '#/$defs/intstr.IntOrString',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'intstr.IntOrString' },
      },
    },
  },
};
