import { inNextTurn } from '../store/next-turn.ts';

/** Enough at a time to keep a storage busy, few enough to serve requests between. */
const PORTION = 64;

/** Processes many items, a portion at a time; requests are served between portions. Rejects with the first error. */
export async function inPortions<Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += PORTION) {
    await Promise.all(items.slice(from, from + PORTION).map(step));
    if (from + PORTION < items.length) await new Promise<void>((resolve) => inNextTurn(resolve));
  }
}
