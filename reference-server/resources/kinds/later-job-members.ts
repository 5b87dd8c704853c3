import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, required, shown } from '../causes.ts';
import { checkBounds, checkFormat, checkNoneNegative, checkOneOf } from '../validation/field-checks.ts';
import { dnsLabel, dnsSubdomain, qualifiedName } from '../values/formats.ts';
import { isAbsent, items, members, type Members, number, text, withMember } from '../values/json-members.ts';

const MOST_INDEXES = 100_000;
const MOST_RULES = 20;
const MOST_EXIT_CODES = 255;

/** Validates the members of a job's spec that the document lacks. Dialects that drop them find none. */
export function validateLaterJobMembers(spec: Members, field: string, causes: StatusCauses): void {
  checkNoneNegative(causes, field, spec, [
    'backoffLimit',
    'backoffLimitPerIndex',
    'maxFailedIndexes',
    'ttlSecondsAfterFinished',
  ]);
  validateIndexes(spec, field, causes);
  validateManager(spec['managedBy'], `${field}.managedBy`, causes);
  if (!isAbsent(spec['podFailurePolicy'])) validateFailurePolicy(spec, field, causes);
  if (!isAbsent(spec['podReplacementPolicy'])) {
    const allowed = isAbsent(spec['podFailurePolicy']) ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
    checkOneOf(causes, `${field}.podReplacementPolicy`, spec['podReplacementPolicy'], allowed);
  }
  if (!isAbsent(spec['successPolicy'])) validateSuccessPolicy(spec, `${field}.successPolicy`, causes);
}

const isIndexed = ({ completionMode }: Members): boolean => completionMode === 'Indexed';

function validateIndexes(spec: Members, field: string, causes: StatusCauses): void {
  const { completionMode, completions, parallelism, backoffLimitPerIndex, maxFailedIndexes } = spec;
  if (!isAbsent(completionMode))
    checkOneOf(causes, `${field}.completionMode`, completionMode, ['Indexed', 'NonIndexed']);
  if (isIndexed(spec)) {
    if (isAbsent(completions)) required(causes, `${field}.completions`, 'is required where completionMode is Indexed');
    if (number(parallelism) > MOST_INDEXES) invalid(causes, `${field}.parallelism`, `is more than ${MOST_INDEXES}`);
  }
  if (!isAbsent(backoffLimitPerIndex) && !isIndexed(spec))
    invalid(causes, `${field}.backoffLimitPerIndex`, 'needs the completionMode Indexed');
  if (isAbsent(maxFailedIndexes)) return;
  if (isAbsent(backoffLimitPerIndex))
    required(causes, `${field}.backoffLimitPerIndex`, 'is required where maxFailedIndexes is set');
  if (!isAbsent(completions) && number(maxFailedIndexes) > number(completions))
    invalid(causes, `${field}.maxFailedIndexes`, 'is more than completions');
}

/** The controller of a job: a domain, "/" and a path. */
function validateManager(managedBy: unknown, field: string, causes: StatusCauses): void {
  if (isAbsent(managedBy)) return;
  const [domain = '', ...path] = text(managedBy).split('/');
  if (path.join('/') === '') invalid(causes, field, `${shown(managedBy)} must be a domain, "/" and a path`);
  else checkFormat(causes, field, domain, dnsSubdomain);
}

function validateFailurePolicy(spec: Members, field: string, causes: StatusCauses): void {
  const pods = members(members(spec['template'])['spec']);
  const { restartPolicy } = pods;
  const names = [...items(pods['containers']), ...items(pods['initContainers'])].map((entry) => members(entry)['name']);
  const rules = items(members(spec['podFailurePolicy'])['rules']);
  const at = `${field}.podFailurePolicy.rules`;
  if (restartPolicy !== 'Never')
    invalid(causes, `${field}.template.spec.restartPolicy`, 'must be Never where podFailurePolicy is set');
  if (rules.length > MOST_RULES) invalid(causes, at, `has more than ${MOST_RULES} rules`);
  for (const [index, rule] of rules.entries()) {
    const { action, onExitCodes, onPodConditions } = members(rule);
    const place = `${at}[${index}]`;
    checkOneOf(causes, `${place}.action`, action, ['Count', 'FailIndex', 'FailJob', 'Ignore']);
    if (action === 'FailIndex' && isAbsent(spec['backoffLimitPerIndex']))
      invalid(causes, `${place}.action`, 'FailIndex needs backoffLimitPerIndex');
    if (!isAbsent(onExitCodes)) validateExitCodes(members(onExitCodes), names, `${place}.onExitCodes`, causes);
    for (const [position, entry] of items(onPodConditions).entries())
      validateCondition(members(entry), `${place}.onPodConditions[${position}]`, causes);
    const requirements = Number(!isAbsent(onExitCodes)) + Number(items(onPodConditions).length > 0);
    if (requirements !== 1) invalid(causes, place, 'must have exactly one of onExitCodes and onPodConditions');
  }
}

