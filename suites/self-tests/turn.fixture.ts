/**
 * The number in the environment variable `TEST_TURN`, which the CI job sets to the day: tests that prove the same of many
 * servers then take a fifth of them, others with the next number. Without it they take all.
 */
const TURN = process.env['TEST_TURN'] === undefined ? undefined : Number(process.env['TEST_TURN']);
if (TURN !== undefined && !Number.isInteger(TURN)) throw new RangeError('TEST_TURN is no whole number');
const PARTS = 5;

/** A fifth of the cases, at least one, or all of them. */
export function casesOfThisTurn<T>(cases: readonly T[]): readonly T[] {
  if (TURN === undefined) return cases;
  const parts = Math.min(PARTS, cases.length);
  return cases.filter((_, index) => index % parts === TURN % parts);
}

/** One case of a fifth of the groups, or all cases of all groups. A group's next turn has its next case. */
export function oneOfEachInTurn<T>(groups: Iterable<readonly T[]>): readonly T[] {
  const all = [...groups];
  if (TURN === undefined) return all.flat();
  const round = Math.floor(TURN / PARTS);
  return casesOfThisTurn(all).flatMap((group) => group[round % group.length] ?? []);
}
