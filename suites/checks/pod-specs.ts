import type { Kind } from '../../spec/surface/resources.ts';

/** Where each kind keeps the pod spec that it describes, if it does. */
export const POD_SPEC: Readonly<Record<Kind, readonly string[] | undefined>> = {
  ConfigMap: undefined,
  Event: undefined,
  Namespace: undefined,
  Pod: ['spec'],
  Secret: undefined,
  Service: undefined,
  DaemonSet: ['spec', 'template', 'spec'],
  Deployment: ['spec', 'template', 'spec'],
  Ingress: undefined,
  ReplicaSet: ['spec', 'template', 'spec'],
  Job: ['spec', 'template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};
