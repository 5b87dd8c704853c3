import type { Kind } from '../../spec/surface/resources.ts';
import type { StrategyRegistry } from '../resources/strategy.ts';
import { CompactedError } from '../store/store.ts';
import { kindOfKey } from './object-key.ts';
import type { ObjectChange } from './stored-object.ts';

/** Number of changes kept for most kinds. */
const CHANGES = 100;

/**
 * Limits per kind how far back a watch may begin: before the oldest kept change since the server started. If the
 * kind has not changed, a watch may begin just before the start of the server.
 *
 * A worked example, with three changes kept: the server started at 4, pods changed at 5, 8, 9 and 12, secrets at 6.
 * A watch of pods may begin after 7, which delivers 8, 9 and 12, or later. A watch of secrets may begin after 5, and
 * a watch of services, which never changed, after 3.
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

  /** Objects that existed at the start count as no change. */
  caughtUp(revision: number): void {
    this.#changes.clear();
    this.#begun = revision;
  }

  /** Throws `CompactedError` if a watch of the kind cannot begin after this revision. */
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
