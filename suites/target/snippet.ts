/** Characters of a body that are enough to recognise it. */
const LONGEST = 200;

/** The beginning of a body in one line, for messages: `{"message":"out of order"}`, or `an empty body`. */
export function snippet(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return 'an empty body';
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}...`;
}
