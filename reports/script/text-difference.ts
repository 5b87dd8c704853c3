/** A text that one of two bodies has: `isExpected` if it is the reference server's. */
export interface TextDifference {
  readonly text: string;
  readonly isExpected: boolean;
}

/**
 * The first difference of two bodies that `grep` shows: a line of text that only one of them has, or a word, if they
 * are binary. The values of a run make no difference.
 */
export function textDifference(expected: string, actual: string): TextDifference | undefined {
  const [there, here] = [partsOf(expected), partsOf(actual)];
  const missing = there.find((part) => !actual.includes(part));
  if (missing !== undefined) return { text: missing, isExpected: true };
  const extra = here.find((part) => !expected.includes(part));
  return extra === undefined ? undefined : { text: extra, isExpected: false };
}

const PRINTABLE = /^[\t\n\r\u0020-\u007E\u00A0-\uFFFF]*$/;

function partsOf(text: string): string[] {
  const parts = PRINTABLE.test(text)
    ? text.split('\n').map((line) => line.replace(/^[-\s]+/, ''))
    : (text.match(/\$?[A-Za-z][A-Za-z_./-]{4,}/g) ?? []);
  return parts.filter((part) => part !== '' && !/<chosen>|<time>|\$ID|resourceVersion|'/.test(part));
}
