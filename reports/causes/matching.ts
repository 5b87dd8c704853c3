import { cached } from '../../shared/cached.ts';
import { haveSameSymptoms } from '../../shared/verdict-log/kill-matrix.ts';
import type { RuleEvidence } from './evidence.ts';
import type { KnownFault } from './known-faults.ts';
import { Fit, type Fitted, heldByChance, PRIOR } from './likelihood.ts';
import { wordingOf } from './wording.ts';

/** A matching fault, with those that fit almost as well. */
export interface Match {
  readonly fault: KnownFault;
  /** The probability of this fault, or one with the same symptoms, rather than another or an unknown one. */
  readonly confidence: number;
  /** Other candidates: those with the same symptoms, and those that fit almost as well. */
  readonly or: readonly KnownFault[];
}

/** A less likely fault is not mentioned beside the best one. */
const MENTIONED = 0.05;

/**
 * The fewest faults that together explain the evidence: first the one that explains most, then the one that explains
 * most of the rest, and so on while an explanation gains more than a further fault costs. Faults that later ones
 * made unnecessary are dropped.
 */
export function matches(evidence: readonly RuleEvidence[], known: readonly KnownFault[]): Match[] {
  const wording = wordingOf(known);
  const fits = evidence.map((each) => new Fit(each, wording));
  const judged = new Set(evidence.map(({ rule }) => rule));
  const candidates = known
    // A fault is no candidate if the rule that it names was not judged, as in a run of a few rules.
    .filter(({ caughtBy }) => judged.has(caughtBy))
    .filter((fault) => fits.some((fit) => fit.isFailing && fit.isMeasured(fault)))
    // A fault changes nothing about rules that hold and that it was not seen to break.
    .map((fault) => ({ fault, concerned: fits.filter((fit) => fit.isFailing || fit.isMeasured(fault)) }));
  const held = heldByChance();
  let found: readonly KnownFault[] = [];
  for (let better = improved(found); better !== undefined; better = improved(found)) found = better;
  return found.map((fault) => matchOf(fault, without(found, fault)));

  /** The best set after adding, replacing or removing one fault, if it is better. */
  function improved(faults: readonly KnownFault[]): readonly KnownFault[] | undefined {
    const bases = [faults, ...faults.map((fault) => without(faults, fault))];
    const now = score(faults);
    const options = bases.flatMap((base) => {
      const [best] = ranked(base);
      return [base, ...(best === undefined ? [] : [[...base, best.fault]])];
    });
    const [best] = options.map((option) => ({ option, gain: score(option) - now })).toSorted((a, b) => b.gain - a.gain);
    return best === undefined || best.gain < 1e-9 ? undefined : best.option;
  }

  function score(faults: readonly KnownFault[]): number {
    const concerned = fits.filter((fit) => fit.isFailing || faults.some((fault) => fit.isMeasured(fault)));
    return sum(concerned, (fit) => fit.likelihood(fit.of(faults)) - (fit.isFailing ? 0 : held)) + faults.length * PRIOR;
  }

  /** The candidates by their contribution to an explanation, the best first. */
  function ranked(base: readonly KnownFault[]): readonly { fault: KnownFault; gain: number }[] {
    const started = new Map<Fit, SearchStart>();
    const before = (fit: Fit): SearchStart => cached(started, fit, () => startOf(fit, base));
    return candidates
      .filter(({ fault }) => !base.includes(fault))
      .map(({ fault, concerned }) => ({
        fault,
        gain:
          PRIOR + sum(concerned, (fit) => fit.likelihood(fit.with(before(fit).fitted, fault)) - before(fit).likelihood),
      }))
      .toSorted((a, b) => b.gain - a.gain);
  }

  /** Whether a failing case failed alike on a server with the fault, and not on one with the rival. */
  function isToldApart(rival: KnownFault, fault: KnownFault): boolean {
    const outcomes = evidence.flatMap(({ onFaults }) => [...onFaults.values()]);
    return outcomes.some((on) => on.get(fault.name) === 'alike' && (on.get(rival.name) ?? 'alike') !== 'alike');
  }

  function matchOf(fault: KnownFault, others: readonly KnownFault[]): Match {
    const rivals = ranked(others).filter(({ gain }) => gain > -20);
    // On a server that breaks hundreds of rules a gain is too large for a power of e: all are divided by the largest.
    const most = Math.max(0, ...rivals.map(({ gain }) => gain));
    const all = Math.exp(-most) + sum(rivals, ({ gain }) => Math.exp(gain - most));
    const likely = rivals.map((rival) => ({ fault: rival.fault, share: Math.exp(rival.gain - most) / all }));
    const alike = likely.filter(
      (rival) => rival.fault === fault || (haveSameSymptoms(rival.fault, fault) && !isToldApart(rival.fault, fault)),
    );
    const or = likely.filter((rival) => rival.fault !== fault && (alike.includes(rival) || rival.share >= MENTIONED));
    return { fault, confidence: sum(alike, ({ share }) => share), or: or.map((rival) => rival.fault) };
  }
}

/** How well the faults of a search so far explain one evidence. */
interface SearchStart {
  readonly fitted: Fitted;
  readonly likelihood: number;
}

function startOf(fit: Fit, faults: readonly KnownFault[]): SearchStart {
  const fitted = fit.of(faults);
  return { fitted, likelihood: fit.likelihood(fitted) };
}

function without(faults: readonly KnownFault[], one: KnownFault): readonly KnownFault[] {
  return faults.filter((fault) => fault !== one);
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
