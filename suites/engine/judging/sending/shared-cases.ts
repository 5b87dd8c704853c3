import type { Operation } from '../../../../spec/surface/operations.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { Blamed } from '../history/blame.ts';
import { blamedIn, judgeShared } from '../history/judge-history.ts';
import type { CaseRunner, SentCase, SharedCase } from './case-runner.ts';
import { type JudgedCase, sendCase } from './send-case.ts';
import { sureOf } from './send-surely.ts';

/** The cases that several operations share in a run; each is sent once (`Rule.shared`). */
export class SharedCases {
  readonly #sent = new Map<string, Promise<SharedCase>>();

  /** The case, sent by the first operation that needs it. */
  get(rule: Rule, program: Program, send: () => Promise<SharedCase>): Promise<SharedCase> {
    const name = `${rule.id} ${JSON.stringify(program)}`;
    const known = this.#sent.get(name);
    if (known !== undefined) return known;
    const sending = send();
    const forOthers = sending.then(withoutNeedlessLines);
    // The first operation reports the error, even where no other one asks for the case.
    forOthers.catch(() => undefined);
    this.#sent.set(name, forOthers);
    return sending;
  }
}

/** The lines of a case in which nothing is violated prove nothing to anybody, and a run would keep them to its end. */
function withoutNeedlessLines({ sent, blamed }: SharedCase): SharedCase {
  if (blamed.owned.length > 0 || blamed.findings.some(({ outcome }) => outcome === 'violated')) return { sent, blamed };
  return { sent: { ...sent, lines: [], history: historyOf([]) }, blamed };
}

/**
 * The judgement of the shared case for one operation. If it settles nothing (no violation that counts, and the rule
 * did not apply), the operation sends the case itself with the full patience.
 */
export async function sendShared(
  rule: Rule,
  operation: Operation,
  program: Program,
  runner: CaseRunner,
): Promise<JudgedCase> {
  const context = { choices: runner.choices };
  const judge = (sent: SentCase): Blamed => blamedIn(rule, sent.history, context);
  const { sent, blamed } = await runner.shared.get(rule, program, async () => {
    const first = await runner.send(rule, program);
    return { sent: first, blamed: first.trouble === undefined ? judge(first) : { findings: [], owned: [] } };
  });
  if (sent.trouble === undefined) {
    const judgement = judgeShared(rule, sent.history, context, blamed, operation.id);
    const sure = sureOf(judgement.violations);
    if (sure.length > 0 || (judgement.violations.length === 0 && judgement.applied > 0))
      return { ...sent, judgement: { ...judgement, violations: sure } };
  }
  const again = await sendCase(rule, operation, program, runner, true);
  return again.trouble === undefined
    ? { ...again, judgement: judgeShared(rule, again.history, context, judge(again), operation.id) }
    : again;
}
