import { type Kind, type Resource, RESOURCES } from '../../../spec/surface/resources.ts';
import { at, isObject, type JsonObject, textAt, listAt } from '../json.ts';

/** The path of the pod spec in each kind that has one. */
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

/** The resources whose objects have a pod spec. */
export const DESCRIBING_PODS: readonly Resource[] = RESOURCES.filter(({ kind }) => POD_SPEC[kind] !== undefined);

/** What an init container does not have (document, Pod). */
export const NOT_OF_INIT_CONTAINERS = ['lifecycle', 'livenessProbe', 'readinessProbe'] as const;

/** The pod spec in an object of that kind, if it has one. */
export function podSpecOf(kind: Kind, object: JsonObject): JsonObject | undefined {
  const path = POD_SPEC[kind];
  const found = path === undefined ? undefined : at(object, ...path);
  return isObject(found) ? found : undefined;
}

/** The containers or the init containers of a pod spec. */
export function containersIn(podSpec: JsonObject | undefined, list: 'containers' | 'initContainers'): JsonObject[] {
  return listAt(podSpec, list).filter(isObject);
}

/** All containers and init containers in an object of that kind. */
export function allContainers(kind: Kind, object: JsonObject): JsonObject[] {
  const podSpec = podSpecOf(kind, object);
  return [...containersIn(podSpec, 'containers'), ...containersIn(podSpec, 'initContainers')];
}

/** The names of those containers. Containers without a name are skipped. */
export function namesIn(podSpec: JsonObject | undefined, list: 'containers' | 'initContainers'): string[] {
  return containersIn(podSpec, list).flatMap((container) => textAt(container, 'name') ?? []);
}

export function hasDuplicates(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}
