import { isObject, type Json, memberOf, textOf } from '../../diff/values/json-value.ts';

/** Whether a list or watch selects an object. */
export type ObjectSelection = (object: Json) => boolean;

/**
 * The selection of the parameters `labelSelector` and `fieldSelector` (document, Selectors). An unreadable term
 * selects nothing.
 */
export function selectionOf(parameters: URLSearchParams): ObjectSelection {
  const labels = termsOf(parameters.get('labelSelector') ?? '').map(labelTerm);
  const fields = (parameters.get('fieldSelector') ?? '')
    .split(',')
    .filter((term) => term !== '')
    .map(fieldTerm);
  return (object) =>
    labels.every((fits) => fits(memberOf(memberOf(object, 'metadata'), 'labels'))) &&
    fields.every((fits) => fits(object));
}

/** Terms are separated by commas outside of parentheses. */
function termsOf(selector: string): string[] {
  return selector
    .split(/,(?![^(]*\))/)
    .map((term) => term.trim())
    .filter((term) => term !== '');
}

function labelTerm(term: string): (labels: Json | undefined) => boolean {
  const set = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(term);
  if (set !== null) {
    const values = new Set((set[3] ?? '').split(',').map((value) => value.trim()));
    const within = (labels: Json | undefined): boolean =>
      has(labels, set[1] ?? '') && values.has(textOf(labels, set[1] ?? ''));
    return set[2] === 'in' ? within : (labels) => !within(labels);
  }
  const equal = /^([^!=\s]+)\s*(==|=|!=)\s*(\S*)$/.exec(term);
  if (equal !== null) {
    const [, name = '', operator, value = ''] = equal;
    const same = (labels: Json | undefined): boolean => has(labels, name) && textOf(labels, name) === value;
    return operator === '!=' ? (labels) => !same(labels) : same;
  }
  if (term.startsWith('!')) return (labels) => !has(labels, term.slice(1).trim());
  return (labels) => has(labels, term);
}

function has(labels: Json | undefined, name: string): boolean {
  return isObject(labels) && Object.hasOwn(labels, name);
}

function fieldTerm(term: string): ObjectSelection {
  const [, path = '', operator, value = ''] = /^([^!=]+)(==|=|!=)(.*)$/.exec(term) ?? [];
  const same = (object: Json): boolean => {
    const found = path.split('.').reduce<Json | undefined>((inner, member) => memberOf(inner, member), object);
    return (
      (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : '') ===
      value
    );
  };
  return operator === '!=' ? (object) => !same(object) : same;
}
