import type { Resource } from '../../spec/surface/resources.ts';
import { sameJson } from './values/same-json.ts';
import type { ApiObject } from './api-object.ts';
import { type StatusCauses, invalid } from './causes.ts';
import { isEmptyMap, members, type Members, withMember } from './values/json-members.ts';
import type { StrategyContext } from './strategy.ts';

export function specOf(object: ApiObject): Members {
  return members(object['spec']);
}

export function withSpec(object: ApiObject, spec: Members): ApiObject {
  return withMember(object, 'spec', spec);
}

/** Labels of the pods of a template. */
export function templateLabels(object: ApiObject): unknown {
  return members(members(specOf(object)['template'])['metadata'])['labels'];
}

/**
 * Whether the path is that of `apps/v1`, in which authors set labels and selector themselves, and the selector is
 * immutable.
 */
export function isAppsV1({ resource: { group, version } }: StrategyContext): boolean {
  return group === 'apps' && version === 'v1';
}

/** Whether authors of the kind name a selector in this group-version: workloads of `apps/v1`. */
export function isSelectingOwner({ apiVersion, plural }: Resource): boolean {
  return apiVersion === 'apps/v1' && plural !== 'controllerrevisions';
}

/** A changed selector would orphan pods, so `apps/v1` refuses it. */
export function validateSelectorUpdate(object: ApiObject, old: ApiObject, context: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  if (isAppsV1(context) && !sameJson(specOf(object)['selector'], specOf(old)['selector']))
    invalid(causes, 'spec.selector', 'field is immutable');
  return causes;
}

/** An object without labels gets those of its template: the same map, so additions to one show in the other. */
export function withLabelsOfTemplate(object: ApiObject): ApiObject {
  const labels = templateLabels(object);
  if (isEmptyMap(labels) || !isEmptyMap(object.metadata.labels)) return object;
  return { ...object, metadata: { ...object.metadata, labels: labels as Readonly<Record<string, string>> } };
}
