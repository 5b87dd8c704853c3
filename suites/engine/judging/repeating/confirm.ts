import type { Intermittent } from '../../../../shared/verdict-log/verdict-log.ts';
import type { Operation } from '../../../../spec/surface/operations.ts';
import type { Violated } from '../../../checks/finding.ts';
import { isConcurrent } from '../../../program/is-concurrent.ts';
import type { Step } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { BrokenCase } from '../shrinking/broken-case.ts';
import type { CaseRunner, CaseSender, SentCase } from '../sending/case-runner.ts';
import type { Conclusion } from './conclusion.ts';
import { fingerprintOf } from '../effort/fingerprint.ts';
import { hasteOf } from './haste.ts';
import { type Effort, effortFor, repeatCase } from './repeat-case.ts';
import { type JudgedCase, sendCase, sendOften, triesOf } from '../sending/send-case.ts';
import { slowed } from './with-timing.ts';

/** The verdict on a rule that a case violated. */
export interface Confirmed {
  readonly conclusion: Conclusion;
  /** The case to report. */
  readonly broken: BrokenCase;
  /** Absent if the case failed every time. */
  readonly intermittent?: Intermittent;
  /** The time in which the case must be over to fail, in milliseconds; absent if it fails also if it is slow. */
  readonly withinMs?: number;
  /** The traffic with the reference server, if it kept the rule; absent without a reference server. */
  readonly reference?: SentCase['lines'];
  /** The same with pauses between the requests, for the first case of a cause. */
  readonly slowReference?: SentCase['lines'];
}

/**
 * Sends a failing case again. A violation in a history is a fact, so the verdict is `failed` whatever the repeats
 * show; the repeats only give its frequency. The case is also sent to the reference server, if there is one. A case
 * that violates the rule in the same way there is our own fault, and proves nothing about the target.
 */
export async function confirm(
  rule: Rule,
  operation: Operation,
  first: BrokenCase,
  runner: CaseRunner,
): Promise<Confirmed> {
  const effort = effortFor(first, runner);
  const { broken, count, failedWithinMs, trouble } = await repeatCase(rule, operation, first, runner, effort);
  const intermittent = count.failed < count.sent ? { intermittent: count } : {};
  if (count.sent === 1 && trouble !== undefined)
    return { conclusion: { verdict: 'failed', reason: `could not be repeated: ${trouble.reason}` }, broken };
  const withinMs = runner.storesCases ? await hasteOf(rule, operation, broken, failedWithinMs, runner) : undefined;
  const found = { broken, ...intermittent, ...(withinMs === undefined ? {} : { withinMs }) };
  const reference = await runner.reference(rule);
  if (reference === undefined) return { conclusion: { verdict: 'failed' }, ...found };
  if (typeof reference === 'string') return { conclusion: unchecked(reference), ...found };
  const tries = count.failed < count.sent ? effort.tries : triesOf(broken.program, effort.tries);
  const { conclusion, lines } = await blamed(rule, operation, broken, reference, { ...effort, tries });
  if (lines === undefined) return { conclusion, ...found };
  // Pauses change less than the order of concurrent steps. After the end of the budget nothing is sent with pauses.
  const isSlowSent = broken.isNew && !isConcurrent(broken.program) && runner.stopped() === undefined;
  const slow = isSlowSent ? await slowLines(rule, operation, broken, reference) : undefined;
  return { conclusion, ...found, reference: lines, ...(slow === undefined ? {} : { slowReference: slow }) };
}

function unchecked(why: string): Conclusion {
  return { verdict: 'failed', reason: `whose fault it is was not checked: ${why}` };
}

interface Blame {
  readonly conclusion: Conclusion;
  /** The traffic of a case that keeps the rule on the reference server. */
  readonly lines?: SentCase['lines'];
}

/**
 * Decides whose fault it is by sending the case to the reference server. A request without a response there proves
 * nothing.
 */
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

/** Watches deliver in it what the last request changed. */
const LAST_PAUSE: Step = { do: 'pause', ms: 300 };

/** The traffic of a case that keeps the rule on the reference server with pauses too. */
async function slowLines(
  rule: Rule,
  operation: Operation,
  { program }: BrokenCase,
  reference: CaseSender,
): Promise<SentCase['lines'] | undefined> {
  const { lines, judgement, trouble } = await sendCase(rule, operation, [...slowed(program), LAST_PAUSE], reference);
  return trouble === undefined && judgement.violations.length === 0 ? lines : undefined;
}

function sameCause(rule: Rule, { violations: [violation] }: BrokenCase, { judgement }: JudgedCase): Violated[] {
  const fingerprint = fingerprintOf(rule.id, violation);
  return judgement.violations.filter((each) => fingerprintOf(rule.id, each) === fingerprint);
}
