import { operationName } from '../../spec/surface/operations.ts';
import { coOccurrenceIn } from './co-occurrence.ts';
import type { RuleEvidence } from './evidence.ts';
import { effortOf, type Failure } from './failures.ts';
import type { KnownFault } from './known-faults.ts';
import { failureRate, withFingerprint } from './likelihood.ts';
import { type Match, matches } from './matching.ts';
import { haveSameEvidence } from './same-evidence.ts';

/** A bug that may explain some failures: a known fault, or a failure that also occurs in the cases of others. */
export interface Explanation {
  readonly root: Failure;
  /** The root included. */
  readonly failures: readonly Failure[];
  readonly like?: Match;
}

/**
 * A known fault is named only if it is at least this likely, and if it and the named alternatives are together more
 * likely than not.
 */
const LEAST_CONFIDENCE = 0.3;

/**
 * A failure that no found fault is known to cause joins one of them if more than this share of similar faults breaks
 * its rule. The kill matrix judges most rules by a single case, so it lacks rules that a fault breaks now and then.
 */
const LEAST_SHARE = 0.2;

/**
 * Explains failures by as few bugs as possible. The known faults that fit the evidence together come first. A
 * failure that none of them explains joins one of them if similar faults break its rule or another of its failures
 * has the same evidence, or else the bug whose rules its case breaks. The rest is grouped in the same way around the
 * failures that are easiest to follow:
 *
 *     failed: replace/stale-version-is-refused, status/stale-version-is-refused, concurrency/answers-fit-one-order
 *       -> stale-put-accepted explains the first two, and the third because its case breaks the first as well
 */
export function explain(
  failures: readonly Failure[],
  evidence: readonly RuleEvidence[],
  known: readonly KnownFault[],
): Explanation[] {
  const frequency = frequencies(known);
  const found = matches(evidence, known).map((like): Found => ({ like, failures: [] }));
  const coOccurrence = coOccurrenceIn(known);
  let left = joined(failures, found, (failure, { like }) => chanceOf(like.fault, failure), 0);
  left = joined(
    left,
    found,
    (failure, { like, failures: own }) =>
      own.some((other) => isForm(other) === isForm(failure)) ? coOccurrence(like.fault, failure.rule.id) : 0,
    LEAST_SHARE,
  );
  left = joined(
    left,
    found,
    (failure, { failures: own }) => Number(own.some((other) => haveSameEvidence(other, failure))),
    0,
  );
  const explanations: Explanation[] = [];
  const add = (explanation: Explanation): void => {
    const whole = withFollowers(explanation, left, frequency);
    explanations.push(whole);
    left = left.filter((failure) => !whole.failures.includes(failure));
  };
  for (const { like, failures: explained } of found) if (explained.length > 0) add(explanationBy(like, explained));
  while (left.length > 0) add(easiest(left));
  return explanations;
}

/** A known fault, and the failures that it explains. */
interface Found {
  readonly like: Match;
  readonly failures: Failure[];
}

/** Adds each failure to the fault with the greatest chance of it, if that is more than `least`. @returns the others */
function joined(
  failures: readonly Failure[],
  found: readonly Found[],
  chance: (failure: Failure, fault: Found) => number,
  least: number,
): readonly Failure[] {
  return failures.filter((failure) => {
    const [best] = found
      .map((fault) => ({ fault, chance: chance(failure, fault) }))
      .toSorted((a, b) => b.chance - a.chance);
    if (best === undefined || best.chance <= least) return true;
    best.fault.failures.push(failure);
    return false;
  });
}

function explanationBy(like: Match, failures: readonly Failure[]): Explanation {
  const own = failures.filter(({ rule }) => rule.id === like.fault.caughtBy);
  const { root } = easiest(own.length === 0 ? failures : own);
  const named = namedBy(like, failures);
  return named === undefined ? { root, failures } : { root, failures, like: named };
}

/** The match as a cause names it: if cases were sent to known faults, with one first on which a case fails alike. */
function namedBy(match: Match, failures: readonly Failure[]): Match | undefined {
  if (match.confidence < LEAST_CONFIDENCE || match.or.length > MOST_ALIKE) return undefined;
  if (failures.every(({ onFaults }) => onFaults.size === 0)) return match;
  const all = [match.fault, ...match.or];
  const first = all.find(({ name }) => failures.some(({ onFaults }) => onFaults.get(name) === 'alike'));
  return first === undefined ? undefined : { ...match, fault: first, or: all.filter((each) => each !== first) };
}

/** If more faults fit alike, none is named. */
const MOST_ALIKE = 2;

/**
 * The probability that the fault makes this rule fail in this way, on the operations on which it fails: 1 if the case
 * fails alike on a server with the fault. 0 if the fault is not known to break the rule; even an unmeasured fingerprint
 * is likelier by the fault than by an unknown bug.
 */
function chanceOf({ name, symptoms }: KnownFault, { rule, fingerprint, violations, onFaults }: Failure): number {
  if (onFaults.get(name) === 'alike') return 1;
  const symptom = symptoms[rule.id];
  if (symptom === undefined) return 0;
  const rates = violations.map(({ operation }) => failureRate(symptom, operationName(operation)));
  return (withFingerprint(symptom, fingerprint) * rates.reduce((total, each) => total + each, 0)) / rates.length;
}

/** The share of known faults that make a rule fail, by its id. */
type Frequency = (rule: string) => number;

function frequencies(known: readonly KnownFault[]): Frequency {
  const counts = new Map<string, number>();
  for (const { symptoms } of known)
    for (const rule of Object.keys(symptoms)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return (rule) => (counts.get(rule) ?? 1) / Math.max(1, known.length);
}

/** The failure that is easiest to follow. */
function easiest(failures: readonly Failure[]): Explanation {
  const [root] = failures.toSorted((a, b) => effortOf(a.violations[0]) - effortOf(b.violations[0]));
  if (root === undefined) throw new RangeError('there is no failure to explain');
  return { root, failures: failures.filter(({ rule }) => rule.id === root.rule.id) };
}
/** A rule that more of the known faults break does not link failures: bugs of all kinds break it. */
const TELLING = 0.02;

/**
 * Adds the failures whose smallest cases break a telling rule of the explanation, or any rule that its fault breaks,
 * and those whose rules its own cases break. A bug of impact `form` shows in every case, whatever else the case is
 * about: it explains only failures of that impact that dispute the same exchanges, and no case of another bug leads
 * to it.
 */
function withFollowers(explanation: Explanation, failures: readonly Failure[], frequency: Frequency): Explanation {
  const significant = explanation.failures.filter(
    ({ rule }) => rule === explanation.root.rule || frequency(rule.id) <= TELLING,
  );
  const rules = new Set([...significant.map(({ rule }) => rule.id), ...(explanation.like?.fault.breaks ?? [])]);
  const linked = (failure: Failure): ReadonlySet<string> => (isForm(explanation.root) ? failure.sharing : failure.also);
  const shown = new Set(significant.flatMap((failure) => [...linked(failure)]));
  const followers = failures.filter((failure) => {
    if (explanation.failures.includes(failure) || (isForm(explanation.root) && !isForm(failure))) return false;
    const isShown = shown.has(failure.rule.id) && isForm(failure) === isForm(explanation.root);
    return isShown || [...linked(failure)].some((rule) => rules.has(rule));
  });
  return { ...explanation, failures: [...explanation.failures, ...followers] };
}

function isForm({ rule }: Failure): boolean {
  return rule.impact === 'form';
}
