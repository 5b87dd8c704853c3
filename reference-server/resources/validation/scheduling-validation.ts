import { type StatusCauses, forbidden, invalid, required, shown } from '../causes.ts';
import { checkBounds, checkFormat, checkOneOf } from './field-checks.ts';
import { dnsLabel, labelValue, qualifiedName } from '../values/formats.ts';
import { isAbsent, items, members, type Members, text } from '../values/json-members.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { validateLabelSelector } from './label-selector-validation.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
/** The effects of a taint on pods that do not tolerate it. */
export const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTolerations(tolerations: unknown, field: string, causes: StatusCauses): void {
  for (const [index, entry] of items(tolerations).entries())
    validateToleration(members(entry), `${field}[${index}]`, causes);
}

function validateToleration(
  { key, operator, value, effect, tolerationSeconds }: Members,
  field: string,
  causes: StatusCauses,
): void {
  if (text(key) !== '') checkFormat(causes, `${field}.key`, key, qualifiedName);
  if (text(key) === '' && operator !== 'Exists')
    invalid(causes, `${field}.operator`, 'must be Exists where there is no key, which tolerates everything');
  if (!isAbsent(tolerationSeconds) && effect !== 'NoExecute')
    invalid(causes, `${field}.effect`, 'must be NoExecute where tolerationSeconds is set');
  switch (text(operator)) {
    case '':
    case 'Equal':
      checkFormat(causes, `${field}.operator`, value, labelValue);
      break;
    case 'Exists':
      if (text(value) !== '') invalid(causes, `${field}.operator`, 'Exists takes no value');
      break;
    default:
      checkOneOf(causes, `${field}.operator`, operator, ['Equal', 'Exists']);
  }
  if (text(effect) !== '') checkOneOf(causes, `${field}.effect`, effect, EFFECTS);
}

/** Validates constraints on the node of a pod and on its neighbours. */
export function validateAffinity(affinity: Members, field: string, causes: StatusCauses): void {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  if (!isAbsent(nodeAffinity)) validateNodeAffinity(members(nodeAffinity), field, causes);
  if (!isAbsent(podAffinity)) validatePodAffinity(members(podAffinity), `${field}.podAffinity`, causes);
  if (!isAbsent(podAntiAffinity)) validatePodAffinity(members(podAntiAffinity), `${field}.podAntiAffinity`, causes);
}

/** StatusCauses omit the element `nodeAffinity`, as in the real system. */
function validateNodeAffinity(affinity: Members, field: string, causes: StatusCauses): void {
  const needed = affinity[REQUIRED];
  if (!isAbsent(needed)) {
    const terms = items(members(needed)['nodeSelectorTerms']);
    const at = `${field}.${REQUIRED}.nodeSelectorTerms`;
    if (terms.length === 0) required(causes, at, 'must have at least one term');
    for (const [index, term] of terms.entries()) validateNodeTerm(members(term), `${at}[${index}]`, causes);
  }
  for (const [index, entry] of items(affinity[PREFERRED]).entries()) {
    const at = `${field}.${PREFERRED}[${index}]`;
    checkBounds(causes, `${at}.weight`, members(entry)['weight'] ?? 0, 1, 100);
    validateNodeTerm(members(members(entry)['preference']), `${at}.preference`, causes);
  }
}

export function validateNodeTerm(term: Members, field: string, causes: StatusCauses): void {
  const { matchExpressions, matchFields } = term;
  const requirements = items(matchExpressions);
  if (requirements.length + items(matchFields).length === 0)
    required(causes, `${field}.matchExpressions`, 'must have at least one expression');
  for (const [index, entry] of requirements.entries())
    validateNodeRequirement(members(entry), `${field}.matchExpressions[${index}]`, causes);
  validateLaterMembers('core/v1.NodeSelectorTerm', term, field, causes);
}

function validateNodeRequirement({ key, operator, values }: Members, field: string, causes: StatusCauses): void {
  const count = items(values).length;
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (count === 0) required(causes, `${field}.values`, 'must name values for In and NotIn');
      break;
    case 'Gt':
    case 'Lt':
      if (count !== 1) required(causes, `${field}.values`, 'must name one value for Gt and Lt');
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (count > 0) forbidden(causes, `${field}.values`, 'must not be set for Exists and DoesNotExist');
      break;
    default:
      invalid(causes, `${field}.operator`, `${shown(operator)} is not one of In, NotIn, Exists, DoesNotExist, Gt, Lt`);
  }
  checkFormat(causes, `${field}.key`, key, qualifiedName);
}

function validatePodAffinity(affinity: Members, field: string, causes: StatusCauses): void {
  for (const [index, term] of items(affinity[REQUIRED]).entries())
    validatePodTerm(members(term), `${field}.${REQUIRED}[${index}]`, causes);
  for (const [index, entry] of items(affinity[PREFERRED]).entries()) {
    const at = `${field}.${PREFERRED}[${index}]`;
    checkBounds(causes, `${at}.weight`, members(entry)['weight'] ?? 0, 1, 100);
    validatePodTerm(members(members(entry)['podAffinityTerm']), `${at}.podAffinityTerm`, causes);
  }
}

function validatePodTerm(term: Members, field: string, causes: StatusCauses): void {
  const { topologyKey, namespaces, labelSelector } = term;
  validateLaterMembers('core/v1.PodAffinityTerm', term, field, causes);
  if (text(topologyKey) === '') required(causes, `${field}.topologyKey`);
  else checkFormat(causes, `${field}.topologyKey`, topologyKey, qualifiedName);
  for (const namespace of items(namespaces)) checkFormat(causes, `${field}.namespace`, namespace, dnsLabel);
  if (!isAbsent(labelSelector)) validateLabelSelector(labelSelector, `${field}.matchExpressions`, causes);
}
