import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { sameJson } from '../values/same-json.ts';
import { type StatusCauses, forbidden, invalid } from '../causes.ts';
import { isAbsent, items, members, type Members, withMember } from '../values/json-members.ts';

/**
 * The mutable parts of a pod's spec: its deadline may be set or shortened, tolerations may be added; under some
 * dialects, images may change.
 */
export function validatePodSpecUpdate(
  spec: Members,
  old: Members,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  const resized = ['containers', 'initContainers'].filter(
    (list) => items(spec[list]).length !== items(old[list]).length,
  );
  for (const list of resized) forbidden(causes, `spec.${list}`, 'containers cannot be added or removed');
  if (resized.length > 0) return;
  checkDeadline(spec['activeDeadlineSeconds'], old['activeDeadlineSeconds'], causes);
  checkTolerations(items(spec['tolerations']), items(old['tolerations']), causes);
  let compared: Members = spec;
  for (const member of ['activeDeadlineSeconds', 'tolerations']) compared = withMember(compared, member, old[member]);
  compared = withGatesOf(compared, old);
  if (choices['pod.image'] === 'mutable') compared = withImagesOf(compared, old);
  if (!sameJson(compared, old)) forbidden(causes, 'spec', `only ${mutable(choices)} can be changed`);
}

function mutable(choices: DialectChoices): string {
  const always = 'activeDeadlineSeconds, and tolerations by adding some,';
  return choices['pod.image'] === 'mutable' ? `the images of containers, ${always}` : always;
}

function checkDeadline(deadline: unknown, old: unknown, causes: StatusCauses): void {
  if (isAbsent(old) || (typeof deadline === 'number' && typeof old === 'number' && deadline <= old)) return;
  invalid(causes, 'spec.activeDeadlineSeconds', `can only be lowered from ${String(old)}`);
}

function checkTolerations(tolerations: readonly unknown[], old: readonly unknown[], causes: StatusCauses): void {
  if (tolerations === old) return;
  // Both are in their stored form, so equal tolerations have equal texts; lists can be long.
  const timeless = (toleration: unknown): string =>
    JSON.stringify(withMember(members(toleration), 'tolerationSeconds', undefined));
  const kept = new Set(tolerations.map(timeless));
  const missing = old.some((toleration) => !kept.has(timeless(toleration)));
  if (missing)
    forbidden(
      causes,
      'spec.tolerations',
      'can be added to; those that are there can only change their tolerationSeconds',
    );
}

/**
 * Later releases hold a pod back from scheduling until its gates are removed. Until then it can select nodes more
 * narrowly.
 */
function withGatesOf(spec: Members, old: Members): Members {
  const names = new Set(items(old['schedulingGates']).map((gate) => members(gate)['name']));
  if (names.size === 0) return spec;
  const kept = items(spec['schedulingGates']).every((gate) => names.has(members(gate)['name']));
  const selected = members(spec['nodeSelector']);
  const narrower = Object.entries(members(old['nodeSelector'])).every(([key, value]) => selected[key] === value);
  const gated = kept ? withMember(spec, 'schedulingGates', old['schedulingGates']) : spec;
  return narrower ? withMember(gated, 'nodeSelector', old['nodeSelector']) : gated;
}

function withImagesOf(spec: Members, old: Members): Members {
  let result = spec;
  for (const list of ['containers', 'initContainers']) {
    if (isAbsent(spec[list])) continue;
    const before = items(old[list]);
    const containers = items(spec[list]).map((container, index) =>
      withMember(members(container), 'image', members(before[index])['image']),
    );
    result = withMember(result, list, containers);
  }
  return result;
}
