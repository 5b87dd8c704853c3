import type { Operation } from '../../../../spec/surface/operations.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { CaseRunner, SentCase } from './case-runner.ts';
import { judgeShared } from '../history/judge-history.ts';
import { type JudgedCase, sendCase } from './send-case.ts';
import { sureOf } from './send-surely.ts';

/** The cases that several operations share in a run; each is sent once (`Rule.shared`). */
export class SharedCases {
  readonly #sent = new Map<string, Promise<SentCase>>();

  /** The case, sent by the first operation that needs it. */
  get(rule: Rule, program: Program, send: () => Promise<SentCase>): Promise<SentCase> {
    const name = `${rule.id} ${JSON.stringify(program)}`;
    const known = this.#sent.get(name) ?? send();
    this.#sent.set(name, known);
    return known;
  }
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
  const sent = await runner.shared.get(rule, program, () => runner.send(rule, program));
  if (sent.trouble === undefined) {
    const judgement = judgeShared(rule, sent.history, context, operation.id);
    const sure = sureOf(judgement.violations);
    if (sure.length > 0 || (judgement.violations.length === 0 && judgement.applied > 0))
      return { ...sent, judgement: { ...judgement, violations: sure } };
  }
  const again = await sendCase(rule, operation, program, runner, true);
  return again.trouble === undefined
    ? { ...again, judgement: judgeShared(rule, again.history, context, operation.id) }
    : again;
}
