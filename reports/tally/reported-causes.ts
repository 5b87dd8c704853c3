import { IMPACTS } from '../../shared/verdict-log/impact.ts';
import type { ReportedCause, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { actualOf } from '../words/actual-of.ts';
import { expectedOf } from '../words/expected-of.ts';
import { titleOf } from '../words/cause-text.ts';
import { isScript, scriptOf } from '../script/script-of.ts';
import type { Cause } from '../causes/cause.ts';
import { causesOf } from '../causes/causes-of.ts';

/** The causes of these rules' failures in their `report.json` form, the most harmful first. */
export function reportedCauses(rules: readonly ReportedRule[]): ReportedCause[] {
  return causesOf({ rules }).map(reportedCause);
}

/** A cause in its `report.json` form. */
export function reportedCause(cause: Cause): ReportedCause {
  const { rule, fingerprint, violations } = cause.lead;
  const [violation] = violations;
  const script = scriptOf(cause);
  return {
    title: titleOf(cause),
    impact: cause.impact,
    weight: IMPACTS.length - IMPACTS.indexOf(cause.impact),
    rule: rule.id,
    level: rule.level,
    fingerprint,
    operation: violation.operation,
    expected: expectedOf(violation),
    actual: actualOf(violation),
    replay: violation.replay,
    ...(isScript(script) ? { script: script.path } : { noScript: script.none }),
    ...(cause.like === undefined ? {} : { like: cause.like }),
    explains: cause.failures.map((failure) => ({
      rule: failure.rule.id,
      fingerprint: failure.fingerprint,
      operations: [...new Set(failure.violations.map(({ operation }) => operation))],
    })),
  };
}
