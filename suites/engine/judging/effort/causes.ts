import type { Violated } from '../../../checks/finding.ts';
import type { Rule } from '../../../rules/rule.ts';
import { fingerprintOf } from './fingerprint.ts';

/**
 * How long counterexamples are shrunk, in milliseconds: the first cause of a rule, the second, and all further ones.
 */
const SHRINK_MS = [10_000, 3_000, 1_000];

/** After that many causes of a run, each further one is shrunk no longer than the second of its rule, or the third. */
const SHORTER_AFTER = [30, 100];

/** The shrinking budget of a counterexample, by its cause. */
export interface Claim {
  readonly isNew: boolean;
  readonly allowedMs: number;
}

/**
 * The causes of failures in a run. A cause is shrunk once, on the first operation that shows it. Other operations on
 * which the same rule fails in the same way report the original case.
 */
export class Causes {
  readonly #shrinkMs: number | undefined;
  readonly #known: Set<string>;
  readonly #ofRule = new Map<string, number>();
  #ofRun = 0;

  /**
   * `shrinkMs`: overrides how long each counterexample is shrunk. `stored`: fingerprints of which a baseline keeps
   * small cases.
   */
  constructor(shrinkMs?: number, stored: readonly string[] = []) {
    this.#shrinkMs = shrinkMs;
    this.#known = new Set(stored);
  }

  /**
   * Records a counterexample. Returns whether its cause is new, and its shrinking budget in milliseconds; 0 for a
   * known cause.
   */
  claim(rule: Pick<Rule, 'id'>, violation: Violated): Claim {
    const fingerprint = fingerprintOf(rule.id, violation);
    if (this.#known.has(fingerprint)) return { isNew: false, allowedMs: 0 };
    this.#known.add(fingerprint);
    const ofRule = this.#ofRule.get(rule.id) ?? 0;
    this.#ofRule.set(rule.id, ofRule + 1);
    const turn = SHORTER_AFTER.filter((many) => this.#ofRun >= many).length;
    this.#ofRun += 1;
    const place = Math.min(Math.max(ofRule, turn), SHRINK_MS.length - 1);
    return { isNew: true, allowedMs: this.#shrinkMs ?? SHRINK_MS[place] ?? 0 };
  }
}
