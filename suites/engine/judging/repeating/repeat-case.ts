import type { Intermittent } from '../../../../shared/verdict-log/verdict-log.ts';
import type { Operation } from '../../../../spec/surface/operations.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import { type BrokenCase, originalOf } from '../shrinking/broken-case.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import { fingerprintOf } from '../effort/fingerprint.ts';
import { tookMs } from './haste.ts';
import { sendSurely } from '../sending/send-surely.ts';
import type { JudgedCase } from '../sending/send-case.ts';
import type { Trouble } from '../../vitals/examined-case.ts';
import { withTiming } from './with-timing.ts';

/** The maximum number of repeats for each form of a failing case, and the total time in milliseconds. */
export interface Effort {
  readonly tries: number;
  readonly withinMs: number;
}

const WHOLE: Effort = { tries: 12, withinMs: 10_000 };

/** For a cause that was already repeated on another operation, and for `--bail`, which wants its failure soon. */
const QUICK: Effort = { tries: 3, withinMs: 2_000 };

/** The outcome of repeating a failing case. */
export interface Repeated {
  /** The case to report: the smallest, unless only the original failed again. */
  readonly broken: BrokenCase;
  /** Includes the recorded failure. */
  readonly count: Intermittent;
  /** How long the slowest failure of the case to report took, in milliseconds. */
  readonly failedWithinMs: number;
  /** Why some repeats prove nothing. */
  readonly trouble?: Trouble;
}

/** The effort for repeating a failing case. */
export function effortFor({ isNew }: BrokenCase, { bail }: Pick<CaseRunner, 'bail'>): Effort {
  return isNew && bail === undefined ? WHOLE : QUICK;
}

/**
 * Repeats a failing case until it violates the rule once more: first the smallest case, then the original with its
 * original timing. Repeats without a response do not count. What watches lack that are known to deliver nothing is not
 * waited for again.
 *
 *     the smallest holds 12 times, the original fails at the second try   ->   the original, failed 2 of 15
 */
export async function repeatCase(
  rule: Rule,
  operation: Operation,
  broken: BrokenCase,
  runner: CaseRunner,
  { tries, withinMs }: Effort,
): Promise<Repeated> {
  const [{ restsOnTime, operation: at = operation.id }] = broken.violations;
  if (restsOnTime === true && runner.waits.areSettled('missing', [at]))
    return { broken, count: { failed: 1, sent: 1 }, failedWithinMs: tookMs(broken.lines) };
  const until = Date.now() + withinMs;
  let sent = 1;
  let trouble: Trouble | undefined;
  for (const program of formsOf(broken)) {
    for (let tried = 0; tried < tries && (sent === 1 || Date.now() < until); tried += 1) {
      const again = await sendSurely(rule, operation, program, runner, { tries: 1 });
      trouble ??= again.trouble;
      if (again.trouble !== undefined) break;
      sent += 1;
      if (again.judgement.violations.length > 0) {
        const shown = program === broken.program ? broken : reported(rule, broken, program, again);
        const failedWithinMs = Math.max(tookMs(shown.lines), shown.program === program ? tookMs(again.lines) : 0);
        return { broken: shown, count: { failed: 2, sent }, failedWithinMs };
      }
    }
  }
  const failedWithinMs = tookMs(broken.lines);
  return { broken, count: { failed: 1, sent }, failedWithinMs, ...(trouble === undefined ? {} : { trouble }) };
}

function formsOf(broken: BrokenCase): Program[] {
  const { program, lines } = originalOf(broken);
  const timed = withTiming(program, lines);
  return JSON.stringify(timed) === JSON.stringify(broken.program) ? [broken.program] : [broken.program, timed];
}

/** The original, if it failed with the same cause; otherwise the smallest with its recording. */
function reported(rule: Rule, broken: BrokenCase, program: Program, { lines, judgement }: JudgedCase): BrokenCase {
  const fingerprint = fingerprintOf(rule.id, broken.violations[0]);
  const [first, ...rest] = judgement.violations.filter(
    (violation) => fingerprintOf(rule.id, violation) === fingerprint,
  );
  return first === undefined ? broken : { program, lines, violations: [first, ...rest], isNew: broken.isNew };
}
