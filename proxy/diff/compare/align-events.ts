/** Pairs of matching elements of two sequences, in order; an absent index means that only one side has the element. */
export type Alignment = readonly (readonly [expected: number | undefined, actual: number | undefined])[];

/** Beyond this many cells the sequences are aligned by position. */
const MOST_CELLS = 250_000;
const GAP = 2;

/**
 * The cheapest alignment by edit distance: a pair costs `cost` (0 for a match, up to 4), and an unpaired element
 * costs 2:
 *
 *     expected ADDED 1, MODIFIED 2, MODIFIED 3, DELETED
 *     actual   ADDED 1, MODIFIED 3, DELETED              ->  MODIFIED 2 is unpaired, the others fit
 */
export function align(expected: number, actual: number, cost: (expected: number, actual: number) => number): Alignment {
  const head = sharedLength(Math.min(expected, actual), (index) => cost(index, index) === 0);
  const tail = sharedLength(
    Math.min(expected, actual) - head,
    (index) => cost(expected - 1 - index, actual - 1 - index) === 0,
  );
  const middle = alignAll(expected - head - tail, actual - head - tail, (one, other) => cost(one + head, other + head));
  const paired = (length: number, one: number, other: number): [number, number][] =>
    Array.from({ length }, (_, index) => [one + index, other + index]);
  return [
    ...paired(head, 0, 0),
    ...middle.map(([one, other]): Alignment[number] => [
      one === undefined ? undefined : one + head,
      other === undefined ? undefined : other + head,
    ]),
    ...paired(tail, expected - tail, actual - tail),
  ];
}

/** The number of matching elements from one end: only the rest needs aligning. */
function sharedLength(most: number, fits: (index: number) => boolean): number {
  let length = 0;
  while (length < most && fits(length)) length += 1;
  return length;
}

function alignAll(expected: number, actual: number, cost: (expected: number, actual: number) => number): Alignment {
  if (expected * actual > MOST_CELLS) return byPosition(expected, actual);
  const width = actual + 1;
  const costs = new Float64Array((expected + 1) * width);
  const at = (row: number, column: number): number => costs[row * width + column] ?? 0;
  for (let row = 0; row <= expected; row += 1) {
    for (let column = 0; column <= actual; column += 1) {
      if (row === 0 || column === 0) costs[row * width + column] = GAP * (row + column);
      else {
        const paired = at(row - 1, column - 1) + cost(row - 1, column - 1);
        costs[row * width + column] = Math.min(paired, at(row - 1, column) + GAP, at(row, column - 1) + GAP);
      }
    }
  }
  return walkBack(expected, actual, at, cost);
}

function walkBack(
  rows: number,
  columns: number,
  at: (row: number, column: number) => number,
  cost: (row: number, column: number) => number,
): Alignment {
  const pairs: [number | undefined, number | undefined][] = [];
  let row = rows;
  let column = columns;
  while (row > 0 || column > 0) {
    if (row > 0 && column > 0 && at(row, column) === at(row - 1, column - 1) + cost(row - 1, column - 1)) {
      row -= 1;
      column -= 1;
      pairs.push([row, column]);
    } else if (column > 0 && (row === 0 || at(row, column) === at(row, column - 1) + GAP)) {
      column -= 1;
      pairs.push([undefined, column]);
    } else {
      row -= 1;
      pairs.push([row, undefined]);
    }
  }
  return pairs.reverse();
}

function byPosition(expected: number, actual: number): Alignment {
  return Array.from({ length: Math.max(expected, actual) }, (_, index) => [
    index < expected ? index : undefined,
    index < actual ? index : undefined,
  ]);
}
