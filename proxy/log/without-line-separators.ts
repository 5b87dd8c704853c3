/** Line ends to some readers of lines, though not to JSON. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** JSON in which U+2028 and U+2029 are escaped, which can only stand in strings there. */
export function withoutLineSeparators(json: string): string {
  return json.includes('\u2028') || json.includes('\u2029') ? json.replace(LINE_SEPARATORS, escaped) : json;
}

function escaped(separator: string): string {
  return `\\u${separator.charCodeAt(0).toString(16)}`;
}
