import type { Operation } from '../../../spec/surface/operations.ts';
import type { Kind, Resource } from '../../../spec/surface/resources.ts';
import { objectAt } from '../bend.ts';
import type { Bendable } from '../fault.ts';
import type { WitnessRequest } from './witness.ts';

/** Labels that select the pods of a template. */
const SELECTED = { app: 'sample' };

const POD_SPEC = { containers: [{ name: 'main', image: 'registry.example/sample:1' }] };
const TEMPLATE = { metadata: { labels: SELECTED }, spec: POD_SPEC };
const JOB_TEMPLATE = { spec: { ...POD_SPEC, restartPolicy: 'Never' } };

/** The smallest legal object of each kind, without its type and metadata. */
const SAMPLES: Readonly<Record<Kind, Bendable>> = {
  ConfigMap: { data: { key: 'value' } },
  Event: {
    involvedObject: { kind: 'Pod', namespace: '{ns}', name: 'sample' },
    reason: 'Sampled',
    message: 'a sample',
    type: 'Normal',
  },
  Namespace: {},
  Pod: { spec: { ...POD_SPEC, nodeName: 'sample-node' } },
  Secret: { type: 'Opaque', data: { key: 'dmFsdWU=' } },
  Service: { spec: { clusterIP: 'None', selector: SELECTED, ports: [{ port: 80 }] } },
  DaemonSet: { spec: { template: TEMPLATE } },
  Deployment: { spec: { replicas: 0, template: TEMPLATE } },
  Ingress: { spec: { backend: { serviceName: 'sample', servicePort: 80 } } },
  ReplicaSet: { spec: { replicas: 0, template: TEMPLATE } },
  Job: { spec: { parallelism: 0, template: JOB_TEMPLATE } },
  CronJob: { spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: { template: JOB_TEMPLATE } } } },
};

/** A legal object of a resource; its name is unique in the cluster too. */
export function sampleObject(resource: Resource, name: string, metadata: Bendable = {}): Bendable {
  return {
    apiVersion: resource.apiVersion,
    kind: resource.kind,
    metadata: { name: sampleName(resource, name), ...metadata },
    ...structuredClone(SAMPLES[resource.kind]),
  };
}

function sampleName(resource: Resource, name: string): string {
  return resource.namespaced ? name : `{ns}-${name}`;
}

/** Whether an object of a resource without labels gets those of its pod template. */
export function isLabelledByTemplate(resource: Resource): boolean {
  return objectAt(SAMPLES[resource.kind], 'spec', 'template') !== undefined;
}

/** Path of the collection of a resource in the namespace of the witness. */
export function collectionTarget(resource: Resource): string {
  return `${resource.prefix}${resource.namespaced ? '/namespaces/{ns}' : ''}/${resource.plural}`;
}

/** Path of a sample. */
export function sampleTarget(resource: Resource, name: string): string {
  return `${collectionTarget(resource)}/${sampleName(resource, name)}`;
}

/** Path of an operation of a resource, on the sample of that name if it is about one object. */
export function operationTarget({ path }: Operation, resource: Resource, name: string): string {
  return path.replace('{namespace}', '{ns}').replace('{name}', sampleName(resource, name));
}

/** The request that makes a sample. */
export function creating(resource: Resource, name: string, metadata: Bendable = {}): WitnessRequest {
  return { method: 'POST', target: collectionTarget(resource), body: sampleObject(resource, name, metadata) };
}

/** The request that reads a collection. */
export function listing(resource: Resource): WitnessRequest {
  return { method: 'GET', target: collectionTarget(resource) };
}

/** The request that deletes a sample at once. */
export function deletingSample(resource: Resource, name: string): WitnessRequest {
  return { method: 'DELETE', target: `${sampleTarget(resource, name)}?gracePeriodSeconds=0` };
}
