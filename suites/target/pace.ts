import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces requests evenly: at most `qps` a second, without bursts. */
export class Pace {
  readonly #gapMs: number;
  #free = 0;

  constructor(qps: number) {
    this.#gapMs = 1000 / qps;
  }

  /** Resolves when the caller may send; callers are served in order. */
  async turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#free);
    this.#free = at + this.#gapMs;
    if (at > now) await sleep(at - now);
  }
}
