import { inNextTurn } from '../next-turn.ts';
import type { Change } from '../store.ts';
import type { ChangeLog } from './change-log.ts';

/** What a waiting watcher is told: the changes under its prefix after one revision and up to another. */
export interface News<Value> {
  readonly after: number;
  readonly upTo: number;
  readonly changes: readonly Change<Value>[];
}

/** `undefined`: the wait is over without news. */
export type Wake<Value> = (news: News<Value> | undefined) => void;

/**
 * The watchers of one prefix. They share what they read: watchers that wait get the same array, so that work done for a batch (an
 * encoded frame) can be shared as well. Changes of one turn of the event loop come together, so that many writers at once cost each
 * watcher one batch and not one for each of them.
 *
 * A worked example: changes 7 and 9 are of this prefix and come in one turn. At its end all who wait are told: after 6, up to 9, both.
 */
export class Topic<Value> {
  readonly prefix: string;
  readonly #log: ChangeLog<Value>;
  #waiting: Set<Wake<Value>> = new Set();
  #pending: Change<Value>[] = [];
  #last: News<Value> | undefined;
  /** How many watchers hold this topic. */
  members = 0;

  constructor(prefix: string, log: ChangeLog<Value>) {
    this.prefix = prefix;
    this.#log = log;
  }

  /** The changes under this prefix after one revision and up to another, both within the log. */
  between(after: number, upTo: number): readonly Change<Value>[] {
    if (this.#last?.after === after && this.#last.upTo === upTo) return this.#last.changes;
    const changes = this.#log.between(after, upTo).filter(({ entry }) => entry.key.startsWith(this.prefix));
    this.#last = { after, upTo, changes };
    return changes;
  }

  /** Calls back once, when there are news. */
  wait(wake: Wake<Value>): void {
    this.#waiting.add(wake);
  }

  stopWaiting(wake: Wake<Value>): void {
    this.#waiting.delete(wake);
  }

  /** A change under this prefix has been appended. */
  announce(change: Change<Value>): void {
    if (this.#waiting.size === 0) return;
    if (this.#pending.push(change) === 1) inNextTurn(() => this.#tell());
  }

  #tell(): void {
    const changes = this.#pending;
    const woken = this.#waiting;
    this.#pending = [];
    this.#waiting = new Set();
    const news = { after: (changes[0]?.entry.revision ?? 0) - 1, upTo: this.#log.latest, changes };
    for (const wake of woken) wake(news);
  }
}
