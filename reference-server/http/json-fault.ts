type Expectation = 'value' | 'value or ]' | 'member name' | 'member name or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end';

const TOKEN = /[ \t\n\r]*(?:([{}[\]:,])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.+-]))/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Says where a text stops being JSON, as line and column and what was expected there; the engines' own messages do not, or differ.
 * One pass, no recursion.
 */
export function jsonFault(text: string): string {
  const open: ('{' | '[')[] = [];
  let expected: Expectation = 'value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    const next: Expectation | undefined = token === null ? undefined : after(expected, token, open);
    if (next === undefined) return placed(text, at, expected);
    expected = next;
    at = TOKEN.lastIndex;
  }
}

/** What may follow once that token was read; `undefined` where it may not stand here. Keeps `open` up to date. */
function after(expected: Expectation, [, mark, string, scalar]: RegExpExecArray, open: ('{' | '[')[]): Expectation | undefined {
  if (expected.startsWith('value')) {
    if (string !== undefined || scalar !== undefined) return closed(open);
    if (mark === '{' || mark === '[') {
      open.push(mark);
      return mark === '{' ? 'member name or }' : 'value or ]';
    }
  }
  if (expected.startsWith('member name') && string !== undefined) return 'colon';
  if (expected === 'colon' && mark === ':') return 'value';
  if (mark === ',' && expected.startsWith('comma')) return open.at(-1) === '{' ? 'member name' : 'value';
  if ((mark === ']' && expected.endsWith(']')) || (mark === '}' && expected.endsWith('}'))) {
    open.pop();
    return closed(open);
  }
  return undefined;
}

function closed(open: readonly string[]): Expectation {
  if (open.length === 0) return 'end';
  return open.at(-1) === '{' ? 'comma or }' : 'comma or ]';
}

function placed(text: string, from: number, expected: Expectation): string {
  SPACE.lastIndex = from;
  SPACE.exec(text);
  const at = SPACE.lastIndex;
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const found = at >= text.length ? 'the end of the text' : JSON.stringify(text.slice(at, at + 12));
  return `line ${line}, column ${column}: expected ${expected}, found ${found}`;
}
