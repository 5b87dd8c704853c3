import type { Intermittent } from '../../../shared/verdict-log/verdict-log.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Violated } from '../../checks/finding.ts';
import type { Rule } from '../../rules/rule.ts';
import type { BrokenCase } from './broken-case.ts';
import type { CaseRunner, CaseSender, SentCase } from './case-runner.ts';
import type { Conclusion } from './conclude.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Effort } from './repeat-case.ts';
import { effortFor, repeatCase } from './repeat-case.ts';
import type { JudgedCase } from './send-case.ts';
import { sendOften, triesOf } from './send-case.ts';

/** The verdict on a rule that a case broke. */
export interface Confirmed {
  readonly conclusion: Conclusion;
  /** The case to report. */
  readonly broken: BrokenCase;
  /** Absent if the case failed whenever it was sent. */
  readonly intermittent?: Intermittent;
  /** What crossed the wire when the case was sent to the reference server, where it kept the rule; absent without one. */
  readonly reference?: SentCase['lines'];
}

/**
 * Sends a broken case again. What a check found in a history has happened, so the verdict is `failed` whatever the repeats show; they say how often
 * the failure comes. The case is sent to the reference server too, if there is one: a case that breaks the rule there in the same way
 * says nothing of the target, and is our fault.
 */
export async function confirm(
  rule: Rule,
  operation: Operation,
  found: BrokenCase,
  runner: CaseRunner,
): Promise<Confirmed> {
  const effort = effortFor(found, runner);
  const { broken, count, trouble } = await repeatCase(rule, operation, found, runner, effort);
  const intermittent = count.failed < count.sent ? { intermittent: count } : {};
  if (count.sent === 1 && trouble !== undefined)
    return { conclusion: { verdict: 'failed', reason: `could not be repeated: ${trouble.reason}` }, broken };
  const reference = await runner.reference(rule);
  if (reference === undefined) return { conclusion: { verdict: 'failed' }, broken, ...intermittent };
  if (typeof reference === 'string') return { conclusion: unchecked(reference), broken, ...intermittent };
  const tries = count.failed < count.sent ? effort.tries : triesOf(broken.program, effort.tries);
  const { conclusion, lines } = await blamed(rule, operation, broken, reference, { ...effort, tries });
  return { conclusion, broken, ...intermittent, ...(lines === undefined ? {} : { reference: lines }) };
}

function unchecked(why: string): Conclusion {
  return { verdict: 'failed', reason: `whose fault it is was not checked: ${why}` };
}

interface Blame {
  readonly conclusion: Conclusion;
  /** Of a case that keeps the rule on the reference server. */
  readonly lines?: SentCase['lines'];
}

/** Whose fault it is, by sending the case to the reference server as well. A request without an answer there is no evidence. */
async function blamed(
  rule: Rule,
  operation: Operation,
  broken: BrokenCase,
  reference: CaseSender,
  { tries, withinMs }: Effort,
): Promise<Blame> {
  const until = Date.now() + withinMs;
  const send = (): Promise<JudgedCase> =>
    sendOften(rule, operation, broken.program, reference, { tries, mayTry: () => Date.now() < until });
  const there = await send();
  if (there.trouble !== undefined) return { conclusion: unchecked(`on the reference server, ${there.trouble.reason}`) };
  if (there.judgement.violations.length === 0) return { conclusion: { verdict: 'failed' }, lines: there.lines };
  const same = sameCause(rule, broken, there);
  if (same.length === 0)
    return {
      conclusion: {
        verdict: 'failed',
        reason: `on the reference server the same case breaks the rule in another way (${there.judgement.violations[0]?.actual ?? ''}): please report it`,
      },
    };
  const isOurs =
    same.some(({ restsOnTime }) => restsOnTime !== true) || sameCause(rule, broken, await send()).length > 0;
  if (!isOurs) return { conclusion: { verdict: 'failed' } };
  return {
    conclusion: {
      verdict: 'broken',
      reason:
        'the same case breaks the rule on the reference server as well: a fault of the suite, which says nothing of the target; please report it',
    },
  };
}

function sameCause(rule: Rule, { violations: [violation] }: BrokenCase, { judgement }: JudgedCase): Violated[] {
  const fingerprint = fingerprintOf(rule.id, violation);
  return judgement.violations.filter((each) => fingerprintOf(rule.id, each) === fingerprint);
}
