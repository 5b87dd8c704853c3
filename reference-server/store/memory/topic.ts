import { inNextTurn } from '../next-turn.ts';
import type { Change } from '../store.ts';
import type { ChangeLog } from './change-log.ts';

/** Delivered to a waiting watcher: the changes under its prefix in the interval (after, upTo]. */
export interface News<Value> {
  readonly after: number;
  readonly upTo: number;
  readonly changes: readonly Change<Value>[];
}

/** Called with `undefined` if the wait ends without news. */
export type Wake<Value> = (news: News<Value> | undefined) => void;

/**
 * The watchers of one prefix. Waiting watchers get the same array, so work per batch, such as an encoded frame, can
 * be shared too. Changes of one turn of the event loop are delivered together. Many concurrent writes then cost each
 * watcher one batch instead of one per write.
 *
 * A worked example: changes 7 and 9 have this prefix and come in one turn. At its end all waiting watchers get both,
 * with `after` 6 and `upTo` 9.
 */
export class Topic<Value> {
  readonly prefix: string;
  readonly #log: ChangeLog<Value>;
  #waiting: Set<Wake<Value>> = new Set();
  #pending: Change<Value>[] = [];
  #last: News<Value> | undefined;
  /** Number of watchers of this topic. */
  members = 0;

  constructor(prefix: string, log: ChangeLog<Value>) {
    this.prefix = prefix;
    this.#log = log;
  }

  /** The changes under this prefix in the interval (after, upTo], which must be within the log. */
  between(after: number, upTo: number): readonly Change<Value>[] {
    if (this.#last?.after === after && this.#last.upTo === upTo) return this.#last.changes;
    const changes = this.#log.between(after, upTo).filter(({ entry }) => entry.key.startsWith(this.prefix));
    this.#last = { after, upTo, changes };
    return changes;
  }

  /** Calls back once, at the next news. */
  wait(wake: Wake<Value>): void {
    this.#waiting.add(wake);
  }

  stopWaiting(wake: Wake<Value>): void {
    this.#waiting.delete(wake);
  }

  /** Call after a change under this prefix is appended. */
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
