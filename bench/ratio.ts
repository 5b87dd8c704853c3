/** One figure beside another, measured in turn so that a drifting machine drifts for both. */
export interface MeasuredRatio {
  readonly name: string;
  readonly unit: string;
  /** Median of ours, of theirs, and of the pairwise ratios ours / theirs. */
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** Measures A B A B ..., one warm-up round first. */
export async function compare(
  name: string,
  unit: string,
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<MeasuredRatio> {
  await ours();
  await theirs();
  const pairs: { a: number; b: number }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ a: await ours(), b: await theirs() });
  return {
    name,
    unit,
    ours: median(pairs.map(({ a }) => a)),
    theirs: median(pairs.map(({ b }) => b)),
    ratio: median(pairs.map(({ a, b }) => a / b)),
  };
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
