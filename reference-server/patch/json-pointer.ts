import type { DialectChoices } from '../../spec/dialects/index.ts';
import { PatchError } from './patch-error.ts';

/** A place in a JSON value (RFC 6901). */
export interface Pointer {
  /** The pointer as the client wrote it, for messages. */
  readonly text: string;
  /** Unescaped reference tokens; none for the whole value. */
  readonly tokens: readonly string[];
}

/** How the dialect reads the paths of a JSON patch. */
export type JsonPointers = DialectChoices['patch.json-pointers'];

/**
 * Parses `/a~1b/0` into the tokens `a/b` and `0`; the empty text is the whole value. In some dialects text before
 * the first slash is ignored, and a text without a slash is the whole value. Throws `PatchError`.
 */
export function parsePointer(text: string, pointers: JsonPointers): Pointer {
  const slash = text.indexOf('/');
  if (text !== '' && slash !== 0 && pointers === 'rfc-6901')
    throw new PatchError('undecodable', `the path "${text}" must be empty or start with "/"`, text);
  if (slash < 0) return { text, tokens: [] };
  return {
    text,
    tokens: text
      .slice(slash + 1)
      .split('/')
      .map((token) => unescaped(token, text)),
  };
}

function unescaped(token: string, text: string): string {
  if (!token.includes('~')) return token;
  if (/~(?![01])/.test(token))
    throw new PatchError('undecodable', `"~" in the path "${text}" must be followed by 0 or 1`, text);
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether `inner` lies within the place of `outer`; a place is not within itself. */
export function isWithin(inner: Pointer, outer: Pointer): boolean {
  return (
    inner.tokens.length > outer.tokens.length && outer.tokens.every((token, depth) => token === inner.tokens[depth])
  );
}

const INDEX: Readonly<Record<JsonPointers, RegExp>> = { 'rfc-6901': /^(?:0|[1-9]\d{0,9})$/, lax: /^\+?\d{1,10}$/ };

/**
 * The list index of a token (RFC 6901: digits without leading zeros; in some dialects with them, and with a plus),
 * or `undefined`.
 */
export function arrayIndex(token: string, pointers: JsonPointers): number | undefined {
  return INDEX[pointers].test(token) ? Number(token) : undefined;
}
