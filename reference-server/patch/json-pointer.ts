import { PatchError } from './patch-error.ts';

/** A place in a JSON value (RFC 6901). */
export interface Pointer {
  /** As written, for messages. */
  readonly text: string;
  /** Unescaped reference tokens; none for the whole value. */
  readonly tokens: readonly string[];
}

/** Parses `/a~1b/0` into the tokens `a/b` and `0`; the empty text is the whole value. Throws `PatchError`. */
export function parsePointer(text: string): Pointer {
  if (text === '') return { text, tokens: [] };
  if (!text.startsWith('/')) throw new PatchError('undecodable', `the path "${text}" must be empty or start with "/"`, text);
  return { text, tokens: text.slice(1).split('/').map((token) => unescaped(token, text)) };
}

function unescaped(token: string, text: string): string {
  if (!token.includes('~')) return token;
  if (/~(?![01])/.test(token)) throw new PatchError('undecodable', `"~" in the path "${text}" must be followed by 0 or 1`, text);
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether `inner` lies within what `outer` points to; a place is not within itself. */
export function isWithin(inner: Pointer, outer: Pointer): boolean {
  return inner.tokens.length > outer.tokens.length && outer.tokens.every((token, depth) => token === inner.tokens[depth]);
}

/** The index that a token is (RFC 6901: digits without leading zeros), or `undefined`. */
export function arrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d{0,9})$/.test(token) ? Number(token) : undefined;
}
