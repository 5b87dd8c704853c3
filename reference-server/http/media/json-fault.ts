type ExpectedToken =
  | 'value'
  | 'value or ]'
  | 'member name'
  | 'member name or }'
  | 'colon'
  | 'comma or ]'
  | 'comma or }'
  | 'end';

interface JsonToken {
  readonly kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar';
  /** Index after it. */
  readonly end: number;
}

const PUNCTUATION = /[{}[\]:,]/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.+-])/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Says where a text stops being JSON, as line and column and what was expected there; the engines' own messages
 * differ. One pass, no recursion.
 */
export function jsonFault(text: string): string {
  const open: ('{' | '[')[] = [];
  let expected: ExpectedToken = 'value';
  let at = afterSpace(text, 0);
  for (;;) {
    const token = tokenAt(text, at);
    const next: ExpectedToken | undefined = token === undefined ? undefined : after(expected, token.kind, open);
    if (token === undefined || next === undefined) return placed(text, at, expected);
    expected = next;
    at = afterSpace(text, token.end);
  }
}

function tokenAt(text: string, at: number): JsonToken | undefined {
  if (text[at] === '"') {
    const end = stringEnd(text, at);
    return end === undefined ? undefined : { kind: 'string', end };
  }
  PUNCTUATION.lastIndex = at;
  if (PUNCTUATION.test(text)) return { kind: text[at] as JsonToken['kind'], end: at + 1 };
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? { kind: 'scalar', end: SCALAR.lastIndex } : undefined;
}

/** Index after the closing quote; `undefined` for an unclosed string, or one with an illegal character. */
function stringEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length;) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return undefined;
      at = ESCAPE.lastIndex;
    } else if (text.charCodeAt(at) < 0x20) return undefined;
    else at += 1;
  }
  return undefined;
}

/** The tokens that may follow that one; `undefined` if it is illegal here. Updates `open`. */
function after(expected: ExpectedToken, kind: JsonToken['kind'], open: ('{' | '[')[]): ExpectedToken | undefined {
  if (expected.startsWith('value')) {
    if (kind === 'string' || kind === 'scalar') return closed(open);
    if (kind === '{' || kind === '[') {
      open.push(kind);
      return kind === '{' ? 'member name or }' : 'value or ]';
    }
  }
  if (expected.startsWith('member name') && kind === 'string') return 'colon';
  if (expected === 'colon' && kind === ':') return 'value';
  if (kind === ',' && expected.startsWith('comma')) return open.at(-1) === '{' ? 'member name' : 'value';
  if ((kind === ']' && expected.endsWith(']')) || (kind === '}' && expected.endsWith('}'))) {
    open.pop();
    return closed(open);
  }
  return undefined;
}

function closed(open: readonly string[]): ExpectedToken {
  if (open.length === 0) return 'end';
  return open.at(-1) === '{' ? 'comma or }' : 'comma or ]';
}

function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function placed(text: string, at: number, expected: ExpectedToken): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const found = at >= text.length ? 'the end of the text' : JSON.stringify(text.slice(at, at + 12));
  return `line ${line}, column ${column}: expected ${expected}, found ${found}`;
}
