/** A JSON pointer (RFC 6901) to a path of member names and list indexes. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${escapeStep(String(step))}`).join('');
}

/** One step as pointers write it. */
export function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The path that a JSON pointer names; `undefined` where the text is none. */
export function pathOf(text: string): string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
