import { at, type Json } from '../json.ts';

/** One condition of a field selector: a dotted path, and the text that its value must equal or must differ from. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/**
 * Parses a `fieldSelector` parameter into conditions, all of which must hold; `undefined` if the text is invalid. In
 * values, `\,`, `\=` and `\\` escape the character.
 */
export function parseFieldSelector(text: string): readonly FieldRequirement[] | undefined {
  if (text === '') return [];
  const requirements = text.split(/(?<!\\)(?:\\\\)*,/).map(requirementOf);
  return requirements.every((each) => each !== undefined) ? requirements : undefined;
}

/** Whether an object's fields meet every condition. An absent field counts as empty text. */
export function selectsFields(requirements: readonly FieldRequirement[], object: Json | undefined): boolean {
  return requirements.every(
    ({ field, operator, value }) => (textOf(at(object, ...field.split('.'))) === value) === (operator === '='),
  );
}

function requirementOf(part: string): FieldRequirement | undefined {
  const [, field, operator, value] = /^([^=!,\\]+)(==|=|!=)((?:[^=,\\]|\\.)*)$/.exec(part) ?? [];
  if (field === undefined || value === undefined) return undefined;
  return { field, operator: operator === '!=' ? '!=' : '=', value: value.replace(/\\(.)/g, '$1') };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
