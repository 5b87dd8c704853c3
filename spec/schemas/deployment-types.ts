import { kind, listOf, type TypeMembers, optional, required, typed } from './types.ts';

/** The types of a Deployment, which apps/v1beta1 and extensions/v1beta1 serve alike. */
export const DEPLOYMENT_TYPES: Readonly<Record<string, TypeMembers>> = {
  Deployment: kind({ spec: optional(2, 'DeploymentSpec'), status: optional(3, 'DeploymentStatus') }),
  DeploymentCondition: {
    type: required(1, 'string', { known: ['Available', 'Progressing', 'ReplicaFailure'] }),
    status: required(2, 'string', { enum: ['True', 'False', 'Unknown'] }),
    lastUpdateTime: optional(6, 'meta/v1.Time'),
    lastTransitionTime: optional(7, 'meta/v1.Time'),
    reason: optional(4, 'string'),
    message: optional(5, 'string'),
  },
  DeploymentList: listOf('Deployment'),
  DeploymentRollback: typed({
    name: required(1, 'string'),
    updatedAnnotations: optional(2, 'map[string]string'),
    rollbackTo: required(3, 'RollbackConfig'),
  }),
  DeploymentSpec: {
    replicas: optional(1, '*int32'),
    selector: optional(2, '*meta/v1.LabelSelector'),
    template: required(3, 'core/v1.PodTemplateSpec'),
    strategy: optional(4, 'DeploymentStrategy', { strategy: 'retainKeys' }),
    minReadySeconds: optional(5, 'int32'),
    revisionHistoryLimit: optional(6, '*int32'),
    paused: optional(7, 'bool'),
    rollbackTo: optional(8, '*RollbackConfig'),
    progressDeadlineSeconds: optional(9, '*int32'),
  },
  DeploymentStatus: {
    observedGeneration: optional(1, 'int64'),
    replicas: optional(2, 'int32'),
    updatedReplicas: optional(3, 'int32'),
    readyReplicas: optional(7, 'int32'),
    availableReplicas: optional(4, 'int32'),
    unavailableReplicas: optional(5, 'int32'),
    conditions: optional(6, '[]DeploymentCondition', { mergeKey: 'type' }),
    collisionCount: optional(8, '*int64'),
  },
  DeploymentStrategy: {
    type: optional(1, 'string', { enum: ['Recreate', 'RollingUpdate'] }),
    rollingUpdate: optional(2, '*RollingUpdateDeployment'),
  },
  RollbackConfig: { revision: optional(1, 'int64') },
  RollingUpdateDeployment: {
    maxUnavailable: optional(1, '*intstr.IntOrString'),
    maxSurge: optional(2, '*intstr.IntOrString'),
  },
};
