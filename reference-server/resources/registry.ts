import type { ResourceStrategy, StrategyRegistry } from './strategy.ts';

const plain: ResourceStrategy = {
  defaults: (object) => object,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: () => [],
  validateUpdate: () => [],
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'background',
};

export const STRATEGIES: StrategyRegistry = {
  ConfigMap: plain,
  Event: plain,
  Namespace: plain,
  Pod: plain,
  Secret: plain,
  Service: plain,
  DaemonSet: plain,
  Deployment: plain,
  Ingress: plain,
  ReplicaSet: plain,
  Job: plain,
  CronJob: plain,
};
