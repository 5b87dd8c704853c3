import type { Operation } from '../../../../spec/surface/operations.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { Blamed } from '../history/blame.ts';
import { blamedIn, judgeShared, NO_EVIDENCE } from '../history/judge-history.ts';
import type { CaseRunner, SharedCase } from './case-runner.ts';
import type { JudgedCase } from './send-case.ts';
import { sureOf } from './send-surely.ts';

/**
 * The cases that several operations share in a run (`Rule.shared`). Each is sent once, and once more with the full
 * patience if an operation needs that.
 */
export class SharedCases {
  readonly #sent = new Map<string, Promise<SharedCase>>();

  /** The case, sent by the first operation that needs it. */
  get(rule: Rule, program: Program, patient: boolean, send: () => Promise<SharedCase>): Promise<SharedCase> {
    const name = `${rule.id} ${patient} ${JSON.stringify(program)}`;
    const known = this.#sent.get(name);
    if (known !== undefined) return known;
    const sending = send();
    const forOthers = sending.then((shared) => {
      // A case with a request without a response proves nothing: the next operation sends it again.
      if (shared.sent.trouble !== undefined) this.#sent.delete(name);
      return withoutNeedlessLines(shared);
    });
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
 * did not apply), the case is sent with the full patience, once for all operations that need it.
 */
export async function sendShared(
  rule: Rule,
  operation: Operation,
  program: Program,
  runner: CaseRunner,
): Promise<JudgedCase> {
  const context = { choices: runner.choices };
  const send = (patient: boolean): Promise<SharedCase> =>
    runner.shared.get(rule, program, patient, async () => {
      const sent = await runner.send(rule, program, patient);
      return { sent, blamed: sent.trouble === undefined ? blamedIn(rule, sent.history, context) : NOTHING };
    });
  const judged = ({ sent, blamed }: SharedCase): JudgedCase => ({
    ...sent,
    judgement:
      sent.trouble === undefined ? judgeShared(rule, sent.history, context, blamed, operation.id) : NO_EVIDENCE,
  });
  const first = judged(await send(false));
  const { violations, applied } = first.judgement;
  const sure = sureOf(violations);
  if (sure.length > 0 || (violations.length === 0 && applied > 0))
    return { ...first, judgement: { ...first.judgement, violations: sure } };
  return judged(await send(true));
}
