import type { LoggedExchange } from '../../log/logged-exchange.ts';
import type { LiveExchange } from '../sending/live-exchange.ts';

/**
 * Keeps a watch open after the last response as long as its client did, up to a limit: by then it has delivered what
 * that response shows, so that an event which is absent is lost, not late.
 */
export class LateEvents {
  readonly #limitMs: number;
  /** When the last response was complete: in the recording, and here. */
  #recordedT = Number.NEGATIVE_INFINITY;
  #liveT = Number.NEGATIVE_INFINITY;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Notes that a response is complete. */
  responded({ end, request }: LoggedExchange): void {
    this.#recordedT = (end ?? request).t;
    this.#liveT = performance.now();
  }

  /** Resolves when the client may leave the watch, or when the watch ends. */
  async beforeLeaving({ end, request }: LoggedExchange, watch: LiveExchange): Promise<void> {
    const recordedMs = (end ?? request).t - this.#recordedT;
    if (recordedMs < this.#limitMs) return;
    const stayMs = this.#limitMs * 1.1 - (performance.now() - this.#liveT);
    if (stayMs > 0) await watch.until(() => watch.over, stayMs);
  }
}
