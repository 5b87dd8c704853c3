import type { AcceptedCause } from '../causes/accepted-differences.ts';
import { type DifferenceCause, causesOf } from '../causes/causes.ts';
import type { HistoryComparison } from '../compare/compare-histories.ts';
import type { TrafficDifference } from '../values/difference.ts';
import type { BehindHoles } from '../races/holes.ts';
import { type NoiseCount, withoutNoise } from '../causes/learned-noise.ts';
import { applyNoiseRules, type NoiseRule, type RuleCount } from '../causes/noise-rules.ts';
import type { PriorCount } from '../races/prior-objects.ts';
import { turnOf } from '../causes/telling.ts';
import type { Unsettled } from '../races/unsettled.ts';

/** Exchanges that were left out of a comparison, each with the reason. */
export type Skipped = readonly { readonly exchange: number; readonly reason: string }[];

/** A smallest part of a recording that still shows a cause. */
export interface Reproduction {
  /** Exchanges of the recording that it keeps. */
  readonly exchanges: readonly number[];
  /** The recording of them, and cases for `pnpm conformance --replay`, as paths. */
  readonly recording: string;
  readonly cases: readonly string[];
  /** The number of tries. */
  readonly tries: number;
}

/** A cause as it is reported. */
export interface ReportedDifference extends DifferenceCause {
  /** The reason in the baseline, if the cause is accepted. */
  readonly accepted?: string;
  readonly reproduction?: Reproduction;
}

/** The outcome of a comparison, for people and programs. */
export interface DifferenceReport {
  /** Names of the two sides. */
  readonly expected: string;
  readonly actual: string;
  /** Pairs of exchanges that were compared. */
  readonly compared: number;
  /** Exchanges of either side that have no counterpart. */
  readonly unpaired: number;
  readonly opaque: number;
  readonly skipped: Skipped;
  /** Differences that do not count, because lost requests of a recording may explain them. */
  readonly behindHoles: BehindHoles;
  /** Differences that do not count, because they are about objects that a server had before. */
  readonly prior: PriorCount;
  /** First the causes that count, the most telling of them first: `turnOf`. */
  readonly causes: readonly ReportedDifference[];
  /** The removed differences by reason: explicit rules, learned noise, chance. */
  readonly rules: readonly RuleCount[];
  readonly noise: readonly NoiseCount[];
  readonly unsettled: readonly Unsettled[];
  /** Causes that the baseline accepts and that did not occur. */
  readonly gone: readonly AcceptedCause[];
}

/** The criteria of a comparison. */
export interface ComparisonCriteria {
  readonly expected: string;
  readonly actual: string;
  readonly skipped: Skipped;
  /** Every request that was compared, as `METHOD target`. */
  readonly requests: readonly string[];
  readonly rules: readonly NoiseRule[];
  /** For each rule the defects that it would hide. */
  readonly hidden: readonly (readonly string[])[];
  /** Differences of one server from itself. */
  readonly noise: readonly TrafficDifference[];
  readonly accepted: readonly AcceptedCause[];
}

/** Removes and counts the differences that do not count, and groups the others by cause. */
export function reportOf(
  { differences, compared, unpaired, opaque, unsettled, behindHoles, prior }: HistoryComparison,
  { expected, actual, skipped, requests, rules, hidden, noise, accepted }: ComparisonCriteria,
): DifferenceReport {
  const ruled = applyNoiseRules(differences, rules, requests);
  const quiet = withoutNoise(ruled.differences, noise);
  const reasons = new Map(accepted.map(({ cause, reason }) => [cause, reason]));
  const causes = causesOf(quiet.differences).map((cause): ReportedDifference => {
    const reason = reasons.get(cause.fingerprint);
    return reason === undefined ? cause : { ...cause, accepted: reason };
  });
  const met = new Set(causes.map(({ fingerprint }) => fingerprint));
  return {
    expected,
    actual,
    compared,
    unpaired,
    opaque,
    skipped,
    behindHoles,
    prior,
    causes: causes.sort(
      (one, other) =>
        Number(one.accepted !== undefined) - Number(other.accepted !== undefined) || turnOf(one) - turnOf(other),
    ),
    rules: ruled.counts.map((count, index) => ({ ...count, hides: hidden[index] ?? [] })),
    noise: quiet.counts,
    unsettled,
    gone: accepted.filter(({ cause }) => !met.has(cause)),
  };
}

/** The causes that count. */
export function unaccepted({ causes }: Pick<DifferenceReport, 'causes'>): readonly ReportedDifference[] {
  return causes.filter(({ accepted }) => accepted === undefined);
}

/** The number of differences of the causes that count, cascades included, and of their exchanges. */
export function extentOf(report: Pick<DifferenceReport, 'causes'>): {
  readonly differences: number;
  readonly exchanges: number;
} {
  const all = unaccepted(report).flatMap(({ differences, cascades }) => [...differences, ...cascades]);
  return {
    differences: all.length,
    exchanges: new Set(
      all.map(({ kind, exchange }) => `${kind === 'extra-exchange' ? 'of the other side: ' : ''}${exchange}`),
    ).size,
  };
}
