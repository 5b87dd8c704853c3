import { BodySyntaxError } from './body-syntax-error.ts';
import { jsonFault } from './json-fault.ts';
import { wellFormed } from './well-formed.ts';

/** Deeper nesting is refused: no type of the document nests nearly as deep, and walks over values are recursive. */
const DEEPEST = 400;
/** Members and elements of one text: more than any real object has, few enough to be walked several times. */
const MOST_MEMBERS = 100_000;

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** The value of a JSON text. Throws `BodySyntaxError` with line and column. */
export function parseJson(text: string): unknown {
  // Each level takes at least two characters, so a shorter text cannot be too deep.
  if (text.length > 2 * DEEPEST) requireModest(text);
  try {
    return wellFormed(JSON.parse(text), text);
  } catch {
    throw new BodySyntaxError(`not JSON: ${jsonFault(text)}`);
  }
}

/** One pass over the text, without the content of strings. */
function requireModest(text: string): void {
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth += 1;
      if (depth > DEEPEST) throw new BodySyntaxError(`nested more than ${DEEPEST} levels deep`);
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1;
    else if (character === COMMA) {
      commas += 1;
      if (commas > MOST_MEMBERS)
        throw new BodySyntaxError(`too large: it has more than ${MOST_MEMBERS} members and elements`);
    }
  }
}

/** Index of the quote that closes the string opened at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
