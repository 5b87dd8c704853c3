import type { Change } from '../store.ts';
import type { ChangeLog } from './change-log.ts';

/**
 * The watchers of one prefix. They share what they read: watchers woken by one write ask for the same stretch of the log and get
 * the same array, so that work done for a batch (an encoded frame) can be shared as well.
 */
export class Topic<Value> {
  readonly prefix: string;
  readonly #log: ChangeLog<Value>;
  readonly #waiting = new Set<(revision: number) => void>();
  #last: { readonly after: number; readonly upTo: number; readonly changes: readonly Change<Value>[] } | undefined;
  /** How many watchers hold this topic. */
  members = 0;

  constructor(prefix: string, log: ChangeLog<Value>) {
    this.prefix = prefix;
    this.#log = log;
  }

  /** The changes under this prefix after one revision and up to another, both within the log. */
  between(after: number, upTo: number): readonly Change<Value>[] {
    if (this.#last?.after === after && this.#last.upTo === upTo) return this.#last.changes;
    const changes: Change<Value>[] = [];
    for (let revision = after + 1; revision <= upTo; revision += 1) {
      const change = this.#log.at(revision);
      if (change.entry.key.startsWith(this.prefix)) changes.push(change);
    }
    this.#last = { after, upTo, changes };
    return changes;
  }

  /** Calls back once, at the next change under this prefix, with its revision. */
  wait(wake: (revision: number) => void): void {
    this.#waiting.add(wake);
  }

  stopWaiting(wake: (revision: number) => void): void {
    this.#waiting.delete(wake);
  }

  /** A change under this prefix has been appended. */
  announce(revision: number): void {
    const woken = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of woken) wake(revision);
  }
}
