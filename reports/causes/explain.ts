import type { Failure } from './failures.ts';
import { effortOf } from './failures.ts';
import type { KnownFault } from './known-faults.ts';

/** A bug that may explain some failures: a known fault, or a failure that shows itself in the cases of others. */
export interface Explanation {
  readonly root: Failure;
  /** The root included. */
  readonly failures: readonly Failure[];
  readonly like?: { readonly fault: KnownFault; readonly confidence: number };
}

/** A known fault is named only if this share of its rules and of the failures agree. */
const LEAST_CONFIDENCE = 0.5;

/**
 * Explains failures by as few bugs as possible. The known fault whose rules fit the failures best comes first; what it leaves is explained in
 * the same way. Failures that no fault fits are grouped by the rules that their cases break together, the easiest to follow first:
 *
 *     failed: replace/stale-version-is-refused, status/stale-version-is-refused, concurrency/answers-fit-one-order
 *       -> stale-put-accepted explains the first two, and the third because its case breaks the first as well
 *
 * `passed`: ids of the rules that were applied and held.
 */
export function explain(
  failures: readonly Failure[],
  passed: ReadonlySet<string>,
  known: readonly KnownFault[],
): Explanation[] {
  const frequency = frequencies(known);
  const explanations: Explanation[] = [];
  let left = failures;
  while (left.length > 0) {
    const found = withFollowers(best(left, passed, known, frequency) ?? easiest(left), left, frequency);
    explanations.push(found);
    left = left.filter((failure) => !found.failures.includes(failure));
  }
  return explanations;
}

/** The share of known faults that make a rule fail, by its id. */
type Frequency = (rule: string) => number;

function frequencies(known: readonly KnownFault[]): Frequency {
  const counts = new Map<string, number>();
  for (const { fails } of known) for (const rule of fails) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return (rule) => (counts.get(rule) ?? 1) / Math.max(1, known.length);
}

interface Fit extends Explanation {
  readonly gain: number;
}

/** The known fault that explains most: it is measured to break the rules that fail, and no rule that holds. */
function best(
  failures: readonly Failure[],
  passed: ReadonlySet<string>,
  known: readonly KnownFault[],
  frequency: Frequency,
): Explanation | undefined {
  const weigh = (rule: string): number => Math.log2(1 + 1 / frequency(rule));
  const fits = known.flatMap((fault): Fit[] => {
    const root = failures.find(({ rule }) => rule.id === fault.caughtBy);
    if (root === undefined) return [];
    const explained = failures.filter(({ rule }) => fault.fails.has(rule.id));
    const agreeing = sum(new Set(explained.map(({ rule }) => rule.id)), weigh);
    const disagreeing = sum(
      [...fault.fails].filter((rule) => passed.has(rule)),
      weigh,
    );
    const confidence = (agreeing / (agreeing + disagreeing)) * whereIt(fault, explained) * ofKind(fault, explained);
    return confidence < LEAST_CONFIDENCE
      ? []
      : [{ root, failures: explained, like: { fault, confidence }, gain: agreeing * confidence }];
  });
  const [first] = fits.toSorted((a, b) => b.gain - a.gain);
  return first === undefined
    ? undefined
    : likeOneOf(first, fits.filter(({ gain }) => Math.abs(gain - first.gain) < 1e-9).length);
}

/** Of several faults that fit alike, each is as likely as the others: none is named if that makes it less likely than not. */
function likeOneOf({ root, failures, like }: Fit, alike: number): Explanation {
  const confidence = (like?.confidence ?? 0) / alike;
  return like === undefined || confidence < LEAST_CONFIDENCE
    ? { root, failures }
    : { root, failures, like: { ...like, confidence } };
}

/** From 0.4 to 1, by the share of its rules that fail here on the operation on which the fault was measured, or everywhere. */
function whereIt({ operations }: KnownFault, explained: readonly Failure[]): number {
  const alike = explained.filter(({ rule, violations }) => {
    const failing = new Set(violations.map(({ operation }) => operation));
    return failing.has(operations[rule.id] ?? '') || rule.operations.every(({ verdict }) => verdict !== 'passed');
  });
  return 0.4 + (0.6 * alike.length) / Math.max(1, explained.length);
}

/** A fault that was seen on one resource only is likely that resource's own; it says less of failures that are all on others. */
const OF_ANOTHER_KIND = 0.7;

function ofKind({ operations }: KnownFault, explained: readonly Failure[]): number {
  const seen = new Set(Object.values(operations).map(resourceIn));
  if (Object.keys(operations).length < 3 || seen.size > 1) return 1;
  const failing = explained.flatMap(({ violations }) => violations.map(({ operation }) => resourceIn(operation)));
  return failing.some((resource) => seen.has(resource)) ? 1 : OF_ANOTHER_KIND;
}

/** `pods` of `PUT /api/v1/namespaces/{namespace}/pods/{name}/status`. */
function resourceIn(operation: string): string {
  return operation
    .replace(/\/status$/, '')
    .replace(/\/\{name\}$/, '')
    .replace(/^.*\//, '');
}

function sum(rules: Iterable<string>, weigh: (rule: string) => number): number {
  return [...rules].reduce((total, rule) => total + weigh(rule), 0);
}

/** The failure that is easiest to follow. */
function easiest(failures: readonly Failure[]): Explanation {
  const [root] = failures.toSorted((a, b) => effortOf(a.violations[0]) - effortOf(b.violations[0]));
  if (root === undefined) throw new RangeError('there is no failure to explain');
  return { root, failures: failures.filter(({ rule }) => rule.id === root.rule.id) };
}

/** A rule that more of the known faults break is broken by bugs of all kinds, so it links none of them. */
const TELLING = 0.02;

/**
 * Adds the failures whose smallest cases break a telling rule of the explanation, and those whose rules its own cases break. A bug of mere form
 * explains only failures of form: it shows in every case, whatever the case is about.
 */
function withFollowers(explanation: Explanation, failures: readonly Failure[], frequency: Frequency): Explanation {
  const telling = explanation.failures.filter(
    ({ rule }) => rule === explanation.root.rule || frequency(rule.id) <= TELLING,
  );
  const rules = new Set(telling.map(({ rule }) => rule.id));
  const shown = new Set(telling.flatMap(({ also }) => [...also]));
  const isForm = ({ rule }: Failure): boolean => rule.impact === 'form';
  const followers = failures.filter((failure) => {
    if (explanation.failures.includes(failure) || isForm(failure) !== isForm(explanation.root)) return false;
    return shown.has(failure.rule.id) || [...failure.also].some((rule) => rules.has(rule));
  });
  return { ...explanation, failures: [...explanation.failures, ...followers] };
}
