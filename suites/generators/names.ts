import { type Arbitrary, shuffledSubarray } from 'fast-check';

/** Name placeholders, some of which are prefixes of others, so a server that compares names loosely is caught. */
const NAMES = ['{{a}}', '{{ab}}', '{{a-b}}', '{{abc}}', '{{b}}'] as const;

/** This many distinct names. */
export function differentNames(count: number): Arbitrary<string[]> {
  return shuffledSubarray([...NAMES], { minLength: count, maxLength: count });
}
