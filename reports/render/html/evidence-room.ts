import type { Markup } from '../../../shared/page/markup.ts';

/**
 * Limits the evidence on a page. A run on a bad server has thousands of failures; a page with all their exchanges
 * would be too large to open, and `report.json` has them all.
 */
export class EvidenceRoom {
  /** Characters of markup. */
  #left = 3_000_000;

  /** The evidence, if it still fits. */
  take(make: () => Markup): Markup | undefined {
    if (this.#left <= 0) return undefined;
    const made = make();
    this.#left -= made.html.length;
    return made;
  }
}
