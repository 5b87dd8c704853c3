import type { Kind } from '../../../spec/surface/resources.ts';
import type { Edit } from '../../program/program.ts';
import type { Json, Resource } from '../rule.ts';

/** A status that no controller writes. */
const STATUSES: Readonly<Partial<Record<Kind, Json>>> = {
  Namespace: { phase: 'Terminating' },
  Pod: { message: 'refused' },
  Service: { loadBalancer: { ingress: [{ hostname: 'refused.example.com' }] } },
  DaemonSet: { currentNumberScheduled: 41, numberMisscheduled: 41, desiredNumberScheduled: 41, numberReady: 41 },
  Deployment: { replicas: 41, readyReplicas: 41 },
  ReplicaSet: { replicas: 41, readyReplicas: 41 },
  Ingress: { loadBalancer: { ingress: [{ hostname: 'refused.example.com' }] } },
  Job: { active: 41 },
  CronJob: { lastScheduleTime: '2017-01-02T03:04:05Z' },
};

/** Adds a status that no controller writes to a body. */
export function statusEdits({ kind }: Resource): readonly Edit[] {
  return [{ set: '/status', to: STATUSES[kind] ?? {} }];
}