function validateExitCodes(
  { containerName, operator, values }: Members,
  containers: readonly unknown[],
  field: string,
  causes: StatusCauses,
): void {
  const codes = items(values);
  checkOneOf(causes, `${field}.operator`, operator, ['In', 'NotIn']);
  if (!isAbsent(containerName) && !containers.includes(containerName))
    invalid(causes, `${field}.containerName`, `there is no container ${shown(containerName)}`);
  if (codes.length === 0) invalid(causes, `${field}.values`, 'must have at least one exit code');
  if (codes.length > MOST_EXIT_CODES) invalid(causes, `${field}.values`, `has more than ${MOST_EXIT_CODES} exit codes`);
  for (const [index, code] of codes.entries()) {
    if (operator === 'In' && code === 0) invalid(causes, `${field}.values[${index}]`, '0 is no failure');
    if (index > 0 && number(code) <= number(codes[index - 1]))
      invalid(causes, `${field}.values`, 'must be in order, each once');
  }
}

function validateCondition({ type, status }: Members, field: string, causes: StatusCauses): void {
  checkFormat(causes, `${field}.type`, type, qualifiedName);
  checkOneOf(causes, `${field}.status`, status ?? 'True', ['False', 'True', 'Unknown']);
}

function validateSuccessPolicy(spec: Members, field: string, causes: StatusCauses): void {
  if (!isIndexed(spec)) {
    invalid(causes, field, 'needs the completionMode Indexed');
    return;
  }
  const rules = items(members(spec['successPolicy'])['rules']);
  if (rules.length === 0) required(causes, `${field}.rules`, 'must have at least one rule');
  if (rules.length > MOST_RULES) invalid(causes, `${field}.rules`, `has more than ${MOST_RULES} rules`);
  for (const [index, rule] of rules.entries()) {
    const { succeededIndexes, succeededCount } = members(rule);
    const at = `${field}.rules[${index}]`;
    if (isAbsent(succeededIndexes) && isAbsent(succeededCount))
      required(causes, at, 'must have succeededIndexes or succeededCount');
    if (!isAbsent(succeededCount))
      checkBounds(causes, `${at}.succeededCount`, succeededCount, 0, number(spec['completions']));
  }
}

/** The last pod of an indexed job is called by the job's name and its index. */
export function validateIndexedName(name: string, spec: Members, causes: StatusCauses): void {
  if (isIndexed(spec) && number(spec['completions']) > 0)
    checkFormat(causes, 'metadata.name', `${name}-${number(spec['completions']) - 1}`, dnsLabel);
}

/** Members of a job that later releases make immutable. */
export const LATER_FIXED = [
  'backoffLimitPerIndex',
  'completionMode',
  'managedBy',
  'podFailurePolicy',
  'successPolicy',
] as const;

/** In later releases an indexed job can grow and shrink: completions and parallelism change together. */
export function isResized(spec: Members, old: Members): boolean {
  return isIndexed(spec) && isIndexed(old) && spec['completions'] === spec['parallelism'];
}

/**
 * The template of `old` with the members of the new one that later releases let change before a suspended job starts:
 * labels, annotations and the choice of nodes.
 */
export function mutableTemplate(object: ApiObject, old: ApiObject): unknown {
  const { suspend, template } = members(old['spec']);
  if (suspend !== true || !isAbsent(members(old['status'])['startTime'])) return template;
  const sent = members(members(object['spec'])['template']);
  const pods = members(sent['spec']);
  let spec = members(members(template)['spec']);
  for (const member of ['nodeSelector', 'schedulingGates', 'tolerations'])
    spec = withMember(spec, member, pods[member]);
  const affinity = { ...members(spec['affinity']), nodeAffinity: members(pods['affinity'])['nodeAffinity'] };
  if (!isAbsent(affinity.nodeAffinity) || !isAbsent(spec['affinity'])) spec = withMember(spec, 'affinity', affinity);
  return { ...members(template), metadata: sent['metadata'], spec };
}
