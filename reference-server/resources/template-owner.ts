import type { ApiObject } from './api-object.ts';
import type { Members } from './json-members.ts';
import { isAbsent, isEmptyMap, members, withDefaults, withMember } from './json-members.ts';
import { withTemplateDefaults } from './pod-spec-defaults.ts';

export function specOf(object: ApiObject): Members {
  return members(object['spec']);
}

export function withSpec(object: ApiObject, spec: Members): ApiObject {
  return withMember(object, 'spec', spec);
}

/** Labels of the pods that a template makes. */
export function templateLabels(object: ApiObject): unknown {
  return members(members(specOf(object)['template'])['metadata'])['labels'];
}

/** Defaults of kinds that keep pods from a template: the template's own, and the given ones of the spec. */
export function templateOwnerDefaults(object: ApiObject, specDefaults: Members): ApiObject {
  return withLabelsOfTemplate(withSpec(object, withDefaults(withTemplateDefaults(specOf(object)), specDefaults)));
}

/** An object without labels gets those of its template: the very same map, so that what is added to the one is seen in the other. */
export function withLabelsOfTemplate(object: ApiObject): ApiObject {
  const labels = templateLabels(object);
  if (isEmptyMap(labels) || !isEmptyMap(object.metadata.labels)) return object;
  return { ...object, metadata: { ...object.metadata, labels: labels as Readonly<Record<string, string>> } };
}

/** A kind without a selector selects what its template makes. */
export function withSelectorOfTemplate(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const labels = templateLabels(object);
  if (!isAbsent(spec['selector']) || isEmptyMap(labels)) return object;
  return withSpec(object, { ...spec, selector: { matchLabels: labels } });
}
