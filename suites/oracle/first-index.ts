/** The first index whose element has a place at or after that position; the list is in order of those places. Its length where none has. */
export function firstIndexFrom<T>(list: readonly T[], position: number, placeOf: (element: T) => number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = list[middle];
    if (element !== undefined && placeOf(element) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
