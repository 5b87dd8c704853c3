import type { LiveExchange } from '../sending/live-exchange.ts';
import { Patience } from './patience.ts';

/** How long a watch may take to deliver a recorded event, unless this server proved to be faster. */
const PATIENCE_MS = 2000;
/** A vain wait for one watch shortens the next wait for the same watch by this factor. */
const SHRINK = 4;

/** The missing events of one watch after a vain wait. */
interface Debt {
  /** Events that are not waited for again. */
  events: number;
  /** Vain waits for this watch since it last delivered everything. */
  waits: number;
}

/** Waits for the events of watches, with the learned patience. */
export class WatchWaits {
  readonly #patience: Patience;
  /** For the end of watches that ended by themselves in the recording. */
  readonly #ends: Patience;
  readonly #debts = new Map<number, Debt>();

  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#patience = new Patience(Math.min(PATIENCE_MS, timeoutMs));
    this.#ends = new Patience(timeoutMs);
  }

  /** Resolves when the watch has delivered that many events, or has delivered none for a while. */
  async untilShown(watch: LiveExchange, events: number): Promise<void> {
    const debt = this.#debts.get(watch.id);
    if (watch.events >= events) return this.#settled(watch.id, debt);
    const due = events - (debt?.events ?? 0);
    if (
      watch.over ||
      (await this.#until(watch, () => watch.events >= due, this.#patience.ms / SHRINK ** (debt?.waits ?? 0)))
    )
      return;
    this.#debts.set(watch.id, { events: events - watch.events, waits: (debt?.waits ?? 0) + 1 });
  }

  /**
   * Resolves when a watch that its client is about to close satisfies `shows`, or after a vain wait. A watch with
   * missing events is not waited for.
   */
  async beforeLeaving(watch: LiveExchange, shows: () => boolean): Promise<void> {
    if (!this.#debts.has(watch.id)) await this.#until(watch, shows, this.#patience.ms);
  }

  /**
   * Resolves when a watch has a response, or after a vain wait: some servers send the head of a watch with its first
   * event.
   */
  async untilHead(watch: LiveExchange): Promise<void> {
    await this.#until(watch, () => watch.hasHead, this.#patience.ms);
  }

  /** Resolves at the end of a watch that took so many milliseconds in the recording, or after a vain wait. */
  async untilEnded(watch: LiveExchange, tookMs: number): Promise<void> {
    if (!(await watch.until(() => watch.over, tookMs + this.#ends.ms))) this.#ends.vain();
  }

  async #until(watch: LiveExchange, reached: () => boolean, withinMs: number): Promise<boolean> {
    if (reached()) return true;
    if (withinMs < 1) return false;
    const began = performance.now();
    let moved = began;
    let seen: number;
    do {
      seen = watch.events;
      moved = performance.now();
      await watch.until(() => reached() || watch.events > seen, withinMs);
    } while (!reached() && watch.events > seen && moved - began < this.#timeoutMs);
    if (reached()) this.#patience.served(performance.now() - moved);
    else if (!watch.over) this.#patience.vain();
    return reached();
  }

  #settled(id: number, debt: Debt | undefined): void {
    if (debt === undefined) return;
    this.#patience.late();
    this.#debts.delete(id);
  }
}
