/**
 * A selector with its terms in order, for comparison: clients may write them in any order, as kubectl does.
 *
 *     b=2,a in (x,y)   ->   a in (x,y),b=2
 */
export function inTermOrder(selector: string): string {
  return selector
    .split(/,(?![^()]*\))/)
    .toSorted()
    .join(',');
}
