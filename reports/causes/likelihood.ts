import type { Symptom } from '../../shared/verdict-log/kill-matrix.ts';
import type { Evidence, Outcome } from './evidence.ts';
import type { KnownFault } from './known-faults.ts';
import type { Wording } from './wording.ts';

/** The logarithm of the probability that a server has a certain bug: a known fault, or one without a name that breaks a certain rule. */
export const PRIOR = Math.log(1 / 500);
/** The probability that a rule fails on an operation, or holds, against all that is known of the faults of the server. */
const ODD = 0.01;
/** The operations of one rule fail or hold together, so all of them say as much as so many that are independent. */
const OUTCOMES_OF_A_RULE = 3;
/** The probability that a fault shows with a fingerprint that it was not seen with, and with one that it was. */
const OTHER_FINGERPRINT = 0.03;
const SAME_FINGERPRINT = 0.9;
/** The same, if no fingerprint of the fault is known. */
const ANY_FINGERPRINT = 0.3;
/** The probability that a fault makes a rule fail which it was not seen to break, if the case breaks one that it was seen to break. */
const BESIDE_ANOTHER = 0.2;
/** Rules that the suite has, about: a fault that breaks many of them breaks others by and by. */
const RULES = 360;

/**
 * How likely it is, as a logarithm, that a server with exactly these faults shows this of a rule. Each fault makes the rule fail on an operation
 * with the probability with which it was measured to. A rule that fails may also do so for a bug without a name, or by a side of the faults that
 * was not measured.
 */
export function likelihood(evidence: Evidence, faults: readonly KnownFault[], wording: Wording): number {
  const { outcomes } = evidence;
  const chances = faults.map((fault) => chancesOf(fault, evidence, wording));
  const measured = outcomes.map(({ fingerprint }, index) => {
    const spared = chances.reduce((product, each) => product * (1 - (each[index] ?? 0)), 1 - ODD);
    return Math.log(Math.max(ODD, fingerprint === undefined ? spared : 1 - spared));
  });
  const explained = mean(measured) * OUTCOMES_OF_A_RULE;
  if (outcomes.every(({ fingerprint }) => fingerprint === undefined)) return explained;
  const others = faults.filter(({ symptoms }) => !Object.hasOwn(symptoms, evidence.rule));
  const rates = others.map((fault) => Math.log(besideRate(fault, evidence)));
  const aside = Math.max(PRIOR, ...rates) + unmeasured(outcomes);
  return others.length === faults.length ? aside : Math.max(explained, aside);
}

/** The likelihood of outcomes that nothing is known of beforehand: the rule fails on a share of the operations, in some way. */
function unmeasured(outcomes: readonly Outcome[]): number {
  const failed = outcomes.filter(({ fingerprint }) => fingerprint !== undefined).length;
  const rate = (failed + 0.5) / (outcomes.length + 1);
  const share = failed / outcomes.length;
  return OUTCOMES_OF_A_RULE * (share * Math.log(rate * ANY_FINGERPRINT) + (1 - share) * Math.log(1 - rate));
}

/** The probability that a fault breaks a rule which was not seen to fail for it when it was measured. */
function besideRate({ symptoms, breaks }: KnownFault, { rule, also }: Evidence): number {
  const isBeside = breaks.has(rule) || [...also].some((other) => breaks.has(other));
  return Math.max(isBeside ? BESIDE_ANOTHER : 0, Object.keys(symptoms).length / RULES / 3);
}

function mean(all: readonly number[]): number {
  return all.reduce((total, each) => total + each, 0) / all.length;
}

/** The search for causes asks for each of these hundreds of times. */
const CHANCES = new WeakMap<Evidence, Map<KnownFault, readonly number[]>>();

function chancesOf(fault: KnownFault, evidence: Evidence, wording: Wording): readonly number[] {
  const known = CHANCES.get(evidence) ?? new Map<KnownFault, readonly number[]>();
  CHANCES.set(evidence, known);
  const chances = known.get(fault) ?? evidence.outcomes.map((outcome) => chanceOf(fault, evidence, outcome, wording));
  known.set(fault, chances);
  return chances;
}

function chanceOf({ symptoms }: KnownFault, { rule, words }: Evidence, outcome: Outcome, wording: Wording): number {
  const symptom = symptoms[rule];
  if (symptom === undefined) return 0;
  return chance(symptom, outcome) * (outcome.fingerprint === undefined ? 1 : wording(rule, words, symptom.words));
}

/** The probability that a rule fails on the operation of the outcome, and with its fingerprint if it failed there. */
export function chance(symptom: Symptom, { operation, fingerprint }: Outcome): number {
  const fails = failureRate(symptom, operation);
  return fingerprint === undefined ? fails : fails * withFingerprint(symptom, fingerprint);
}

function withFingerprint({ fingerprints }: Symptom, fingerprint: string): number {
  if (fingerprints.length === 0) return ANY_FINGERPRINT;
  return fingerprints.includes(fingerprint) ? SAME_FINGERPRINT : OTHER_FINGERPRINT;
}

/** The share of the measured operations on which the rule fails; the operation itself and others of its resource and verb count for more. */
function failureRate({ failed, passed }: Symptom, operation: string): number {
  const [fails, holds] = [failed, passed].map((names) =>
    names.reduce((sum, name) => sum + nearness(name, operation), 0),
  );
  return ((fails ?? 0) + 0.25) / ((fails ?? 0) + (holds ?? 0) + 0.5);
}

function nearness(one: string, other: string): number {
  if (one === other) return 30;
  const [[verb, resource], [otherVerb, otherResource]] = [one.split(' '), other.split(' ')];
  return 1 + (resource === otherResource ? 3 : 0) + (verb === otherVerb ? 3 : 0);
}
