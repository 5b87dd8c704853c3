/**
 * Lets readers wait until what follows an etcd has come as far as the etcd was when they asked. All who ask while a question is under way
 * share the next one: the answer to that which is under way may be older than what they must see.
 *
 * A worked example: a reader asks, and the etcd is asked; two more come and wait for the first answer; then one question is asked for both.
 */
export class Freshness {
  readonly #ask: () => Promise<number>;
  #reached = 0;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<number> | undefined;
  #waiting: { readonly revision: number; readonly resume: () => void; readonly fail: (error: Error) => void }[] = [];

  /** @param ask how far the etcd is; never less than what anybody has seen of it before */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  /** Up to which revision everything was seen. */
  get reached(): number {
    return this.#reached;
  }

  /** Whether anybody waits for what has not been seen yet. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Everything up to that revision has been seen. */
  seen(revision: number): void {
    this.#reached = revision;
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter((each) => each.revision <= revision);
    this.#waiting = this.#waiting.filter((each) => each.revision > revision);
    for (const { resume } of ready) resume();
  }

  /** Tells whoever waits that it is in vain. */
  giveUp(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { fail } of waiting) fail(error);
  }

  /** Resolves when everything is seen that was there at the call. Rejects when the etcd cannot be asked, or when it is given up. */
  async reach(): Promise<void> {
    this.#next ??= this.#askAfter(this.#underWay);
    const revision = await this.#next;
    if (revision > this.#reached)
      await new Promise<void>((resume, fail) => this.#waiting.push({ revision, resume, fail }));
  }

  async #askAfter(previous: Promise<unknown>): Promise<number> {
    await previous;
    // Whoever has come in this turn of the event loop asks together.
    await new Promise((resolve) => setImmediate(resolve));
    this.#next = undefined;
    const asked = this.#ask();
    this.#underWay = asked.catch(() => undefined);
    return asked;
  }
}
