/** The beginning of an escaped half of a surrogate pair, in JSON or YAML. */
const ESCAPE = /\\[uU]/;

/**
 * The value of a text with well-formed strings: half of a surrogate pair, which a body can escape and UTF-8 lacks,
 * becomes the replacement character. Stored unchanged, each media type would show another value, and few parsers
 * could read the YAML.
 *
 *     {"a":"x\ud800"}  ->  {"a":"x\ufffd"}
 */
export function wellFormed(value: unknown, text: string): unknown {
  return ESCAPE.test(text) ? withWholeCharacters(value) : value;
}

/** A surrogate and the escape after it, or any other escape. */
const ESCAPES = /\\u(d[89a-f][\da-f]{2})(?:\\u([\da-f]{4}))?|\\./gis;

/**
 * A JSON text with whole characters, as the decoder of that era reads it: a surrogate takes the escape after it, and
 * the two are the replacement character if they are no pair. `undefined` if no escape follows one.
 *
 *     "\ud83e\udd84" -> "\ud83e\udd84"    "\udc00\u0041" -> "\ufffd"    "\ud800x" -> undefined
 */
export function withPairedEscapes(text: string): string | undefined {
  let isBroken = false;
  const paired = text.replace(ESCAPES, (escape, first?: string, second?: string) => {
    if (first === undefined) return escape;
    if (second === undefined) isBroken = true;
    return /^d[89ab]/i.test(first) && /^d[c-f]/i.test(second ?? '') ? escape : String.raw`\ufffd`;
  });
  return isBroken ? undefined : paired;
}

function withWholeCharacters(value: unknown): unknown {
  if (typeof value === 'string') return wholeCharacters(value);
  if (Array.isArray(value)) return value.map(withWholeCharacters);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [wholeCharacters(name), withWholeCharacters(inner)]),
  );
}

function wholeCharacters(text: string): string {
  return Buffer.from(text).toString();
}
