import type { Intermittent } from '../../../shared/verdict-log/verdict-log.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Program } from '../../program/program.ts';
import type { Rule } from '../../rules/rule.ts';
import type { BrokenCase } from './broken-case.ts';
import { originalOf } from './broken-case.ts';
import type { CaseRunner } from './case-runner.ts';
import { fingerprintOf } from './fingerprint.ts';
import { sendSurely } from './send-surely.ts';
import type { JudgedCase } from './send-case.ts';
import type { Trouble } from '../vitals/examined-case.ts';
import { withTiming } from './with-timing.ts';

/** How often each form of a broken case is sent again at most, and for how many milliseconds in all. */
export interface Effort {
  readonly tries: number;
  readonly withinMs: number;
}

const WHOLE: Effort = { tries: 12, withinMs: 10_000 };

/** For a cause that is known from another operation, and was repeated there; and for a failure that is wanted soon (`--bail`). */
const QUICK: Effort = { tries: 3, withinMs: 2_000 };

/** What came of sending a broken case again. */
export interface Repeated {
  /** The case to report: the smallest, unless only the original failed again. */
  readonly broken: BrokenCase;
  /** The recorded failure included. */
  readonly count: Intermittent;
  /** Why some repeats say nothing. */
  readonly trouble?: Trouble;
}

/** How much a broken case is worth. */
export function effortFor({ isNew }: BrokenCase, { bail }: Pick<CaseRunner, 'bail'>): Effort {
  return isNew && bail === undefined ? WHOLE : QUICK;
}

/**
 * Sends a broken case again until it breaks the rule once more: the smallest case first, then the original one, with the timing that it had. A repeat
 * that got no answer counts for nothing.
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
  const until = Date.now() + withinMs;
  let sent = 1;
  let trouble: Trouble | undefined;
  for (const program of formsOf(broken)) {
    for (let tried = 0; tried < tries && (sent === 1 || Date.now() < until); tried += 1) {
      const again = await sendSurely(rule, operation, program, runner, { tries: 1 });
      trouble ??= again.trouble;
      if (again.trouble !== undefined) break;
      sent += 1;
      if (again.judgement.violations.length > 0)
        return {
          broken: program === broken.program ? broken : reported(rule, broken, program, again),
          count: { failed: 2, sent },
        };
    }
  }
  return { broken, count: { failed: 1, sent }, ...(trouble === undefined ? {} : { trouble }) };
}

function formsOf(broken: BrokenCase): Program[] {
  const { program, lines } = originalOf(broken);
  const timed = withTiming(program, lines);
  return JSON.stringify(timed) === JSON.stringify(broken.program) ? [broken.program] : [broken.program, timed];
}

/** The original as the case of the same cause; the smallest with its recording where the original failed otherwise. */
function reported(rule: Rule, broken: BrokenCase, program: Program, { lines, judgement }: JudgedCase): BrokenCase {
  const fingerprint = fingerprintOf(rule.id, broken.violations[0]);
  const [first, ...rest] = judgement.violations.filter(
    (violation) => fingerprintOf(rule.id, violation) === fingerprint,
  );
  return first === undefined ? broken : { program, lines, violations: [first, ...rest], isNew: broken.isNew };
}
