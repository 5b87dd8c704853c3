import type { Change } from '../store.ts';
import type { ChangeLog } from './change-log.ts';
import { Topic } from './topic.ts';

/**
 * The topics with watchers, by prefix. A write looks up the prefixes of its key, one per distinct length of a
 * watched prefix. Watchers of other prefixes therefore cost it nothing.
 *
 * A worked example, with watchers of `/pods/` and `/pods/a/`: a write to `/pods/a/x/` looks up `/pods/` and
 * `/pods/a/` (lengths 6 and 8) and wakes both. A write to `/jobs/a/x/` looks up `/jobs/` and `/jobs/a/` and wakes
 * none.
 */
export class Topics<Value> {
  readonly #log: ChangeLog<Value>;
  readonly #byPrefix = new Map<string, Topic<Value>>();
  /** Number of topics per prefix length. */
  readonly #lengths = new Map<number, number>();

  constructor(log: ChangeLog<Value>) {
    this.#log = log;
  }

  join(prefix: string): Topic<Value> {
    let topic = this.#byPrefix.get(prefix);
    if (topic === undefined) {
      topic = new Topic(prefix, this.#log);
      this.#byPrefix.set(prefix, topic);
      this.#lengths.set(prefix.length, (this.#lengths.get(prefix.length) ?? 0) + 1);
    }
    topic.members += 1;
    return topic;
  }

  leave(topic: Topic<Value>): void {
    topic.members -= 1;
    if (topic.members > 0) return;
    this.#byPrefix.delete(topic.prefix);
    const left = (this.#lengths.get(topic.prefix.length) ?? 1) - 1;
    if (left === 0) this.#lengths.delete(topic.prefix.length);
    else this.#lengths.set(topic.prefix.length, left);
  }

  announce(change: Change<Value>): void {
    const { key } = change.entry;
    for (const length of this.#lengths.keys()) {
      if (length <= key.length) this.#byPrefix.get(key.slice(0, length))?.announce(change);
    }
  }
}
