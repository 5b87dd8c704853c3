/** A JSON pointer (RFC 6901) for a path of member names and list indexes. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${escapeStep(String(step))}`).join('');
}

/** Escapes one step of a pointer. */
export function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Parses a JSON pointer into a path; `undefined` if the text is invalid. */
export function pathOf(text: string): string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
