import { cached } from '../../shared/cached.ts';
import type { Symptom } from '../../shared/verdict-log/kill-matrix.ts';
import type { CaseOnFault } from '../../shared/verdict-log/verdict-log.ts';
import type { RuleEvidence, OperationOutcome } from './evidence.ts';
import type { KnownFault } from './known-faults.ts';
import type { Wording } from './wording.ts';

/*
 * The figures below were chosen on the verdict logs of 60 servers with one fault and 53 with several (`pnpm diagnosis`
 * under the seeds 24 and 31); docs/diagnosis.md measures them on servers of another seed.
 */

/**
 * The log probability that a server has a certain known fault, and that it has an unknown bug that breaks a certain
 * rule.
 */
export const PRIOR = Math.log(1 / 500);
const PRIOR_WITHOUT_NAME = Math.log(1 / 5000);
/** The probability of an outcome that contradicts the known faults of the server. */
const ODD = 0.01;
/** The operations of one rule fail or hold together, so all of them count as this many independent ones. */
const OUTCOMES_OF_A_RULE = 2;
/** A rule fails alike on its operations, so all of them count as this many independent observations. */
const MANNER = 2;
/** The probability that a fault shows an unmeasured fingerprint. */
const OTHER_FINGERPRINT = 0.03;
const SAME_FINGERPRINT = 0.9;
/** The probability of a failure if its case fails alike on a server that has only this fault. */
const FAILS_ALIKE = 0.95;
/**
 * What the measured probability of a failure is worth if its case ended in another way there, or was sent to other
 * faults and not to this one, also because time ran out. Of 500 failing cases of servers with one fault, 94 % failed
 * alike on a second server with that fault; races and faults that depend on time did not.
 */
const NOT_ALIKE: Readonly<Record<Exclude<CaseOnFault, 'alike'> | 'untried', number>> = {
  otherwise: 0.04,
  holds: 0.02,
  untried: 0.25,
};
/** The least probability that a fault breaks a rule on an operation where its case fails alike. */
const PROVEN_RATE = 0.9;
/** The probability of a fingerprint if none of the fault is known. */
const ANY_FINGERPRINT = 0.3;
/** The probability that a fault breaks an unmeasured rule in a case that breaks a measured one. */
const BESIDE_ANOTHER = 0.005;
/**
 * The approximate number of rules. A fault that breaks many rules breaks others too, but less often than the measured
 * ones.
 */
const RULES = 360;
const LESS_OFTEN = 30;

/**
 * The log likelihood that a server with certain faults shows this evidence of a rule: the failing operations, and the
 * fingerprints and words. Each fault makes the rule fail on an operation with its measured probability. A failing rule
 * may also be due to an unknown bug, or to an unmeasured symptom of the faults.
 *
 * The search for causes tries many sets of faults, of which few were measured with the rule. So each likelihood is
 * computed once for the measured ones among them.
 */
export class Fit {
  readonly isFailing: boolean;
  readonly #evidence: RuleEvidence;
  readonly #wording: Wording;
  readonly #failed: readonly OperationOutcome[];
  /** The likelihood by a bug that is not measured, without that bug's probability. */
  readonly #anywhere: number;
  /** The faults on which a case of the rule fails alike. */
  readonly #alike: ReadonlySet<string>;
  readonly #beside = new Map<KnownFault, number>();
  readonly #none: MeasuredSet = { faults: [], more: new Map() };

