import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Operation } from '../../../../spec/surface/operations.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { BrokenCase } from '../shrinking/broken-case.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import { fingerprintOf } from '../effort/fingerprint.ts';
import { triesOf } from '../sending/send-case.ts';
import { sendSurely } from '../sending/send-surely.ts';
import { slowed } from './with-timing.ts';

/** A case is quick if it takes at most this many times as long as when it failed, because response times vary. */
const SLACK = 2;
const SLACK_MS = 5;

/** The time from the first request of a case to its last response, without watches, in milliseconds. */
export function tookMs(lines: readonly HappeningLine[]): number {
  const { exchanges } = historyOf(lines);
  const calls = exchanges.filter(({ call }) => call?.watching !== true);
  const began = Math.min(...calls.map(({ request }) => request.t));
  const ended = Math.max(...calls.map(({ request, end }) => end?.t ?? request.t));
  return calls.length === 0 ? 0 : ended - began;
}

/**
 * The time in which a case must be over to fail, in milliseconds: the longest of its failures. `undefined` if the case
 * fails also if it is slow. A failure that depends on the order of concurrent steps counts as depending on time.
 *
 *     GET, PUT, GET against a cache that lives for 40 ms, failed within 12 ms   ->   12
 *     POST against a server that drops a member                                 ->   undefined
 */
export async function hasteOf(
  rule: Rule,
  operation: Operation,
  { program, violations: [violation] }: BrokenCase,
  failedWithinMs: number,
  runner: CaseRunner,
): Promise<number | undefined> {
  if (triesOf(program, 2) === 1) {
    const { judgement } = await sendSurely(rule, operation, slowed(program), runner, { tries: 1 });
    const fingerprint = fingerprintOf(rule.id, violation);
    if (judgement.violations.some((each) => fingerprintOf(rule.id, each) === fingerprint)) return undefined;
  }
  return Math.ceil(failedWithinMs);
}

/** Whether a case was as quick as when it failed, so that its success proves something. */
export function isQuick(lines: readonly HappeningLine[], withinMs: number | undefined): boolean {
  return withinMs === undefined || tookMs(lines) <= SLACK * withinMs + SLACK_MS;
}
