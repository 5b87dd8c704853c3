/**
 * Lets readers wait until the watch has caught up with etcd's revision at the time of the read. Readers that arrive
 * during a request share the next one, because the current response may be older than the state they must see.
 *
 * A worked example: a reader arrives, and a request goes to etcd. Two more readers arrive and wait for the first
 * response. Then one request is sent for both.
 */
export class Freshness {
  readonly #ask: () => Promise<number>;
  #reached = 0;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<number> | undefined;
  #waiting: { readonly revision: number; readonly resume: () => void; readonly fail: (error: Error) => void }[] = [];

  /** @param ask resolves with etcd's current revision, never less than a revision seen before */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  /** Highest revision up to which the watch has delivered everything. */
  get reached(): number {
    return this.#reached;
  }

  /** Whether a reader waits for a revision that the watch has not delivered yet. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** The watch has delivered everything up to this revision. */
  seen(revision: number): void {
    this.#reached = revision;
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter((each) => each.revision <= revision);
    this.#waiting = this.#waiting.filter((each) => each.revision > revision);
    for (const { resume } of ready) resume();
  }

  /** Rejects all waiting readers. */
  giveUp(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { fail } of waiting) fail(error);
  }

  /**
   * Resolves when the watch has delivered everything that etcd held at the call. Rejects if etcd cannot be reached,
   * or after `giveUp`.
   */
  async reach(): Promise<void> {
    this.#next ??= this.#askAfter(this.#underWay);
    const revision = await this.#next;
    if (revision > this.#reached)
      await new Promise<void>((resume, fail) => this.#waiting.push({ revision, resume, fail }));
  }

  async #askAfter(previous: Promise<unknown>): Promise<number> {
    await previous;
    // Readers of this turn of the event loop share one request.
    await new Promise((resolve) => setImmediate(resolve));
    this.#next = undefined;
    const asked = this.#ask();
    this.#underWay = asked.catch(() => undefined);
    return asked;
  }
}