  constructor(evidence: RuleEvidence, wording: Wording) {
    this.#evidence = evidence;
    this.#wording = wording;
    this.#failed = evidence.outcomes.filter(isFailed);
    this.isFailing = this.#failed.length > 0;
    this.#anywhere = anywhere(evidence.outcomes);
    this.#alike = new Set(
      [...evidence.onFaults.values()].flatMap((all) =>
        [...all].flatMap(([name, how]) => (how === 'alike' ? [name] : [])),
      ),
    );
  }

  /** Whether the fault is known to break the rule: measured before, or by a failing case of this report. */
  isMeasured({ name, symptoms }: KnownFault): boolean {
    return Object.hasOwn(symptoms, this.#evidence.rule) || this.#alike.has(name);
  }

  of(faults: readonly KnownFault[]): Fitted {
    return faults.reduce<Fitted>((fitted, fault) => this.with(fitted, fault), {
      measured: this.#none,
      beside: PRIOR_WITHOUT_NAME,
    });
  }

  /** The fit of these faults together with one more. */
  with({ measured, beside }: Fitted, fault: KnownFault): Fitted {
    if (!this.isMeasured(fault)) return { measured, beside: Math.max(beside, this.#besideOf(fault)) };
    const more = cached(measured.more, fault, () => ({ faults: [...measured.faults, fault], more: new Map() }));
    return { measured: more, beside };
  }

  likelihood({ measured, beside }: Fitted): number {
    if (!this.isFailing) return (measured.value ??= where(this.#evidence, measured.faults));
    const aside = beside + this.#anywhere + MANNER * Math.log(ANY_FINGERPRINT);
    if (measured.faults.length === 0) return aside;
    measured.value ??= where(this.#evidence, measured.faults) + MANNER * this.#mannerOf(measured.faults);
    return Math.max(aside, measured.value);
  }

  #mannerOf(faults: readonly KnownFault[]): number {
    return mean(this.#failed.map((outcome) => Math.log(mannerOf(outcome, faults, this.#evidence, this.#wording))));
  }

  #besideOf(fault: KnownFault): number {
    return cached(this.#beside, fault, () => Math.log(besideRate(fault, this.#evidence)));
  }
}

/** A set of faults, fitted to the evidence of one rule. */
export interface Fitted {
  readonly measured: MeasuredSet;
  /** The log probability that the rule fails by a bug that is not measured. */
  readonly beside: number;
}

/** The faults that were measured with a rule, in their order; with one more of them, a new one. */
interface MeasuredSet {
  readonly faults: readonly KnownFault[];
  readonly more: Map<KnownFault, MeasuredSet>;
  /** Their likelihood, once it is computed. */
  value?: number;
}

/** The likelihood of a rule that holds on one operation, without any fault. */
export function heldByChance(): number {
  return where({ rule: '', outcomes: [{ operation: '' }], also: new Set(), words: new Map(), onFaults: new Map() }, []);
}

/** The likelihood of the operations on which a rule fails and holds. */
function where(evidence: RuleEvidence, faults: readonly KnownFault[]): number {
  const logs = evidence.outcomes.map((outcome) => {
    const spared = faults.reduce((all, fault) => all * (1 - rateOf(fault, evidence, outcome)), 1 - ODD);
    return Math.log(Math.max(ODD, isFailed(outcome) ? 1 - spared : spared));
  });
  return OUTCOMES_OF_A_RULE * mean(logs);
}

/** The likelihood of these outcomes if no fault is known: the rule fails everywhere at the same rate. */
function anywhere(outcomes: readonly OperationOutcome[]): number {
  const rate = shareOfFailed(outcomes);
  return OUTCOMES_OF_A_RULE * mean(outcomes.map((outcome) => Math.log(isFailed(outcome) ? rate : 1 - rate)));
}

function shareOfFailed(outcomes: readonly OperationOutcome[]): number {
  return (outcomes.filter(isFailed).length + 0.5) / (outcomes.length + 1);
}

/** The probability of the fingerprint and the words of a failure, given the faults that make the rule fail. */
function mannerOf(
  outcome: OperationOutcome,
  faults: readonly KnownFault[],
  evidence: RuleEvidence,
  wording: Wording,
): number {
  const { rule, words } = evidence;
  const { fingerprint = '' } = outcome;
  const shown = words.get(fingerprint) ?? NO_WORDS;
  const weighed = faults.map((fault) => {
    const symptom = fault.symptoms[rule];
    const rate = rateOf(fault, evidence, outcome);
    const tried = triedOn(fault, evidence, outcome);
    const measured =
      symptom === undefined
        ? OTHER_FINGERPRINT
        : withFingerprint(symptom, fingerprint) * wording(rule, shown, symptom.words);
    const chance = tried === 'alike' ? FAILS_ALIKE : measured * (tried === undefined ? 1 : NOT_ALIKE[tried]);
    return { rate, chance: rate * chance };
  });
  const sum = (of: (one: { rate: number; chance: number }) => number): number =>
    weighed.reduce((total, one) => total + of(one), 0);
  return sum(({ chance: each }) => each) / sum(({ rate }) => rate);
}

/** How the case of a failure ended on a server that has only this fault; `undefined` if it was sent to no fault. */
function triedOn(
  { name }: KnownFault,
  { onFaults }: RuleEvidence,
  { fingerprint }: OperationOutcome,
): CaseOnFault | 'untried' | undefined {
  const all = fingerprint === undefined ? undefined : onFaults.get(fingerprint);
  return all === undefined || all.size === 0 ? undefined : (all.get(name) ?? 'untried');
}

const NO_WORDS: ReadonlySet<string> = new Set();

function isFailed({ fingerprint }: OperationOutcome): boolean {
  return fingerprint !== undefined;
}

/** The probability that a fault breaks a rule that did not fail when it was measured. */
function besideRate({ symptoms, breaks }: KnownFault, { rule, also }: RuleEvidence): number {
  const isBeside = breaks.has(rule) || [...also].some((other) => breaks.has(other));
  return Math.max(isBeside ? BESIDE_ANOTHER : 0, Object.keys(symptoms).length / RULES / LESS_OFTEN);
}

function mean(all: readonly number[]): number {
  return all.reduce((total, each) => total + each, 0) / all.length;
}

/** The probability that a failing rule has that fingerprint. */
export function withFingerprint({ fingerprints }: Symptom, fingerprint: string): number {
  if (fingerprints.length === 0) return ANY_FINGERPRINT;
  return fingerprints.includes(fingerprint) ? SAME_FINGERPRINT : OTHER_FINGERPRINT;
}

/** The search for causes needs each of these hundreds of times. */
const RATES = new WeakMap<Symptom, Map<string, number>>();

function rateOf(fault: KnownFault, evidence: RuleEvidence, outcome: OperationOutcome): number {
  const symptom = fault.symptoms[evidence.rule];
  const rate = symptom === undefined ? shareOfFailed(evidence.outcomes) : measuredRate(symptom, outcome);
  return outcome.alike?.has(fault.name) === true ? Math.max(PROVEN_RATE, rate) : rate;
}

function measuredRate(symptom: Symptom, { operation }: OperationOutcome): number {
  const known = cached(RATES, symptom, () => new Map());
  return cached(known, operation, () => failureRate(symptom, operation));
}

/**
 * The probability that the rule fails on that operation: the weighted share of the measured operations on which it
 * fails. The operation itself has the largest weight. Then come others with its verb or its resource, whichever
 * separates failures from passes best.
 */
export function failureRate(symptom: Symptom, operation: string): number {
  return rateBy(symptom, operation, nearnessFor(symptom));
}

type Nearness = readonly [verb: number, resource: number];

const BOTH: Nearness = [3, 3];
const NEARNESSES: readonly Nearness[] = [BOTH, [12, 0], [0, 12]];
const CHOSEN = new WeakMap<Symptom, Nearness>();

/** The nearness under which each measured outcome is the most likely, given the others. */
function nearnessFor(symptom: Symptom): Nearness {
  const known = CHOSEN.get(symptom);
  if (known !== undefined) return known;
  const fit = (nearness: Nearness): number =>
    [...symptom.failed, ...symptom.passed].reduce((total, operation) => {
      const without = (names: readonly string[]): string[] => names.filter((name) => name !== operation);
      const rate = rateBy({ failed: without(symptom.failed), passed: without(symptom.passed) }, operation, nearness);
      return total + Math.log(symptom.failed.includes(operation) ? rate : 1 - rate);
    }, 0);
  const [best = BOTH] = NEARNESSES.toSorted((a, b) => fit(b) - fit(a));
  CHOSEN.set(symptom, best);
  return best;
}

function rateBy({ failed, passed }: Pick<Symptom, 'failed' | 'passed'>, operation: string, by: Nearness): number {
  const near = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + nearness(name, operation, by), 0);
  const [fails, holds] = [near(failed), near(passed)];
  return (fails + 0.25) / (fails + holds + 0.5);
}

function nearness(one: string, other: string, [verbs, resources]: Nearness): number {
  if (one === other) return 30;
  const [[verb, resource], [otherVerb, otherResource]] = [one.split(' '), other.split(' ')];
  return 1 + (resource === otherResource ? resources : 0) + (verb === otherVerb ? verbs : 0);
}
