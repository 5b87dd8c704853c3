import type { Kind } from '../../spec/surface/resources.ts';
import type { StrategyRegistry } from '../resources/strategy.ts';
import { CompactedError } from '../store/store.ts';
import { kindOfKey } from './object-key.ts';
import type { ObjectChange } from './stored-object.ts';

/** So many changes of most kinds are kept. */
const CHANGES = 100;

/**
 * How far back watches may begin where that is bounded for each kind: before the oldest of its last so many changes since the server
 * began, or just before the begin of the server while there is none.
 *
 * A worked example, of three changes kept: the server began at 4, pods changed at 5, 8, 9 and 12, secrets at 6. A watch of pods may begin
 * after 7, which tells 8, 9 and 12, or later; one of secrets after 5, and one of services, which never changed, after 3.
 */
export class WatchWindow {
  readonly #strategies: StrategyRegistry;
  /** Revisions of the last changes. */
  readonly #changes = new Map<Kind, number[]>();
  #begun = 0;

  constructor(strategies: StrategyRegistry) {
    this.#strategies = strategies;
  }

  see({ entry: { key, revision } }: ObjectChange): void {
    const kind = kindOfKey(key);
    let changes = this.#changes.get(kind);
    if (changes === undefined) this.#changes.set(kind, (changes = []));
    changes.push(revision);
    if (changes.length > this.#size(kind)) changes.shift();
  }

  /** What was there from the start is no change. */
  caughtUp(revision: number): void {
    this.#changes.clear();
    this.#begun = revision;
  }

  /** Throws `CompactedError` where a watch of that kind cannot begin after that revision. */
  requireAfter(kind: Kind, revision: number): void {
    if (this.#size(kind) === Number.POSITIVE_INFINITY) return;
    const [oldest = this.#begun] = this.#changes.get(kind) ?? [];
    const first = oldest - 1;
    if (revision < first) throw new CompactedError(revision, first);
  }

  #size(kind: Kind): number {
    return this.#strategies[kind].byKind?.watchedChanges ?? CHANGES;
  }
}
