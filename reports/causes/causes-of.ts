import { cached } from '../../shared/cached.ts';
import { IMPACTS } from '../../shared/verdict-log/impact.ts';
import type { Likeness, Report, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import type { Cause } from './cause.ts';
import { evidenceOf } from './evidence.ts';
import { explain, type Explanation } from './explain.ts';
import { effortOf, type Failure, failuresOf } from './failures.ts';
import { type KnownFault, knownFaults } from './known-faults.ts';
import type { Match } from './matching.ts';

/**
 * The bugs that explain the failures of a report, those that harm clients most first. `known`: the faults to compare
 * with; default all named faults.
 */
export function causesOf({ rules }: Pick<Report, 'rules'>, known?: readonly KnownFault[]): readonly Cause[] {
  return known === undefined ? cached(FOUND, rules, () => found(rules)) : found(rules, known);
}

/**
 * Every reporter needs the causes of the same rules, and explaining a server that breaks hundreds of rules takes a
 * second.
 */
const FOUND = new WeakMap<readonly ReportedRule[], readonly Cause[]>();

function found(rules: readonly ReportedRule[], known?: readonly KnownFault[]): readonly Cause[] {
  const failures = failuresOf({ rules });
  if (failures.length === 0) return [];
  return explain(failures, evidenceOf(rules), known ?? knownFaults())
    .map(causeOf)
    .toSorted(byHarm);
}

function causeOf({ root, failures, like }: Explanation): Cause {
  const [lead = root, ...rest] = failures.toSorted((a, b) => Number(b === root) - Number(a === root) || byEase(a, b));
  const cause = { impact: impactOf(root.rule), lead, failures: [lead, ...rest] as const };
  return like === undefined ? cause : { ...cause, like: likenessOf(like, failures) };
}

function likenessOf({ fault, confidence, or }: Match, failures: readonly Failure[]): Likeness {
  const tried = failures.flatMap(({ onFaults }) => onFaults.get(fault.name) ?? []);
  return {
    fault: fault.name,
    summary: fault.summary,
    confidence,
    ...(or.length === 0 ? {} : { or: or.map(({ name }) => name) }),
    ...(tried.length === 0
      ? {}
      : { tried: { cases: tried.length, alike: tried.filter((how) => how === 'alike').length } }),
  };
}

/** Musts first, then by impact, then by the number of explained failures. */
function byHarm(a: Cause, b: Cause): number {
  return rankOf(a) - rankOf(b) || b.failures.length - a.failures.length;
}

function rankOf({ lead, impact, failures }: Cause): number {
  const isMust = failures.some(({ rule }) => rule.level === 'must');
  return (isMust ? 0 : 100) + (lead.violations[0].intermittent === undefined ? 0 : 0.5) + IMPACTS.indexOf(impact);
}

function byEase(a: Failure, b: Failure): number {
  return effortOf(a.violations[0]) - effortOf(b.violations[0]);
}

/** Logs of earlier releases have no impact. */
function impactOf({ impact = 'content' }: ReportedRule): Cause['impact'] {
  return impact;
}
