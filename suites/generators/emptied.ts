import { propertySchema, resolved, type Schema, schemaOf, type TypeId, typeOfRef } from '../../spec/schemas/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { isObject, type Json, type JsonObject } from '../oracle/json.ts';

/**
 * Counts that servers may let only grow, or that bound the others; what servers fill in themselves; and addresses, which
 * later releases show from another member.
 */
const KEPT: ReadonlySet<string> = new Set(['collisionCount', 'replicas', 'observedGeneration', 'hostIP', 'podIP']);

/**
 * The status with its optional numbers, texts and lists empty: those of the status itself, or of the elements of its
 * lists alone.
 *
 *     { active: 2, conditions: [{ type: 'Complete', reason: 'Tested' }] }   of the status: { active: 0, conditions: [] }
 *                                     of elements: { active: 2, conditions: [{ type: 'Complete', reason: '' }] }
 */
export function emptiedStatus({ schema }: Resource, status: JsonObject, of: 'status' | 'elements'): JsonObject {
  const way: Emptying = { isHere: of === 'status', isEmptied: (member) => !KEPT.has(member) };
  return emptied(status, propertySchema(schema, 'status') ?? {}, way);
}

/** Optional lists, maps, texts and numbers of specs. An explicit zero of the numbers differs from an absent member. */
const OF_SPECS: ReadonlySet<string> = new Set([
  'annotations',
  'externalIPs',
  'loadBalancerSourceRanges',
  'tls',
  'secretName',
  'initContainers',
  'command',
  'args',
  'workingDir',
  'ports',
  'env',
  'envFrom',
  'volumeMounts',
  'supplementalGroups',
  'imagePullSecrets',
  'tolerations',
  'hostAliases',
  'hostnames',
  'hostname',
  'subdomain',
  'revisionHistoryLimit',
  'mode',
  'resourceVersion',
  'user',
  'role',
  'level',
  'reason',
  'message',
  'fieldPath',
  'component',
  'storagePolicyName',
  'storagePolicyID',
  'volumeNamespace',
]);
/** Members of those names that may not be empty. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  'core/v1.ServiceSpec.ports',
  'core/v1.SecretVolumeSource.secretName',
  'core/v1.ExecAction.command',
]);

/**
 * The object with optional lists, maps, texts and numbers of its spec and its annotations empty: those outside of
 * lists, or those of the elements of lists alone.
 */
export function emptiedObject({ schema }: Resource, object: JsonObject, of: 'object' | 'elements'): JsonObject {
  const isEmptied = (member: string, type = ''): boolean =>
    OF_SPECS.has(member) && !NEVER_EMPTY.has(`${type}.${member}`);
  return emptied(object, schemaOf(schema), { isHere: of === 'object', isEmptied });
}

interface Emptying {
  /** Whether members are emptied here already, not only in elements of lists. */
  readonly isHere: boolean;
  readonly isEmptied: (member: string, type?: TypeId) => boolean;
}

function emptied(object: JsonObject, schema: Schema, { isHere, isEmptied }: Emptying): JsonObject {
  const { properties = {}, required = [] } = resolved(schema);
  const members = Object.entries(object).map(([member, value]): [string, Json] => {
    const inner = properties[member] ?? {};
    const empty =
      isHere && !required.includes(member) && isEmptied(member, typeOfRef(schema)) ? emptyOf(inner) : undefined;
    return [member, empty ?? emptiedWithin(value, inner, { isHere, isEmptied })];
  });
  return Object.fromEntries(members);
}

function emptiedWithin(value: Json, schema: Schema, way: Emptying): Json {
  if (Array.isArray(value)) {
    const { items = {} } = resolved(schema);
    const within = { ...way, isHere: true };
    return value.map((element: Json) => (isObject(element) ? emptied(element, items, within) : element));
  }
  return isObject(value) ? emptied(value, schema, way) : value;
}

/** The empty value of a number, a text of any form, a list or a map. */
function emptyOf(schema: Schema): Json | undefined {
  const { type, format, enum: words, items, additionalProperties } = resolved(schema);
  if (items !== undefined) return [];
  if (additionalProperties !== undefined) return {};
  if (type === 'integer') return 0;
  return type === 'string' && format === undefined && words === undefined ? '' : undefined;
}
