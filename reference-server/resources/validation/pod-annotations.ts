import { parsedJson } from '../../../shared/json.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, forbidden, invalid, shown } from '../causes.ts';
import { checkFormat } from './field-checks.ts';
import { sysctlName } from '../values/formats.ts';
import { isMembers, items, members, type Members, text } from '../values/json-members.ts';
import { hasOldRules } from './old-rules.ts';
import { validateAffinity, validateTolerations } from './scheduling-validation.ts';

const SECCOMP = [
  'seccomp.security.alpha.kubernetes.io/pod',
  'container.seccomp.security.alpha.kubernetes.io/',
] as const;
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const MIRROR = 'kubernetes.io/config.mirror';
const SYSCTLS: ReadonlySet<string> = new Set([
  'security.alpha.kubernetes.io/sysctls',
  'security.alpha.kubernetes.io/unsafe-sysctls',
]);
const AFFINITY = 'scheduler.alpha.kubernetes.io/affinity';
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';

/** Validates the annotations of pods and templates that the system reads. `field` is the path of the annotations. */
export function validatePodAnnotations(
  annotations: unknown,
  spec: Members,
  field: string,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  const isOld = hasOldRules(choices);
  for (const [key, value] of Object.entries(members(annotations))) {
    const at = `${field}[${key}]`;
    if (key === SECCOMP[0] || key.startsWith(SECCOMP[1])) checkSeccomp(text(value), at, isOld, causes);
    else if (key.startsWith(APPARMOR)) checkAppArmor(key.slice(APPARMOR.length), text(value), spec, at, isOld, causes);
    else if (key === MIRROR && text(spec['nodeName']) === '') invalid(causes, at, 'needs a spec.nodeName');
    else if (SYSCTLS.has(key)) checkSysctls(text(value), at, causes);
    else if (key === AFFINITY || key === TOLERATIONS) checkScheduling(key, text(value), at, causes);
  }
}

function checkSeccomp(profile: string, field: string, isOld: boolean, causes: StatusCauses): void {
  if (profile === 'docker/default' || profile === 'unconfined') return;
  if (profile === 'runtime/default' && !isOld) return;
  const path = profile.startsWith('localhost/') ? profile.slice('localhost/'.length) : '/';
  if (path.startsWith('/') || path.split('/').includes('..'))
    invalid(causes, field, `${shown(profile)} is no seccomp profile`);
}

function checkAppArmor(
  container: string,
  profile: string,
  spec: Members,
  field: string,
  isOld: boolean,
  causes: StatusCauses,
): void {
  const containers = [...items(spec['containers']), ...items(spec['initContainers'])];
  if (!containers.some((entry) => members(entry)['name'] === container))
    invalid(causes, field, `there is no container ${shown(container)}`);
  if (profile === 'unconfined' && !isOld) return;
  if (profile !== '' && profile !== 'runtime/default' && !profile.startsWith('localhost/'))
    invalid(causes, field, `${shown(profile)} is no AppArmor profile`);
}

function checkSysctls(list: string, field: string, causes: StatusCauses): void {
  if (list === '') return;
  for (const part of list.split(',')) {
    const equals = part.indexOf('=');
    if (equals < 1) invalid(causes, field, `${shown(part)} must be name=value`);
    else checkFormat(causes, field, part.slice(0, equals), sysctlName);
  }
}

/** JSON annotations that became fields of the spec. */
function checkScheduling(key: string, json: string, field: string, causes: StatusCauses): void {
  const value = parsedJson(json);
  if (key === TOLERATIONS) {
    if (Array.isArray(value)) validateTolerations(value, field, causes);
    else if (json !== '') invalid(causes, field, 'must be a JSON list of tolerations');
  } else if (isMembers(value)) {
    validateAffinity(value, field, causes);
  } else if (json !== '') {
    invalid(causes, field, 'must be a JSON object');
  }
}

/** Annotations that are immutable after the creation of a pod. */
export function validatePodAnnotationsUpdate(annotations: unknown, old: unknown, causes: StatusCauses): void {
  if (annotations === old) return;
  const after = members(annotations);
  const before = members(old);
  for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
    if (key !== MIRROR && !key.startsWith(APPARMOR)) continue;
    const same = Object.hasOwn(after, key) === Object.hasOwn(before, key) && after[key] === before[key];
    if (!same) forbidden(causes, `metadata.annotations[${key}]`, 'cannot be added, changed or removed');
  }
}
