import type { Operation } from '../../../../spec/surface/operations.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { Blamed } from '../history/blame.ts';
import { blamedIn, judgeShared, NO_EVIDENCE } from '../history/judge-history.ts';
import type { CaseRunner, SharedCase } from './case-runner.ts';
import type { JudgedCase } from './send-case.ts';
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

const NOTHING: Blamed = { findings: [], owned: [] };

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
  const send = async (patient: boolean): Promise<SharedCase> => {
    const sent = await runner.send(rule, program, patient);
    return { sent, blamed: sent.trouble === undefined ? blamedIn(rule, sent.history, context) : NOTHING };
  };
  const judged = ({ sent, blamed }: SharedCase): JudgedCase => ({
    ...sent,
    judgement:
      sent.trouble === undefined ? judgeShared(rule, sent.history, context, blamed, operation.id) : NO_EVIDENCE,
  });
  const first = judged(await runner.shared.get(rule, program, () => send(false)));
  const { violations, applied } = first.judgement;
  const sure = sureOf(violations);
  if (sure.length > 0 || (violations.length === 0 && applied > 0))
    return { ...first, judgement: { ...first.judgement, violations: sure } };
  return judged(await send(true));
}
