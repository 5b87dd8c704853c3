import type { Resource } from '../../spec/surface/resources.ts';
import { sameJson } from './values/same-json.ts';
import type { ApiObject } from './api-object.ts';
import { type StatusCauses, invalid } from './causes.ts';
import { isAbsent, isEmptyMap, members, type Members, withDefaults, withMember } from './values/json-members.ts';
import { withTemplateDefaults } from './defaults/pod-spec-defaults.ts';
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

/** Defaults of kinds with a pod template: the template's own, and the given ones of the spec. */
export function templateOwnerDefaults(object: ApiObject, specDefaults: Members, context: StrategyContext): ApiObject {
  const filled = withSpec(object, withDefaults(withTemplateDefaults(specOf(object)), specDefaults));
  return isAppsV1(context) ? filled : withLabelsOfTemplate(filled);
}

/**
 * Defaults of kinds with a pod template and a label selector. Older group-versions derive the selector from the
 * template.
 */
export function selectingOwnerDefaults(object: ApiObject, specDefaults: Members, context: StrategyContext): ApiObject {
  const filled = templateOwnerDefaults(object, specDefaults, context);
  return isAppsV1(context) ? filled : withSelectorOfTemplate(filled);
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

/** A kind without a selector selects the pods of its template. */
function withSelectorOfTemplate(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const labels = templateLabels(object);
  if (!isAbsent(spec['selector']) || isEmptyMap(labels)) return object;
  return withSpec(object, { ...spec, selector: { matchLabels: labels } });
}
