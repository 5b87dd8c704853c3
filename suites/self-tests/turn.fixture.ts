/**
 * The number in the environment variable `TEST_TURN`, which the CI job sets to the day: tests that prove the same of many
 * servers then take a third of them, others with the next number. Without it they take all.
 */
const TURN = process.env['TEST_TURN'] === undefined ? undefined : Number(process.env['TEST_TURN']);
const PARTS = 3;

/** The cases whose turn it is. */
export function whoseTurnItIs<T>(cases: readonly T[]): readonly T[] {
  return TURN === undefined ? cases : cases.filter((_, index) => index % PARTS === TURN % PARTS);
}

/** Of each group one case, another one each time that the turn comes back to it, and of these those whose turn it is. */
export function oneOfEachInTurn<T>(groups: Iterable<readonly T[]>): readonly T[] {
  const all = [...groups];
  if (TURN === undefined) return all.flat();
  const round = Math.floor(TURN / PARTS);
  return whoseTurnItIs(all).flatMap((group) => group[round % group.length] ?? []);
}
