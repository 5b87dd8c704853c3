/** Enough turns for every alternative, such as the three handlers of a probe. */
export const TURNS = [0, 1, 2] as const;

/** A state of an object: every member except those of one level (`spareObject`), with the values of one turn. */
export interface FullState {
  readonly turn: number;
  /** Absent for the full object. */
  readonly level?: number;
}

/**
 * The successive states of an object with that many levels, which begins as the full object of turn 0. Between them
 * each value that differs between turns changes, and each optional member goes while its parent stays: a level is
 * taken from the full object of the same turn, or after a level that keeps its neighbours. Turns that differ by three
 * have the same alternatives and other values.
 *
 *     3 levels, as turn-level: 3 3-2 3-0 0 0-1   2 1 4 4-2 4-0 1 1-1   3 2 5 5-2 5-0 2 2-1
 */
export function statesOf(count: number): readonly FullState[] {
  return TURNS.flatMap((turn): FullState[] => [
    ...(turn === 0 ? [] : [{ turn: turn + 1 }, { turn }]),
    { turn: turn + 3 },
    ...everySecond(count - 1).map((level) => ({ turn: turn + 3, level })),
    { turn },
    ...everySecond(count - 2).map((level) => ({ turn, level })),
  ]);
}

/** From `first` down to 0 or 1. */
function everySecond(first: number): readonly number[] {
  return first < 0 ? [] : [first, ...everySecond(first - 2)];
}
