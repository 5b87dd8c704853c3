import type { Violation } from '../../../shared/verdict-log/verdict-log.ts';

type Sentences = Pick<Violation, 'expected' | 'actual'>;

/** On a fresh server, versions are as short as other values. */
const VERSION = /(?<="|[vV]ersion[ =])\d+/g;

/** Names, versions, times and uids have digits. A single digit and an HTTP status are values that a server decides. */
const OF_THE_RUN = /^(?!\d$|[1-5]\d\d$).*\d.*$/;

/**
 * Whether two violations of one case say the same, apart from the values of each run.
 *
 *     /spec/replicas 0, as POST /apis/.../plumbline-a-1-ns1/deployments shows it, and the same of plumbline-b-0-ns1   ->   true
 *     is refused, but 200; is refused, but 201                                                                       ->   false
 */
export function saysTheSame(one: Sentences, other: Sentences): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.size === others.size && [...words].every((word) => others.has(word));
}

function wordsOf({ expected, actual }: Sentences): ReadonlySet<string> {
  const words = `${expected} ${actual}`.replaceAll(VERSION, '#').split(/[\s,;"()/:=]+/);
  return new Set(words.map((word) => word.replace(OF_THE_RUN, '#')));
}
