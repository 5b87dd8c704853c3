import { SelectorError } from './selector-error.ts';
import type { SelectorForms } from './selector-forms.ts';

/** One condition on one label. `exists` takes no values, the comparisons take one integer. */
export interface LabelMatch {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | 'absent' | 'greater' | 'less';
  readonly values: readonly string[];
}

interface SelectorToken {
  readonly kind: 'word' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

const OPERATORS = ['==', '!=', '=', '!', ',', '(', ')', '>', '<'] as const;
const SPACE = /\s/;

/**
 * Parses a label selector in one pass: conditions joined by commas, all of which must hold. Throws `SelectorError`.
 *
 *     a=1,b!=2,c in (x,y),d notin (z),e,!f,g>3     seven conditions
 *     (empty)                                      none: everything matches
 *
 * `a=` and `a in ()` mean the empty value. Spaces are optional. `in` and `notin` are lower case. In some dialects a
 * bound must be a label value, so it has no sign, and a set must not end in an even number of commas.
 */
export function parseLabelSelector(text: string, forms: SelectorForms): LabelMatch[] {
  const reader = new TokenReader(tokensOf(text), forms);
  const requirements: LabelMatch[] = [];
  if (reader.peek().kind === 'end') return requirements;
  do requirements.push(requirement(reader));
  while (reader.take(','));
  reader.require('end', '');
  return requirements;
}

/** Whether an object with these labels meets all conditions. An absent label meets `!=` and `notin`. */
export function labelsMatch(
  requirements: readonly LabelMatch[],
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  return requirements.every(({ key, operator, values }) => {
    const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (operator === 'absent') return value === undefined;
    if (operator === 'notin') return value === undefined || !values.includes(value);
    if (value === undefined) return false;
    if (operator === 'in') return values.includes(value);
    if (operator === 'exists') return true;
    return compares(value, operator, values[0] ?? '');
  });
}

function compares(value: string, operator: 'greater' | 'less', bound: string): boolean {
  if (!isInteger(value)) return false;
  return operator === 'greater' ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}

/** At most nineteen digits, the maximum of an int64. */
function isInteger(text: string): boolean {
  return /^-?\d{1,19}$/.test(text);
}

function requirement(reader: TokenReader): LabelMatch {
  if (reader.take('!')) return { key: reader.key(), operator: 'absent', values: [] };
  const key = reader.key();
  const next = reader.peek();
  if (reader.take('=') || reader.take('==')) return { key, operator: 'in', values: [reader.value()] };
  if (reader.take('!=')) return { key, operator: 'notin', values: [reader.value()] };
  if (reader.take('>')) return { key, operator: 'greater', values: [reader.integer()] };
  if (reader.take('<')) return { key, operator: 'less', values: [reader.integer()] };
  if (next.kind === 'word' && (next.text === 'in' || next.text === 'notin')) {
    reader.next();
    return { key, operator: next.text, values: reader.list() };
  }
  return { key, operator: 'exists', values: [] };
}

function tokensOf(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = [];
  let at = 0;
  while (at < text.length) {
    const operator = OPERATORS.find((candidate) => text.startsWith(candidate, at));
    if (SPACE.test(text[at] ?? '')) at += 1;
    else if (operator !== undefined) {
      tokens.push({ kind: 'operator', text: operator, at });
      at += operator.length;
    } else {
      const end = wordEnd(text, at);
      tokens.push({ kind: 'word', text: text.slice(at, end), at });
      at = end;
    }
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && !SPACE.test(text[end] ?? '') && !'=!,()<>'.includes(text[end] ?? '')) end += 1;
  return end;
}

class TokenReader {
  readonly #tokens: readonly SelectorToken[];
  readonly #forms: SelectorForms;
  #index = 0;

  constructor(tokens: readonly SelectorToken[], forms: SelectorForms) {
    this.#tokens = tokens;
    this.#forms = forms;
  }

  peek(): SelectorToken {
    return this.#tokens[this.#index] ?? { kind: 'end', text: '', at: 0 };
  }

  next(): SelectorToken {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  /** Consumes the operator if it is next. */
  take(operator: string): boolean {
    const { kind, text } = this.peek();
    if (kind !== 'operator' || text !== operator) return false;
    this.#index += 1;
    return true;
  }

  require(kind: SelectorToken['kind'], text: string): void {
    const token = this.next();
    if (token.kind === kind && token.text === text) return;
    const expected = kind === 'end' ? 'a comma or the end' : `'${text}'`;
    throw new SelectorError(`expected ${expected}, found ${shown(token)}`, token.at);
  }

  key(): string {
    const token = this.next();
    if (token.kind !== 'word') throw new SelectorError(`expected a label key, found ${shown(token)}`, token.at);
    if (!isQualifiedName(token.text)) throw new SelectorError(`'${token.text}' is not a label key`, token.at);
    return token.text;
  }

  /** A label value; an absent value is the empty value. */
  value(): string {
    const token = this.peek();
    if (token.kind !== 'word') return '';
    this.#index += 1;
    if (!isLabelValue(token.text)) throw new SelectorError(`'${token.text}' is not a label value`, token.at);
    return token.text;
  }

  integer(): string {
    const token = this.next();
    if (this.#forms === 'as-parsed' && !isLabelValue(token.text))
      throw new SelectorError(`'${token.text}' is not a label value`, token.at);
    if (token.kind !== 'word' || !isInteger(token.text))
      throw new SelectorError(`expected an integer, found ${shown(token)}`, token.at);
    return token.text;
  }

  list(): string[] {
    this.require('operator', '(');
    const values = [this.value()];
    while (this.take(',')) values.push(this.value());
    const { at } = this.peek();
    const lastWithText = values.findLastIndex((value) => value !== '');
    const commas = values.length - 1 - Math.max(0, lastWithText);
    if (this.#forms === 'as-parsed' && commas > 0 && commas % 2 === 0)
      throw new SelectorError(`expected a label value after ${commas} commas`, at);
    this.require('operator', ')');
    return values;
  }
}

function shown({ kind, text }: SelectorToken): string {
  return kind === 'end' ? 'the end' : `'${text}'`;
}

const LONGEST_PREFIX = 253;
const LONGEST_NAME = 63;
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function isQualifiedName(text: string): boolean {
  const slash = text.indexOf('/');
  const prefix = slash < 0 ? undefined : text.slice(0, slash);
  const name = text.slice(slash + 1);
  if (prefix !== undefined && (prefix.length > LONGEST_PREFIX || !DNS_SUBDOMAIN.test(prefix))) return false;
  return name.length <= LONGEST_NAME && NAME.test(name);
}

function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= LONGEST_NAME && NAME.test(text));
}
