import type { ApiObject } from '../api-object.ts';
import type { StrategyContext } from '../strategy.ts';
import { isAppsV1, specOf, templateLabels, withLabelsOfTemplate, withSpec } from '../template-owner.ts';
import { isAbsent, isEmptyMap, type Members, withDefaults } from '../values/json-members.ts';
import { withTemplateDefaults } from './pod-spec-defaults.ts';

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

/** A kind without a selector selects the pods of its template. */
function withSelectorOfTemplate(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const labels = templateLabels(object);
  if (!isAbsent(spec['selector']) || isEmptyMap(labels)) return object;
  return withSpec(object, { ...spec, selector: { matchLabels: labels } });
}
