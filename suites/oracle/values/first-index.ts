/**
 * The first index whose element's position is `position` or later. The list must be sorted by `placeOf`. Returns the
 * list's length if there is none.
 */
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
