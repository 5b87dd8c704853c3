import { at, isObject, type Json, textAt } from '../json.ts';

/** One condition of a label selector. `exists` and `absent` have no values; equality is `in` with one value. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | 'absent';
  readonly values: readonly string[];
}

/**
 * Parses a `labelSelector` parameter into conditions, all of which must hold; `undefined` if the text is invalid.
 * The empty text selects everything.
 *
 *     a=1,b!=2,c in (x,y),d notin (z),e,!f
 */
export function parseLabelSelector(text: string): readonly LabelRequirement[] | undefined {
  if (text.trim() === '') return [];
  const requirements = partsOf(text).map((part) => requirementOf(part.trim()));
  return requirements.every((each) => each !== undefined) ? requirements : undefined;
}

/** Whether an object's labels meet every condition. An object without labels counts as having an empty map. */
export function selectsLabels(requirements: readonly LabelRequirement[], object: Json | undefined): boolean {
  const labels = at(object, 'metadata', 'labels');
  return requirements.every((requirement) =>
    holds(requirement, isObject(labels) ? textAt(labels, requirement.key) : undefined),
  );
}

/** A selector as text, for queries. */
export function labelSelectorText(requirements: readonly LabelRequirement[]): string {
  return requirements.map(textOf).join(',');
}

function holds({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  if (operator === 'exists') return value !== undefined;
  if (operator === 'absent') return value === undefined;
  const among = value !== undefined && values.includes(value);
  return operator === 'in' ? among : !among;
}

/** Splits at the commas outside parentheses. */
function partsOf(text: string): string[] {
  return text.split(/,(?![^(]*\))/);
}

const KEY = String.raw`([A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?)`;
const SET = new RegExp(String.raw`^${KEY}\s+(in|notin)\s*\(([^()]*)\)$`);
const EQUALITY = new RegExp(String.raw`^${KEY}\s*(==|=|!=)\s*([-A-Za-z0-9_.]*)$`);
const EXISTENCE = new RegExp(String.raw`^(!?)\s*${KEY}$`);

function requirementOf(part: string): LabelRequirement | undefined {
  const set = SET.exec(part);
  if (set !== null) {
    const [, key = '', operator, values = ''] = set;
    return {
      key,
      operator: operator === 'in' ? 'in' : 'notin',
      values: values.split(',').map((value) => value.trim()),
    };
  }
  const equality = EQUALITY.exec(part);
  if (equality !== null) {
    const [, key = '', operator, value = ''] = equality;
    return { key, operator: operator === '!=' ? 'notin' : 'in', values: [value] };
  }
  const existence = EXISTENCE.exec(part);
  if (existence === null) return undefined;
  const [, absent, key = ''] = existence;
  return { key, operator: absent === '!' ? 'absent' : 'exists', values: [] };
}

function textOf({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === 'absent') return `!${key}`;
  const [only] = values;
  if (values.length === 1 && only !== undefined) return operator === 'in' ? `${key}=${only}` : `${key}!=${only}`;
  return `${key} ${operator} (${values.join(',')})`;
}
