import { endOfString } from '../media/parse-json.ts';
import { wellFormed } from '../media/well-formed.ts';

/** A JSON value under construction. */
type ParsedValue = unknown;

const QUOTE = '"';
const STRUCTURE = '{}[],:';
const SPACE = ' \t\r\n';

/**
 * The value of a JSON text in which repeated members with object values are merged; of other repeated members the
 * last counts. `parsed` is the result of `JSON.parse`, which is returned if no member is repeated.
 *
 *     {"data":{"a":"1"},"data":{"b":"2"}}  ->  {"data":{"a":"1","b":"2"}}
 */
export function withRepeatedMembers(text: string, parsed: unknown): unknown {
  return colons(text) === members(parsed) ? parsed : wellFormed(valueFrom(tokensOf(text)), text);
}

/** The number of members in the text: each has one colon outside of strings. */
function colons(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === QUOTE) at = endOfString(text, at);
    else if (text[at] === ':') count += 1;
  }
  return count;
}

function members(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  let count = Array.isArray(value) ? 0 : values.length;
  for (const inner of values) count += members(inner);
  return count;
}

function* tokensOf(text: string): Generator<string, string> {
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    const end =
      character === QUOTE ? endOfString(text, at) + 1 : STRUCTURE.includes(character) ? at + 1 : endOfWord(text, at);
    if (!SPACE.includes(character)) yield text.slice(at, end);
    at = end;
  }
  return '';
}

/** Index after a number, `true`, `false` or `null`, or after one white space character. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  if (SPACE.includes(text[start] ?? '')) return end;
  while (end < text.length && !STRUCTURE.includes(text[end] ?? '') && !SPACE.includes(text[end] ?? '')) end += 1;
  return end;
}

/** The text is known to be JSON. */
function valueFrom(tokens: Iterator<string, string>, token: string = tokens.next().value): ParsedValue {
  if (token === '{') return objectFrom(tokens);
  return token === '[' ? listFrom(tokens) : (JSON.parse(token) as ParsedValue);
}

function objectFrom(tokens: Iterator<string, string>): object {
  const entries = new Map<string, ParsedValue>();
  for (let token = tokens.next().value; token !== '}'; token = tokens.next().value) {
    if (!token.startsWith(QUOTE)) continue;
    const name = JSON.parse(token) as string;
    tokens.next();
    entries.set(name, merged(entries.get(name), valueFrom(tokens)));
  }
  return Object.fromEntries(entries);
}

function listFrom(tokens: Iterator<string, string>): ParsedValue[] {
  const list: ParsedValue[] = [];
  for (let token = tokens.next().value; token !== ']'; token = tokens.next().value)
    if (token !== ',') list.push(valueFrom(tokens, token));
  return list;
}

function merged(before: ParsedValue, value: ParsedValue): ParsedValue {
  if (!isObject(before) || !isObject(value)) return value;
  const entries = new Map(Object.entries(before));
  for (const [name, inner] of Object.entries(value)) entries.set(name, merged(entries.get(name), inner));
  return Object.fromEntries(entries);
}

function isObject(value: ParsedValue): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
