import { type StatusCauses, forbidden, invalid, required, shown } from '../causes.ts';
import { checkFormat } from './field-checks.ts';
import { labelValue, qualifiedName } from '../values/formats.ts';
import { isMembers, items, members, type Members, text } from '../values/json-members.ts';

/**
 * Validates labels, or maps of the same form: keys are qualified names, values label values. Causes name the whole
 * map.
 */
export function validateLabels(labels: unknown, field: string, causes: StatusCauses): void {
  for (const [key, value] of Object.entries(members(labels))) {
    const wrong = qualifiedName(key);
    if (wrong !== undefined) invalid(causes, field, `${shown(key)} ${wrong}`);
    const wrongValue = labelValue(text(value));
    if (wrongValue !== undefined) invalid(causes, field, `${shown(value)} of ${shown(key)} ${wrongValue}`);
  }
}

/** A label selector. */
export function validateLabelSelector(selector: unknown, field: string, causes: StatusCauses): void {
  validateLabels(members(selector)['matchLabels'], `${field}.matchLabels`, causes);
  for (const [index, entry] of items(members(selector)['matchExpressions']).entries()) {
    validateRequirement(members(entry), `${field}.matchExpressions[${index}]`, causes);
  }
}

/** A label selector whose values must be label values. Later releases demand this on create. */
export function validateStrictSelector(selector: unknown, field: string, causes: StatusCauses): void {
  validateLabelSelector(selector, field, causes);
  for (const [index, entry] of items(members(selector)['matchExpressions']).entries())
    for (const [position, value] of items(members(entry)['values']).entries())
      checkFormat(causes, `${field}.matchExpressions[${index}].values[${position}]`, value, labelValue);
}

/** The selector of a workload or a claim. */
export function validateOwnSelector(selector: unknown, field: string, isOld: boolean, causes: StatusCauses): void {
  if (isOld) validateLabelSelector(selector, field, causes);
  else validateStrictSelector(selector, field, causes);
}

function validateRequirement(requirement: Members, field: string, causes: StatusCauses): void {
  const values = items(requirement['values']);
  switch (requirement['operator']) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) required(causes, `${field}.values`, 'must name values for In and NotIn');
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) forbidden(causes, `${field}.values`, 'must not be set for Exists and DoesNotExist');
      break;
    default:
      invalid(
        causes,
        `${field}.operator`,
        `${shown(requirement['operator'])} is not one of In, NotIn, Exists, DoesNotExist`,
      );
  }
  checkFormat(causes, `${field}.key`, requirement['key'], qualifiedName);
}

export function isEmptySelector(selector: unknown): boolean {
  const { matchLabels, matchExpressions } = members(selector);
  return Object.keys(members(matchLabels)).length === 0 && items(matchExpressions).length === 0;
}

/** Whether labels match a valid selector; an empty selector matches everything. */
export function selectorMatches(selector: unknown, labels: unknown): boolean {
  const { matchLabels, matchExpressions } = members(selector);
  const present = members(labels);
  const has = (key: string, value: unknown): boolean => Object.hasOwn(present, key) && present[key] === value;
  return (
    Object.entries(members(matchLabels)).every(([key, value]) => has(key, value)) &&
    items(matchExpressions).every((entry) => isMembers(entry) && requirementMatches(entry, present))
  );
}

function requirementMatches({ key, operator, values }: Members, labels: Members): boolean {
  const name = text(key);
  const present = Object.hasOwn(labels, name);
  if (operator === 'Exists') return present;
  if (operator === 'DoesNotExist') return !present;
  const named = present && items(values).includes(labels[name]);
  return operator === 'In' ? named : !named;
}
