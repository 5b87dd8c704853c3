/**
 * The order of a merged list in the real system, by the keys of its elements. Elements of the patch keep the patch's
 * order; the others keep theirs. One of the others precedes an element of the patch only if it preceded that element
 * in the old list.
 *
 *     [c, d] with [d, n]     ->  [c, d, n]
 *     [a, x, b] with [b, a]  ->  [x, b, a]
 */
export function mergedOrder(old: readonly string[], patch: readonly string[]): string[] {
  const others = old.filter((key) => !patch.includes(key));
  const order: string[] = [];
  for (const key of patch) {
    const place = old.indexOf(key);
    while (others[0] !== undefined && old.indexOf(others[0]) < place) order.push(...others.splice(0, 1));
    order.push(key);
  }
  return [...order, ...others];
}
