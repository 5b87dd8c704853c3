import type { Clause } from './clause.ts';
import { CONTROLLER, clauses, fieldClauses } from './rows.ts';

const SECTION = 'Deployment (group apps, version v1beta1; also served under extensions/v1beta1)';

export const DEPLOYMENT: readonly Clause[] = clauses(SECTION, [
  [
    'deployment.groups',
    'Deployment belongs to apps/v1beta1, and is also served under extensions/v1beta1.',
    'must',
    'the heading',
  ],
  [
    'deployment.fields',
    'A Deployment has apiVersion, kind, metadata, spec (DeploymentSpec) and status (DeploymentStatus).',
  ],
  ['deployment-list.fields', 'A DeploymentList has apiVersion, items, kind and metadata.'],
]);

export const DEPLOYMENT_SPEC: readonly Clause[] = fieldClauses(SECTION, 'deployment-spec', [
  { field: 'template', type: 'a PodTemplateSpec', says: [['Pods are created from it.', 'must', CONTROLLER]] },
  {
    field: 'selector',
    type: 'a LabelSelector',
    says: [['It selects pods.'], ['It affects existing ReplicaSets that select the same pods.', 'must', CONTROLLER]],
  },
  {
    field: 'replicas',
    type: 'an integer',
    says: [['It is 1 by default.'], ['It is a pointer: an explicit 0 is kept and is not the same as absent.']],
  },
  {
    field: 'strategy',
    type: 'a DeploymentStrategy',
    says: [['It defines how pods are replaced.', 'must', CONTROLLER]],
  },
  { field: 'minReadySeconds', type: 'an integer', says: [['It is 0 by default.']] },
  { field: 'paused', type: 'a boolean', says: [['It says that the deployment is paused.', 'must', CONTROLLER]] },
  {
    field: 'progressDeadlineSeconds',
    type: 'an integer',
    says: [
      ['It is 600 by default.'],
      ['After that time, a condition with reason ProgressDeadlineExceeded shows.', 'must', CONTROLLER],
      ['While the deployment is paused, progress is not estimated.', 'must', CONTROLLER],
    ],
  },
  {
    field: 'revisionHistoryLimit',
    type: 'an integer',
    says: [
      ['It is the number of old ReplicaSets that are kept for rollback.', 'must', CONTROLLER],
      ['It is 2 by default.'],
      ['It is a pointer: an explicit 0 is kept and is not the same as absent.'],
    ],
  },
  {
    field: 'rollbackTo',
    type: 'a RollbackConfig',
    says: [
      ['It is the target of a rollback in progress.', 'must', CONTROLLER],
      ['It is cleared when the rollback is done.', 'must', CONTROLLER],
    ],
  },
]);

export const DEPLOYMENT_STRATEGY: readonly Clause[] = fieldClauses(SECTION, 'deployment-strategy', [
  {
    field: 'type',
    type: 'a string',
    says: [['It is Recreate or RollingUpdate.'], ['It is RollingUpdate by default.']],
  },
  {
    field: 'rollingUpdate',
    type: 'a RollingUpdateDeployment',
    says: [['It is present only if the type is RollingUpdate.', 'must', 'the word "only"']],
  },
]);

export const ROLLING_UPDATE: readonly Clause[] = fieldClauses(SECTION, 'rolling-update', [
  {
    field: 'maxSurge',
    type: 'a number or a percentage as a string',
    says: [
      ['It is the number of pods that can exist beyond the desired number.', 'must', CONTROLLER],
      ['A percentage is rounded up.', 'must', CONTROLLER],
      ['It cannot be 0 when maxUnavailable is 0.', 'must', 'the word "cannot"'],
      ['It is 25% by default.'],
    ],
  },
  {
    field: 'maxUnavailable',
    type: 'a number or a percentage as a string',
    says: [
      ['It is the number of pods that can be unavailable.', 'must', CONTROLLER],
      ['A percentage is rounded down.', 'must', CONTROLLER],
      ['It cannot be 0 when maxSurge is 0.', 'must', 'the word "cannot"'],
      ['It is 25% by default.'],
    ],
  },
]);

export const DEPLOYMENT_STATUS: readonly Clause[] = fieldClauses(SECTION, 'deployment-status', [
  { field: 'availableReplicas', type: 'an integer' },
  { field: 'collisionCount', type: 'an integer' },
  { field: 'conditions', type: 'an array of DeploymentCondition', says: [['Patches merge them by type.']] },
  { field: 'observedGeneration', type: 'an integer' },
  { field: 'readyReplicas', type: 'an integer' },
  { field: 'replicas', type: 'an integer' },
  { field: 'unavailableReplicas', type: 'an integer' },
  { field: 'updatedReplicas', type: 'an integer' },
]);

const NO_PATH = 'The document shows no path that accepts or returns a DeploymentRollback (Rules 7).';

export const DEPLOYMENT_ROLLBACK: readonly Clause[] = fieldClauses(
  SECTION,
  'deployment-rollback',
  [
    { field: 'apiVersion', type: 'a string' },
    { field: 'kind', type: 'a string' },
    {
      field: 'name',
      type: 'a string',
      says: [['It is required.', 'must', 'the word "required"'], ['It is the name of a deployment.']],
    },
    { field: 'rollbackTo', type: 'a RollbackConfig' },
    { field: 'updatedAnnotations', type: 'an object' },
  ],
  NO_PATH,
);
