import type { LineBytes } from './line-bytes.ts';

/** Writes a line without its newline. */
export type WriteLine = (to: LineBytes) => void;

/** A position in the order of observation; its line may come later. */
export interface QueueSlot {
  readonly n: number;
  /** Milliseconds since the log began. */
  readonly t: number;
  readonly exchange: number;
  line: WriteLine | undefined;
}

/** How long lines wait for an earlier line that is still incomplete, such as a request whose body is still arriving. */
const PATIENCE_MS = 500;

/**
 * Lines on their way to the file, in the order of their positions, which is the order of observation.
 *
 *     places taken: request 1 (body still arriving), request 2, response 2
 *     -> all three wait for request 1; after half a second of that, request 2 and response 2 go ahead, and request 1, which keeps its
 *        `n`, follows when it is whole. Lines of exchange 1 never go before their request.
 */
export class LineQueue {
  #places: QueueSlot[] = [];

  push(place: QueueSlot): void {
    this.#places.push(place);
  }

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** Takes the lines that may be written at time `t`; all complete lines if `t` is infinite. */
  take(t: number): WriteLine[] {
    const taken: WriteLine[] = [];
    const waiting: QueueSlot[] = [];
    let behind: Set<number> | undefined;
    let index = 0;
    for (; index < this.#places.length; index += 1) {
      const place = this.#places[index];
      if (place === undefined) break;
      if (place.line !== undefined && behind?.has(place.exchange) !== true) taken.push(place.line);
      else if (t - place.t >= PATIENCE_MS || place.line !== undefined) {
        waiting.push(place);
        behind = (behind ?? new Set<number>()).add(place.exchange);
      } else break;
    }
    this.#places = index === this.#places.length ? waiting : [...waiting, ...this.#places.slice(index)];
    return taken;
  }
}
