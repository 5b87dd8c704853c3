import type { Violated } from '../../checks/finding.ts';
import type { Rule } from '../../rules/rule.ts';
import { fingerprintOf } from './fingerprint.ts';

/** How long a counterexample is made smaller, in milliseconds: the first of a rule, the second, ..., the last for all other causes. */
const SHRINK_MS = [10_000, 3_000, 1_000];

/** What a cause is worth that a counterexample has. */
export interface Claim {
  readonly isNew: boolean;
  readonly allowedMs: number;
}

/**
 * The causes of failures that a run has met. A cause is shrunk once, on the operation where it showed first; other operations on which the
 * same rule fails in the same way bring the case as it was found.
 */
export class Causes {
  readonly #shrinkMs: number | undefined;
  readonly #known = new Set<string>();
  readonly #ofRule = new Map<string, number>();

  /** `shrinkMs`: how long each may be shrunk, where that is not left to this class. */
  constructor(shrinkMs?: number) {
    this.#shrinkMs = shrinkMs;
  }

  /** Takes note of a counterexample: whether its cause is new, and how long it may be made smaller, in milliseconds; no time where it is known. */
  claim(rule: Pick<Rule, 'id'>, violation: Violated): Claim {
    const fingerprint = fingerprintOf(rule.id, violation);
    if (this.#known.has(fingerprint)) return { isNew: false, allowedMs: 0 };
    this.#known.add(fingerprint);
    const earlier = this.#ofRule.get(rule.id) ?? 0;
    this.#ofRule.set(rule.id, earlier + 1);
    return { isNew: true, allowedMs: this.#shrinkMs ?? SHRINK_MS[Math.min(earlier, SHRINK_MS.length - 1)] ?? 0 };
  }
}
