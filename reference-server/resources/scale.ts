import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject, ObjectMeta } from './api-object.ts';
import { isMembers, items, members, number, text } from './values/json-members.ts';

/** The number of replicas of an object, as an object of its own. */
export interface ScaleObject extends ApiObject {
  readonly metadata: ObjectMeta;
}

export interface ScaleType {
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  /** Of `spec/schemas`. */
  readonly schema: string;
}

/** The groups of that era have a Scale of their own; the core group and later releases share that of autoscaling. */
export function scaleTypeOf({ group, version }: Resource): ScaleType {
  if (version === 'v1beta1')
    return { group, version, apiVersion: `${group}/${version}`, schema: `${group}/${version}.Scale` };
  return { group: 'autoscaling', version: 'v1', apiVersion: 'autoscaling/v1', schema: 'autoscaling/v1.Scale' };
}

/** The Scale of an object. */
export function scaleOf(object: ApiObject, resource: Resource): ScaleObject {
  const { apiVersion, group } = scaleTypeOf(resource);
  const { name, namespace, uid, resourceVersion, creationTimestamp, selfLink } = object.metadata;
  const metadata: ObjectMeta = {
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    selfLink: `${selfLink ?? ''}/scale`,
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
  };
  const spec = members(object['spec']);
  const replicas = number(spec['replicas']);
  return {
    kind: 'Scale',
    apiVersion,
    metadata,
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: number(members(object['status'])['replicas']),
      ...selectorOf(spec['selector'], group === 'autoscaling'),
    },
  };
}

/** A text for clients of autoscaling; for the others also a map, if there are no expressions. */
function selectorOf(selector: unknown, asText: boolean): object {
  if (!isMembers(selector)) return {};
  const grouped = 'matchLabels' in selector || 'matchExpressions' in selector;
  const labels = members(grouped ? selector['matchLabels'] : selector);
  const expressions = items(grouped ? selector['matchExpressions'] : []).map(members);
  const written = [
    ...Object.entries(labels).map(([key, value]) => `${key}=${text(value)}`),
    ...expressions.map(requirementText),
  ].join(',');
  if (asText) return written === '' ? {} : { selector: written };
  return { ...(expressions.length === 0 ? { selector: labels } : {}), targetSelector: written };
}

function requirementText(requirement: ReturnType<typeof members>): string {
  const key = text(requirement['key']);
  const values = items(requirement['values']).map(text).join(',');
  const texts: Readonly<Record<string, string>> = {
    Exists: key,
    DoesNotExist: `!${key}`,
    In: `${key} in (${values})`,
    NotIn: `${key} notin (${values})`,
  };
  return texts[text(requirement['operator'])] ?? key;
}

/** The object with the replicas of the Scale, and its preconditions on version and uid. */
export function applyScale(object: ApiObject, { metadata, ...scale }: ScaleObject): ApiObject {
  const { resourceVersion: _v, ...kept } = object.metadata;
  const version = metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion };
  return {
    ...object,
    metadata: { ...kept, ...version },
    spec: { ...members(object['spec']), replicas: number(members(scale['spec'])['replicas']) },
  };
}
