import type { Kind, Resource } from '../../../spec/surface/resources.ts';
import type { JsonObject } from '../json.ts';

/** Replaced by the namespace that the step is sent to (see `suites/program/program.ts`). */
export const THIS_NAMESPACE = '{{namespace}}';

/** The pod template labels of the object with that name; no other object's selector matches them. */
export function templateLabels(name: string): JsonObject {
  return { 'plumbline-template': name };
}

/** No node has this label, so nothing is scheduled. */
export const NOWHERE: JsonObject = { 'plumbline-node': 'none' };

/** No scheduler has this name. */
export const NO_SCHEDULER = 'plumbline-nobody';

export const ONE_CONTAINER: JsonObject = { name: 'c', image: 'registry.example:5000/app:1.0' };

const QUIET_POD: JsonObject = { containers: [ONE_CONTAINER], nodeSelector: NOWHERE, schedulerName: NO_SCHEDULER };

/**
 * The smallest object of that resource that every conformant server accepts and on which no controller acts: pods
 * that fit no node, workloads that want no pods, suspended cron jobs. The name and namespace may be templates. An
 * Event names its own namespace, because real servers require it.
 */
export function minimalObject(resource: Resource, name: string, namespace: string = THIS_NAMESPACE): JsonObject {
  return {
    apiVersion: resource.apiVersion,
    kind: resource.kind,
    metadata: { name },
    ...BODIES[resource.kind]({ name, namespace }),
  };
}

interface NamespacedName {
  readonly name: string;
  readonly namespace: string;
}

const BODIES: Readonly<Record<Kind, (place: NamespacedName) => JsonObject>> = {
  ConfigMap: () => ({}),
  Event: ({ namespace }) => ({ involvedObject: { namespace } }),
  Namespace: () => ({}),
  Pod: () => ({ spec: QUIET_POD }),
  Secret: () => ({ type: 'Opaque' }),
  Service: () => ({ spec: { clusterIP: 'None' } }),
  DaemonSet: ({ name }) => ({ spec: templated(name) }),
  Deployment: ({ name }) => ({ spec: { replicas: 0, paused: true, ...templated(name) } }),
  Ingress: () => ({ spec: { backend: { serviceName: 'nothing', servicePort: 80 } } }),
  ReplicaSet: ({ name }) => ({ spec: { replicas: 0, ...templated(name) } }),
  Job: () => ({ spec: { parallelism: 0, template: { spec: { ...QUIET_POD, restartPolicy: 'Never' } } } }),
  CronJob: () => ({
    spec: {
      schedule: '0 0 1 1 *',
      suspend: true,
      jobTemplate: { spec: { template: { spec: { ...QUIET_POD, restartPolicy: 'Never' } } } },
    },
  }),
};

/** A selector and a template that it matches; the document does not say what an absent selector means. */
function templated(name: string): JsonObject {
  return {
    selector: { matchLabels: templateLabels(name) },
    template: { metadata: { labels: templateLabels(name) }, spec: QUIET_POD },
  };
}
