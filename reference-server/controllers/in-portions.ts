import { inNextTurn } from '../store/next-turn.ts';

/** So many at a time: enough to keep a storage busy, few enough that requests are answered between. */
const PORTION = 64;

/** Does the same for each of many, a portion at a time; requests are answered between portions. Rejects with the first that fails. */
export async function inPortions<Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += PORTION) {
    await Promise.all(items.slice(from, from + PORTION).map(step));
    if (from + PORTION < items.length) await new Promise<void>((resolve) => inNextTurn(resolve));
  }
}
