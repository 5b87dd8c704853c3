import { constantFrom, shuffledSubarray } from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** Name holes of which some are prefixes of others, so that a server that compares names loosely is caught. */
export const NAMES = ['{{a}}', '{{ab}}', '{{a-b}}', '{{abc}}', '{{b}}'] as const;

/** One of a few names: programs of several steps meet the same object often. */
export function nameHole(): Arbitrary<string> {
  return constantFrom(...NAMES);
}

/** That many different names. */
export function differentNames(count: number): Arbitrary<string[]> {
  return shuffledSubarray([...NAMES], { minLength: count, maxLength: count });
}
