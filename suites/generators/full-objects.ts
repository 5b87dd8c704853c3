import { cached } from '../../shared/cached.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import { legalObject, legalStatus } from '../../spec/samples/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { undecidedInitContainers, withDecidedMembers } from '../checks/init-containers.ts';
import { isObject, type JsonObject } from '../oracle/json.ts';
import { THIS_NAMESPACE } from '../oracle/objects/minimal-objects.ts';

/** The two forms of a service. No write turns one into the other, because servers may refuse to change its type. */
export type ServiceForm = 'plain' | 'external';

export function formsOf({ kind }: Resource): readonly ServiceForm[] {
  return kind === 'Service' ? ['plain', 'external'] : ['plain'];
}

const MADE = new WeakMap<DialectChoices, Map<string, JsonObject>>();

/**
 * An object of that resource with every member that a client may set; no controller acts on it, but replica sets and
 * jobs of turn 1 want one pod, which fits no node. Each turn has other values. Made once, because programs name the same
 * objects many times and one takes a millisecond.
 */
export function fullObject(
  resource: Resource,
  name: string,
  turn: number,
  choices: DialectChoices,
  form: ServiceForm = 'plain',
): JsonObject {
  const made = cached(MADE, choices, () => new Map());
  const id = `${resource.id} ${name} ${turn} ${form}`;
  return cached(made, id, () => makeFullObject(resource, name, turn, choices, form));
}

function makeFullObject(
  resource: Resource,
  name: string,
  turn: number,
  choices: DialectChoices,
  form: ServiceForm,
): JsonObject {
  const object = legalObject(resource, turnOf(resource, turn, form), {
    name,
    namespace: THIS_NAMESPACE,
    quiet: true,
  }) as JsonObject;
  return withDecidedMembers(
    resource.kind,
    withOneSelector(resource, name, resource.kind === 'Secret' ? withShownData(object) : object),
    choices,
  );
}

/**
 * A status with every member; `undefined` for kinds without a status, and for namespaces, whose status has only one
 * member.
 */
export function fullStatus(
  resource: Resource,
  name: string,
  turn: number,
  choices: DialectChoices,
): JsonObject | undefined {
  if (!resource.namespaced) return undefined;
  const { initContainerStatuses, ...status } = (legalStatus(resource, turn, {
    name,
    namespace: THIS_NAMESPACE,
    quiet: true,
  }) ?? {}) as JsonObject;
  return initContainerStatuses === undefined || undecidedInitContainers(resource.kind, choices).length > 0
    ? status
    : { ...status, initContainerStatuses };
}

/**
 * The object that a write makes of `from` to bring it as near to `to` as every server allows: the spec of a pod and
 * the template of a job stay.
 */
export function changedTo({ kind }: Resource, from: JsonObject, to: JsonObject): JsonObject {
  const { spec, ...rest } = to;
  if (kind === 'Pod') return { ...rest, spec: from['spec'] ?? {} };
  if (kind !== 'Job' || !isObject(spec) || !isObject(from['spec'])) return to;
  const { activeDeadlineSeconds, parallelism } = spec;
  return {
    ...rest,
    spec: {
      ...from['spec'],
      ...(activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds }),
      ...(parallelism === undefined ? {} : { parallelism }),
    },
  };
}

/** Two of three turns make a headless service, the third an `ExternalName` service. */
function turnOf({ kind }: Resource, turn: number, form: ServiceForm): number {
  if (kind !== 'Service') return turn;
  return form === 'external' ? turn * 3 + 2 : Math.floor(turn / 2) * 3 + (turn % 2);
}

/** A secret without empty data, which some servers show as null. */
function withShownData({ data, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    data: Object.fromEntries(Object.entries(data ?? {}).filter(([, value]) => value !== '')) as JsonObject,
  };
}

/** The object with a selector that has both parts and is equal in every turn. */
function withOneSelector(resource: Resource, name: string, object: JsonObject): JsonObject {
  const spec = object['spec'];
  if (!isObject(spec) || !isObject(spec['selector']) || resource.kind === 'Service') return object;
  const selector = {
    matchLabels: { 'plumbline-template': name },
    matchExpressions: [{ key: 'plumbline-template', operator: 'Exists' }],
  };
  return { ...object, spec: { ...spec, selector } };
}
