/** Line ends for some readers, though not in JSON. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** JSON with U+2028 and U+2029 escaped, which occur only in strings. */
export function withoutLineSeparators(json: string): string {
  return json.includes('\u2028') || json.includes('\u2029') ? json.replace(LINE_SEPARATORS, escaped) : json;
}

function escaped(separator: string): string {
  return `\\u${separator.charCodeAt(0).toString(16)}`;
}
