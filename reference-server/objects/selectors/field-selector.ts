import { SelectorError } from './selector-error.ts';
import type { SelectorForms } from './selector-forms.ts';

export interface FieldMatch {
  readonly field: string;
  readonly equals: boolean;
  readonly value: string;
}

/**
 * Parses a field selector: `path=value`, `path==value` or `path!=value`, joined by commas. A backslash escapes the
 * next character. In some dialects a condition without field and value is ignored, and spaces count. Throws
 * `SelectorError` if the text is invalid or names a field that the kind does not support.
 */
export function parseFieldSelector(text: string, offered: readonly string[], forms: SelectorForms): FieldMatch[] {
  const requirements: FieldMatch[] = [];
  if (text === '') return requirements;
  let at = 0;
  for (const term of termsOf(text)) {
    if (term !== '' && !(forms === 'as-parsed' && NO_CONDITION.has(term)))
      requirements.push(requirement(term, at, offered, forms));
    at += term.length + 1;
  }
  return requirements;
}

/**
 * Whether an object with these values of its selectable fields meets all conditions. A field without a value is
 * empty.
 */
export function fieldsMatch(requirements: readonly FieldMatch[], fields: Readonly<Record<string, string>>): boolean {
  return requirements.every(({ field, equals, value }) => {
    const actual = Object.hasOwn(fields, field) ? (fields[field] ?? '') : '';
    return (actual === value) === equals;
  });
}

/** Splits the text at commas that are not escaped. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

/** Conditions with neither field nor value. */
const NO_CONDITION: ReadonlySet<string> = new Set(['=', '==', '!=']);

function requirement(term: string, at: number, offered: readonly string[], forms: SelectorForms): FieldMatch {
  const operatorAt = term.indexOf('=');
  if (operatorAt < 1) throw new SelectorError(`'${term}' is not of the form field=value or field!=value`, at);
  const negated = term[operatorAt - 1] === '!';
  const named = term.slice(0, negated ? operatorAt - 1 : operatorAt);
  const field = forms === 'as-parsed' ? named : named.trim();
  const doubled = !negated && term[operatorAt + 1] === '=';
  const value = unescaped(term.slice(operatorAt + (doubled ? 2 : 1)), at);
  if (!offered.includes(field)) {
    const known = offered.length === 0 ? 'this kind has none' : `known: ${offered.join(', ')}`;
    throw new SelectorError(`field '${field}' cannot be selected by (${known})`, at);
  }
  return { field, equals: !negated, value };
}

function unescaped(text: string, at: number): string {
  let value = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '=') throw new SelectorError(`an unescaped '=' in the value '${text}'`, at);
    if (character === '\\') {
      index += 1;
      const escaped = text[index] ?? '';
      if (!'\\,='.includes(escaped) || escaped === '')
        throw new SelectorError(`only \\\\, \\, and \\= can be escaped, in '${text}'`, at);
      value += escaped;
    } else value += character;
  }
  return value;
}
