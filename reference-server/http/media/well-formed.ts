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

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Whether a string in a JSON text has half of a surrogate pair. */
export function hasHalves(text: string): boolean {
  return SURROGATE_ESCAPE.test(text) && (text.match(JSON_STRINGS) ?? []).some((string) => !isWhole(string));
}

const JSON_STRINGS = /"(?:[^"\\]|\\.)*"/g;

/** Invalid JSON strings are refused elsewhere. */
function isWhole(string: string): boolean {
  try {
    const value = JSON.parse(string) as string;
    return wholeCharacters(value) === value;
  } catch {
    return true;
  }
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
