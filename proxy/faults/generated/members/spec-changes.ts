import type { Bendable } from '../../fault.ts';

/** By kind: a change of one member of the spec that every server accepts. */
export const SPEC_CHANGES: Readonly<Record<string, Bendable>> = {
  DaemonSet: { minReadySeconds: 41 },
  Deployment: { minReadySeconds: 41 },
  ReplicaSet: { minReadySeconds: 41 },
  Job: { activeDeadlineSeconds: 123_456 },
  CronJob: { schedule: '41 4 * * *' },
  Service: { sessionAffinity: 'None' },
  Ingress: { backend: { serviceName: 'refused', servicePort: 41 } },
};
