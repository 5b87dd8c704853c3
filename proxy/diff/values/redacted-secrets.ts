import { decoded, tokenOf, tokensWithin } from '../../../shared/exchange-log/redaction-token.ts';
import type { Correspondence, Mismatch } from './correspondence.ts';

const EVERYWHERE = ['', ''] as const;

/**
 * The comparison of two texts of which at least one has a redacted secret; `as: 'other'` if they differ in more than
 * secrets.
 */
export type RedactedComparison =
  | { readonly as: 'same' | 'other' }
  | { readonly as: 'mismatch'; readonly mismatch: Mismatch };

/**
 * Compares texts with redacted secrets; `undefined` if neither has one. Each recording makes its tokens with a key
 * of its own, and a live server shows only tokens that it was sent. So the correspondence of tokens is learned and
 * must stay the same.
 *
 *     {"data":{"k":"<base64 of redacted-1>"}}   beside   {"data":{"k":"<base64 of redacted-7>"}}   learned: redacted-1 is redacted-7
 *     {"data":{"k":"<base64 of redacted-1>"}}   beside   {"data":{"k":"aHVzaA=="}}                 broken: it was redacted-7
 */
export function compareRedacted(
  expected: string,
  actual: string,
  correspondence: Correspondence,
  since: string,
): RedactedComparison | undefined {
  const [there, here] = [tokenOf(expected), tokenOf(actual)];
  const known = there ?? here;
  if (known !== undefined) {
    if (expected === '' || actual === '') return { as: 'other' };
    const meaning = (text: string): string => tokenOf(text)?.token ?? (known.encoded ? decoded(text) : text);
    return outcomeOf(correspondence.bind('secret', EVERYWHERE, meaning(expected), meaning(actual), since));
  }
  const [left, right] = [tokensWithin(expected), tokensWithin(actual)];
  if (left.tokens.length === 0 && right.tokens.length === 0) return undefined;
  const alike =
    left.around.length === right.around.length &&
    left.around.every((piece, index) => correspondence.translated(piece) === right.around[index]);
  if (!alike) return { as: 'other' };
  const mismatches = left.tokens.map((token, index) =>
    correspondence.bind('secret', EVERYWHERE, token, right.tokens[index] ?? '', since),
  );
  return outcomeOf(mismatches.find((mismatch) => mismatch !== undefined));
}

/** Learns which redacted secrets of two requests correspond; responses must show the same correspondence. */
export function learnSent(expected: string, actual: string, correspondence: Correspondence, since: string): void {
  const [there, here] = [tokensWithin(expected).tokens, tokensWithin(actual).tokens];
  if (there.length !== here.length) return;
  for (const [index, token] of there.entries())
    correspondence.bind('secret', EVERYWHERE, token, here[index] ?? '', since);
}

function outcomeOf(mismatch: Mismatch | undefined): RedactedComparison {
  return mismatch === undefined ? { as: 'same' } : { as: 'mismatch', mismatch };
}
