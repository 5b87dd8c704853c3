/**
 * The number in the environment variable `TEST_TURN`, which the CI job sets to the day: tests that prove the same of many
 * servers then take a fifth of them, others with the next number. Without it they take all.
 */
const TURN = process.env['TEST_TURN'] === undefined ? undefined : Number(process.env['TEST_TURN']);
if (TURN !== undefined && !Number.isInteger(TURN)) throw new RangeError('TEST_TURN is no whole number');
const PARTS = 5;

/** A fifth of the cases, or all of them. */
export function casesOfThisTurn<T>(cases: readonly T[]): readonly T[] {
  return TURN === undefined ? cases : cases.filter((_, index) => index % PARTS === TURN % PARTS);
}

/** One case of a fifth of the groups, or all cases of all groups. A group's next turn has its next case. */
export function oneOfEachInTurn<T>(groups: Iterable<readonly T[]>): readonly T[] {
  const all = [...groups];
  if (TURN === undefined) return all.flat();
  const round = Math.floor(TURN / PARTS);
  return casesOfThisTurn(all).flatMap((group) => group[round % group.length] ?? []);
}
