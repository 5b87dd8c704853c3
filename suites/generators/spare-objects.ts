import { resolved, type Schema, schemaOf, type TypeId, typeOfRef } from '../../spec/schemas/index.ts';
import type { Kind, Resource } from '../../spec/surface/resources.ts';
import { at, isObject, type Json, type JsonObject } from '../oracle/json.ts';

/** Members that stay: other members need them, or controllers would act without them. */
const KEPT: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'name',
  'spec',
  'template',
  'jobTemplate',
  'matchLabels',
  'labels',
  'containers',
  'restartPolicy',
  'replicas',
  'schedule',
  'involvedObject',
  'namespace',
  'type/Secret',
  'type/ServiceSpec',
  'clusterIP',
  'externalName',
  'operator',
  'key',
  'values',
  'effect',
  'ip',
  'containerName',
  'fieldPath',
  'secretName/SecretVolumeSource',
  'secretName/AzureFileVolumeSource',
  'claimName',
  'volumeName',
  'sources',
  'secretRef',
  'topologyKey',
  'exec',
  'httpGet',
  'tcpSocket',
  'command/ExecAction',
  'hostPort',
  'backend',
  'readOnly/GCEPersistentDiskVolumeSource',
  'status',
  'collisionCount',
]);

/**
 * The same object without its optional members at one level: level 0 removes the outermost optional members with
 * everything below them, level 1 the optional members right below these, and so on. So each optional member is
 * missing at one level from a parent that is present.
 *
 *     { spec: { hostAliases: [{ ip: '::1', hostnames: ['a'] }] } }   level 0: { spec: {} }   level 1: { spec: { hostAliases: [{ ip: '::1' }] } }
 */
export function spareObject({ schema, kind }: Resource, full: JsonObject, level: number): JsonObject {
  const object = spare(full, schemaOf(schema), schema, { level, kept: KEPT_BY_KIND[kind] ?? [] }) as JsonObject;
  const spec = { ...(object['spec'] as JsonObject | undefined) };
  // Servers may refuse every change of the selector of a workload.
  const selector = kind === 'Service' ? undefined : at(full, 'spec', 'selector');
  // A controller makes the pods of a Deployment that is not paused.
  const none = kind === 'Deployment' && spec['paused'] === undefined ? { replicas: 0 } : {};
  // An ingress has a backend or rules.
  const isRouted = kind !== 'Ingress' || spec['backend'] !== undefined || spec['rules'] !== undefined;
  const routes = isRouted ? {} : { rules: at(full, 'spec', 'rules') ?? [] };
  return object['spec'] === undefined
    ? object
    : { ...object, spec: { ...spec, ...(selector === undefined ? {} : { selector }), ...none, ...routes } };
}

/** The number of levels at which the object has optional members. */
export function levelsOf({ schema, kind }: Resource, full: JsonObject): number {
  return levelsIn(full, schemaOf(schema), schema, KEPT_BY_KIND[kind] ?? []);
}

function levelsIn(value: Json, schema: Schema, type: TypeId | undefined, kept: readonly string[]): number {
  if (Array.isArray(value)) {
    const items = resolved(schema).items ?? {};
    return Math.max(0, ...value.map((element: Json) => levelsIn(element, items, typeOfRef(items), kept)));
  }
  const { properties } = type === undefined ? schema : schemaOf(type);
  if (!isObject(value) || properties === undefined || type === undefined) return 0;
  const levels = Object.entries(value).map(([member, inner]) => {
    const here = properties[member] ?? {};
    return levelsIn(inner, here, typeOfRef(here), kept) + (kept.includes(member) || stays(type, member) ? 0 : 1);
  });
  return Math.max(0, ...levels);
}

/**
 * Members without which controllers would make or schedule pods, and the namespace of an event's object, which must
 * be the event's own.
 */
const KEPT_BY_KIND: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Event: ['namespace'],
  Pod: ['nodeSelector', 'schedulerName'],
  DaemonSet: ['nodeSelector', 'schedulerName'],
  Job: ['parallelism', 'completions', 'nodeSelector', 'schedulerName'],
};

interface Leaving {
  /** The depth of optional members that are kept. */
  readonly level: number;
  /** Members that stay in any case. */
  readonly kept: readonly string[];
}

function spare(value: Json, schema: Schema, type: TypeId | undefined, leaving: Leaving): Json {
  if (Array.isArray(value)) {
    const items = resolved(schema).items ?? {};
    return value.map((element: Json) => spare(element, items, typeOfRef(items), leaving));
  }
  const { properties } = type === undefined ? schema : schemaOf(type);
  if (!isObject(value) || properties === undefined || type === undefined) return value;
  const members = Object.entries(value).flatMap(([member, inner]): [string, Json][] => {
    const level = leaving.kept.includes(member) || stays(type, member) ? leaving.level : leaving.level - 1;
    const here = properties[member] ?? {};
    return level < 0 ? [] : [[member, spare(inner, here, typeOfRef(here), { ...leaving, level })]];
  });
  return Object.fromEntries(members);
}

function stays(type: string, member: string): boolean {
  if (type === 'core/v1.ObjectReference') return member === 'name';
  const { required = [] } = schemaOf(type);
  return (
    required.includes(member) ||
    KEPT.has(member) ||
    KEPT.has(`${member}/${type.slice(type.lastIndexOf('.') + 1)}`) ||
    isAlternative(type, member)
  );
}

/** A member of a group of which exactly one is present. */
function isAlternative(type: string, member: string): boolean {
  return (
    /\.(?:Volume|VolumeProjection|DownwardAPIVolumeFile|EnvVar|EnvVarSource|EnvFromSource|ContainerState|FlockerVolumeSource|LoadBalancerIngress)$/.test(
      type,
    ) &&
    member !== 'prefix' &&
    member !== 'mode'
  );
}
