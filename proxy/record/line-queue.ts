import type { LineBytes } from './line-bytes.ts';

/** Makes a line, without its newline, as it is written. */
export type Line = (to: LineBytes) => void;

/** A place taken in the order of observation; the line that belongs there may come later. */
export interface QueueSlot {
  readonly n: number;
  /** Milliseconds since the log began. */
  readonly t: number;
  readonly exchange: number;
  line: Line | undefined;
}

/** How long lines wait for an earlier one that is still being made, such as a request whose body is still on its way. */
const PATIENCE_MS = 500;

/**
 * Lines on their way to the file, in the order in which their places were taken, which is the order in which things happened.
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

  /** Takes the lines that may be written at time `t`; all that are made, whatever they wait for, when `t` is infinite. */
  take(t: number): Line[] {
    const taken: Line[] = [];
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
