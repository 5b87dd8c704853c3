import { escapeMarkup } from '../../shared/page/escape-markup.ts';
import type { JudgedOperation, Report, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';
import { explained } from '../tally/accepted.ts';
import { blockedBefore } from '../tally/blocked-before.ts';
import { actualOf } from '../words/actual-of.ts';
import { expectedOf } from '../words/expected-of.ts';

type JunitOutcome = 'failure' | 'error' | 'skipped' | undefined;

/** The element for each verdict; a pass has none. Unjudged pairs are `skipped`, never a pass. */
const OUTCOMES: Readonly<Record<Verdict, JunitOutcome>> = {
  passed: undefined,
  informational: undefined,
  deviation: undefined,
  skipped: 'skipped',
  unsupported: 'skipped',
  blocked: 'error',
  inconclusive: 'error',
  failed: 'failure',
  broken: 'error',
};

/**
 * The report as JUnit XML: a suite for each rule, a case for each operation. Each suite has the seed, dialect, target
 * and version of the run as properties.
 */
export function junit(report: Report): string {
  const head = properties(report);
  const suites = [
    ...blocked(report, head),
    ...report.rules.map((rule) => suite(rule, head)),
    ...staleEntries(report, head),
  ];
  const count = (outcome: JunitOutcome): number =>
    suites.reduce((sum, each) => sum + each.outcomes.filter((other) => other === outcome).length, 0);
  const tests = suites.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const totals = `tests="${tests}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const time = (report.durationMs / 1000).toFixed(3);
  const body = suites.map(({ xml }) => xml).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="plumbline" ${totals} time="${time}">\n${body}\n</testsuites>\n`;
}

/** The settings that repeat the run. Consumers read properties of suites only, so each suite has them. */
function properties({ seed, dialect, target, plumbline = 'unknown' }: Report): string {
  const all = Object.entries({ seed, dialect, target, 'plumbline-version': plumbline });
  const lines = all.map(([name, value]) => `      <property name="${name}" value="${escapeMarkup(String(value))}"/>\n`);
  return `    <properties>\n${lines.join('')}    </properties>\n`;
}

function suite(rule: ReportedRule, head: string): { readonly xml: string; readonly outcomes: readonly JunitOutcome[] } {
  const outcomes = rule.operations.map(({ verdict }) => OUTCOMES[verdict]);
  const count = (outcome: JunitOutcome): number => outcomes.filter((other) => other === outcome).length;
  const totals = `tests="${outcomes.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const cases = rule.operations.map((judged) => testCase(rule, judged)).join('\n');
  const time = (rule.operations.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000).toFixed(3);
  return {
    outcomes,
    xml: `  <testsuite name="${escapeMarkup(rule.id)}" ${totals} time="${time}">\n${head}${cases}\n  </testsuite>`,
  };
}

/** A run that was blocked before anything was judged is an error: CI must not take it for a pass. */
function blocked(report: Report, head: string): ReturnType<typeof suite>[] {
  const reason = blockedBefore(report);
  if (reason === undefined) return [];
  const testcase = `    <testcase classname="run" name="the target can be judged" time="0.000">\n      <error type="blocked" message="${escapeMarkup(reason)}"></error>\n    </testcase>`;
  return [
    {
      outcomes: ['error'],
      xml: `  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0">\n${head}${testcase}\n  </testsuite>`,
    },
  ];
}

/** Stale entries of the baseline fail the run, so they fail here too. */
function staleEntries({ stale = [] }: Report, head: string): ReturnType<typeof suite>[] {
  if (stale.length === 0) return [];
  const cases = stale.map(
    (line) =>
      `    <testcase classname="baseline" name="${escapeMarkup(line)}" time="0.000">\n      <failure type="stale" message="${escapeMarkup(line)}"></failure>\n    </testcase>`,
  );
  const totals = `tests="${stale.length}" failures="${stale.length}" errors="0" skipped="0"`;
  return [
    {
      outcomes: stale.map(() => 'failure'),
      xml: `  <testsuite name="baseline" ${totals}>\n${head}${cases.join('\n')}\n  </testsuite>`,
    },
  ];
}

function testCase(rule: ReportedRule, { operation, verdict, durationMs, reason, accepted }: JudgedOperation): string {
  const names = `classname="${escapeMarkup(rule.id)}" name="${escapeMarkup(operation)}" time="${(durationMs / 1000).toFixed(3)}"`;
  const outcome = OUTCOMES[verdict];
  if (accepted !== undefined)
    return `    <testcase ${names}>\n      <system-out>${escapeMarkup(`${verdict}: ${explained(accepted)}`)}</system-out>\n    </testcase>`;
  if (outcome === undefined) return `    <testcase ${names}/>`;
  const violation = rule.violations.find((each) => each.operation === operation) ?? rule.violations[0];
  const evidence = outcome === 'failure' && violation !== undefined;
  const message = evidence ? actualOf(violation) : (reason ?? verdict);
  const text = evidence
    ? `${rule.title}\nexpected: ${expectedOf(violation)}\nactual: ${actualOf(violation)}\n${violation.replay}`
    : '';
  const element =
    outcome === 'skipped'
      ? `<skipped message="${escapeMarkup(`${verdict}: ${message}`)}"/>`
      : `<${outcome} type="${verdict}" message="${escapeMarkup(message)}">${escapeMarkup(text)}</${outcome}>`;
  return `    <testcase ${names}>\n      ${element}\n    </testcase>`;
}
