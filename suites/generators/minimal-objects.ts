import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../oracle/json.ts';

/** Stands for the namespace that the step is sent to (see `suites/drivers/program.ts`). */
export const THIS_NAMESPACE = '{{namespace}}';

/** A label that pod templates carry and that their selectors ask for; controllers find nothing else by it. */
export const TEMPLATE_LABELS: JsonObject = { 'plumbline-template': '{{case}}' };

/** No node has that label, so nothing is ever scheduled. */
export const NOWHERE: JsonObject = { 'plumbline-node': 'none' };

/** No scheduler answers to that name. */
export const NO_SCHEDULER = 'plumbline-nobody';

export const ONE_CONTAINER: JsonObject = { name: 'c', image: 'registry.example:5000/app:1.0' };

const QUIET_POD: JsonObject = { containers: [ONE_CONTAINER], nodeSelector: NOWHERE, schedulerName: NO_SCHEDULER };

/**
 * The smallest object of that resource that every conformant server accepts, and on which no control loop acts: pods that fit no
 * node, workloads that want no pods, suspended cron jobs. The name and namespace may be templates. An Event names the namespace
 * that it is in, since real servers insist.
 */
export function minimalObject(resource: Resource, name: string, namespace: string = THIS_NAMESPACE): JsonObject {
  return {
    apiVersion: resource.apiVersion,
    kind: resource.kind,
    metadata: { name },
    ...BODIES[resource.kind]({ name, namespace }),
  };
}

interface Place {
  readonly name: string;
  readonly namespace: string;
}

const BODIES: Readonly<Record<Kind, (place: Place) => JsonObject>> = {
  ConfigMap: () => ({}),
  Event: ({ namespace }) => ({ involvedObject: { namespace } }),
  Namespace: () => ({}),
  Pod: () => ({ spec: QUIET_POD }),
  Secret: () => ({ type: 'Opaque' }),
  Service: () => ({ spec: { clusterIP: 'None' } }),
  DaemonSet: () => ({ spec: { template: template(QUIET_POD) } }),
  Deployment: () => ({ spec: { replicas: 0, paused: true, template: template(QUIET_POD) } }),
  Ingress: () => ({ spec: { backend: { serviceName: 'nothing', servicePort: 80 } } }),
  ReplicaSet: () => ({ spec: { replicas: 0, selector: { matchLabels: TEMPLATE_LABELS }, template: template(QUIET_POD) } }),
  Job: () => ({ spec: { parallelism: 0, template: { spec: { ...QUIET_POD, restartPolicy: 'Never' } } } }),
  CronJob: () => ({
    spec: {
      schedule: '0 0 1 1 *',
      suspend: true,
      jobTemplate: { spec: { template: { spec: { ...QUIET_POD, restartPolicy: 'Never' } } } },
    },
  }),
};

function template(spec: Json): JsonObject {
  return { metadata: { labels: TEMPLATE_LABELS }, spec };
}
