import { append } from '../../shared/group-by.ts';
import type { KnownFault } from './known-faults.ts';

/** The probability, from 0 to 1, that a fault with known words of a rule's violations shows other words. */
export type Wording = (rule: string, shown: ReadonlySet<string>, measured: readonly string[] | undefined) => number;

/**
 * The log probability of words without anything in common with the measured ones, and of words if none were
 * measured.
 */
const FOREIGN = -3;
const UNMEASURED = -1;

/**
 * Compares words by the share that two violations of a rule have in common. A word weighs more the fewer known
 * faults of the rule show it; a word that none of them shows belongs to the generated case.
 */
export function wordingOf(known: readonly KnownFault[]): Wording {
  const weights = weightsOf(known);
  return (rule, shown, measured) => {
    if (measured === undefined) return Math.exp(UNMEASURED);
    const own = weights.get(rule) ?? new Map<string, number>();
    const weightOf = (words: readonly string[]): number =>
      words.reduce((total, word) => total + (own.get(word) ?? 0), 0);
    const missing = weightOf(measured.filter((word) => !shown.has(word)));
    const more = weightOf([...shown].filter((word) => !measured.includes(word)));
    const all = weightOf(measured) + more;
    return Math.exp(all === 0 ? 0 : (FOREIGN * (missing + more)) / all);
  };
}

/** By rule and word. */
function weightsOf(known: readonly KnownFault[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const shown = new Map<string, (readonly string[])[]>();
  for (const { symptoms } of known)
    for (const [rule, { words }] of Object.entries(symptoms)) if (words !== undefined) append(shown, rule, words);
  return new Map([...shown].map(([rule, all]) => [rule, rarity(all)]));
}

function rarity(all: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of all.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, Math.log((all.length + 1) / count)]));
}
