import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, duplicate, forbidden, invalid, required, shown } from '../causes.ts';
import { checkFormat } from './field-checks.ts';
import { qualifiedName } from '../values/formats.ts';
import { isAbsent, items, members, type Members, text } from '../values/json-members.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { hasOldRules } from './old-rules.ts';
import { parseQuantity } from '../values/quantity.ts';
import { specOf } from '../template-owner.ts';

const COMPUTE = ['cpu', 'memory'];
const OF_PODS = [...COMPUTE, 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory', 'pods'];
const COUNTS = [
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
];
const HARD: ReadonlySet<string> = new Set([...OF_PODS, ...COUNTS, 'requests.storage']);

/** Resources of pods that came after 2017: `ephemeral-storage` and `hugepages-2Mi`, with or without a prefix. */
const LATER_RESOURCE = /^(?:(?:requests|limits)\.)?ephemeral-storage$|^(?:requests\.)?hugepages-./;

/** The resources that each scope supports. */
const SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['BestEffort', ['pods']],
  ['NotBestEffort', OF_PODS],
  ['NotTerminating', OF_PODS],
  ['Terminating', OF_PODS],
]);
const LATER_SCOPES: ReadonlySet<string> = new Set([
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
]);
const OPPOSITES = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
const WHOLE = 10n ** 9n;

export function validateQuota(object: ApiObject, causes: StatusCauses, choices: DialectChoices): void {
  const isOld = hasOldRules(choices);
  const hard = members(specOf(object)['hard']);
  validateAmounts(hard, 'spec.hard', isOld, causes);
  const scopes = items(specOf(object)['scopes']).map(text);
  validateScopes(isOld ? scopes : scopes.filter((scope) => !LATER_SCOPES.has(scope)), Object.keys(hard), causes);
  validateLaterMembers('core/v1.ResourceQuotaSpec', specOf(object), 'spec', causes);
}

/** The amounts in a status are like those of the spec. */
export function quotaStatusCauses(object: ApiObject, choices: DialectChoices): StatusCauses {
  const causes: StatusCauses = [];
  for (const list of ['hard', 'used'])
    validateAmounts(members(members(object['status'])[list]), `status.${list}`, hasOldRules(choices), causes);
  return causes;
}

function validateAmounts(amounts: Members, list: string, isOld: boolean, causes: StatusCauses): void {
  for (const [name, value] of Object.entries(amounts)) {
    const field = `${list}[${name}]`;
    if (!name.includes('/') && !HARD.has(name) && (isOld || !LATER_RESOURCE.test(name)))
      invalid(causes, field, `${shown(name)} is nothing that is counted`);
    if (name.includes('/')) checkFormat(causes, field, name, qualifiedName);
    const amount = nanoOf(value);
    if (amount < 0n) invalid(causes, field, `${shown(value)} is no quantity of 0 or more`);
    else if (COUNTS.includes(name) && amount % WHOLE !== 0n)
      invalid(causes, field, `${shown(value)} must be a whole number`);
  }
}

function validateScopes(scopes: readonly string[], counted: readonly string[], causes: StatusCauses): void {
  const field = 'spec.scopes';
  for (const scope of scopes) {
    const fitting = SCOPES.get(scope);
    const other = counted.find((name) => !name.includes('/') && fitting?.includes(name) === false);
    if (fitting === undefined) invalid(causes, field, `${shown(scope)} is not one of ${[...SCOPES.keys()].join(', ')}`);
    else if (other !== undefined) invalid(causes, field, `${scope} cannot be asked of ${other}`);
  }
  for (const [one, opposite] of OPPOSITES)
    if (scopes.includes(one) && scopes.includes(opposite))
      invalid(causes, field, `nothing is both ${one} and ${opposite}`);
}

export function validateQuotaUpdate(object: ApiObject, old: ApiObject, causes: StatusCauses): void {
  if (!sameJson(items(specOf(object)['scopes']), items(specOf(old)['scopes'])))
    invalid(causes, 'spec.scopes', 'cannot be changed');
}

const LIMITED = ['Container', 'PersistentVolumeClaim', 'Pod'];
const BOUNDS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

export function validateLimitRange(object: ApiObject, causes: StatusCauses, choices: DialectChoices): void {
  const known = new Set<string>();
  for (const [index, entry] of items(specOf(object)['limits']).entries()) {
    const field = `spec.limits[${index}]`;
    const limit = members(entry);
    const type = text(limit['type']);
    if (!LIMITED.includes(type) && !type.includes('/'))
      invalid(causes, `${field}.type`, `${shown(type)} is not one of ${LIMITED.join(', ')}, and has no "/"`);
    if (known.has(type)) duplicate(causes, `${field}.type`, type);
    known.add(type);
    validateNames(limit, type, field, choices, causes);
    validateLimit(limit, type, field, causes);
  }
}

function validateNames(
  limit: Members,
  type: string,
  field: string,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  if (type === 'PersistentVolumeClaim' || !LIMITED.includes(type)) return;
  for (const bound of BOUNDS)
    for (const name of Object.keys(members(limit[bound]))) {
      if (name.includes('/') || COMPUTE.includes(name) || (!hasOldRules(choices) && LATER_RESOURCE.test(name)))
        continue;
      invalid(causes, `${field}.${bound}[${name}]`, `must be ${COMPUTE.join(' or ')}, or have a prefix and "/"`);
    }
}

function validateLimit(limit: Members, type: string, field: string, causes: StatusCauses): void {
  if (type === 'Pod')
    for (const bound of ['default', 'defaultRequest'])
      if (!isAbsent(limit[bound])) forbidden(causes, `${field}.${bound}`, 'is for containers');
  if (
    type === 'PersistentVolumeClaim' &&
    [limit['min'], limit['max']].every((bound) => isAbsent(members(bound)['storage']))
  )
    required(causes, `${field}.limits`, 'must have the least or the most storage');
  const names = new Set(BOUNDS.flatMap((bound) => Object.keys(members(limit[bound]))));
  for (const name of names) validateBounds(limit, name, field, causes);
}

/** Pairs of bounds that must be in order. */
const ORDER = [
  ['min', 'max', 'min'],
  ['min', 'defaultRequest', 'defaultRequest'],
  ['defaultRequest', 'max', 'defaultRequest'],
  ['defaultRequest', 'default', 'defaultRequest'],
  ['min', 'default', 'default'],
  ['default', 'max', 'default'],
] as const;

function validateBounds(limit: Members, name: string, field: string, causes: StatusCauses): void {
  const amounts = new Map<string, bigint>(
    BOUNDS.filter((bound) => !isAbsent(members(limit[bound])[name])).map((bound) => [
      bound,
      nanoOf(members(limit[bound])[name]),
    ]),
  );
  for (const [low, high, named] of ORDER) {
    const [less, more] = [amounts.get(low), amounts.get(high)];
    if (less !== undefined && more !== undefined && less > more)
      invalid(causes, `${field}.${named}[${name}]`, `${low} is more than ${high}`);
  }
  const ratio = amounts.get('maxLimitRequestRatio');
  if (ratio === undefined) return;
  const at = `${field}.maxLimitRequestRatio[${name}]`;
  const [min = 0n, max = 0n] = [amounts.get('min'), amounts.get('max')];
  if (ratio < WHOLE) invalid(causes, at, 'is less than 1');
  else if (min > 0n && max > 0n && ratio * min > max * WHOLE) invalid(causes, at, 'is more than that of max and min');
}

/** In billionths; below 0 if it is no quantity. */
function nanoOf(value: unknown): bigint {
  return parseQuantity(value)?.nano ?? -1n;
}
