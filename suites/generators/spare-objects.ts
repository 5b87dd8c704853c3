import type { Schema, TypeId } from '../../spec/schemas/index.ts';
import { resolved, schemaOf, typeOfRef } from '../../spec/schemas/index.ts';
import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { at, isObject } from '../oracle/json.ts';

/** Members that stay: others need them, or controllers would act without them. */
const KEPT: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'name',
  'spec',
  'template',
  'jobTemplate',
  'selector',
  'matchLabels',
  'labels',
  'containers',
  'restartPolicy',
  'replicas',
  'paused',
  'suspend',
  'schedule',
  'involvedObject',
  'namespace',
  'type',
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
  'strategy',
  'updateStrategy',
  'rollingUpdate',
  'maxSurge',
  'maxUnavailable',
  'status',
  'collisionCount',
]);

/**
 * The same object without the members that it can lack at one level: at level 0 those that can go by themselves, with all below them, at level 1 those right below these, and so on.
 * So each member that an object can lack is left out at one level, from a parent that is there.
 *
 *     { spec: { hostAliases: [{ ip: '::1', hostnames: ['a'] }] } }   level 0: { spec: {} }   level 1: { spec: { hostAliases: [{ ip: '::1' }] } }
 */
export function spareObject({ schema, kind }: Resource, full: JsonObject, level: number): JsonObject {
  const object = spare(full, schemaOf(schema), schema, { level, kept: KEPT_BY_KIND[kind] ?? [] }) as JsonObject;
  const selector = at(full, 'spec', 'selector');
  // Servers may let no write change a selector.
  return selector === undefined ? object : { ...object, spec: { ...(object['spec'] as JsonObject), selector } };
}

/** At how many levels the object has members that it can lack. */
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

/** Members without which control loops would make or schedule pods, and the namespace of what an event is about, which must be its own. */
const KEPT_BY_KIND: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Event: ['namespace'],
  Pod: ['nodeSelector', 'schedulerName'],
  DaemonSet: ['nodeSelector', 'schedulerName'],
  Job: ['parallelism', 'completions', 'nodeSelector', 'schedulerName'],
};

interface Leaving {
  /** How many members that can go are passed before one is left out. */
  readonly level: number;
  /** Members that stay all the same. */
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

/** One of several members of which there is exactly one. */
function isAlternative(type: string, member: string): boolean {
  return (
    /\.(?:Volume|VolumeProjection|DownwardAPIVolumeFile|EnvVar|EnvVarSource|EnvFromSource|ContainerState|FlockerVolumeSource|LoadBalancerIngress)$/.test(
      type,
    ) &&
    member !== 'prefix' &&
    member !== 'mode'
  );
}
