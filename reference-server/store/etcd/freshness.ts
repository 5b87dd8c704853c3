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
  #waiting: { readonly revision: number; readonly resume: () => void }[] = [];

  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  /** Up to which revision everything was seen. */
  get reached(): number {
    return this.#reached;
  }

  /** Everything up to that revision has been seen. */
  seen(revision: number): void {
    this.#reached = revision;
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter((each) => each.revision <= revision);
    this.#waiting = this.#waiting.filter((each) => each.revision > revision);
    for (const { resume } of ready) resume();
  }

  /** Resolves when everything is seen that was there at the call. Rejects when the etcd cannot be asked. */
  async reach(): Promise<void> {
    this.#next ??= this.#askAfter(this.#underWay);
    const revision = await this.#next;
    if (revision > this.#reached) await new Promise<void>((resume) => this.#waiting.push({ revision, resume }));
  }

  async #askAfter(previous: Promise<unknown>): Promise<number> {
    await previous;
    this.#next = undefined;
    const asked = this.#ask();
    this.#underWay = asked.catch(() => undefined);
    return asked;
  }
}
