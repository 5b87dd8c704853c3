import type { Operation } from '../../../../spec/surface/operations.ts';
import { isConcurrent } from '../../../program/is-concurrent.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { CaseSender, SentCase } from './case-runner.ts';
import { judgeHistory, type HistoryJudgement, NO_EVIDENCE } from '../history/judge-history.ts';

/** A sent case and the rule's findings in it. */
export interface JudgedCase extends SentCase {
  readonly judgement: HistoryJudgement;
}

/** Sends a case and judges the rule on its history. A case with a request without a response proves nothing. */
export async function sendCase(
  rule: Rule,
  operation: Operation,
  program: Program,
  sender: CaseSender,
  patient = false,
): Promise<JudgedCase> {
  const sent = await sender.send(rule, program, patient);
  const judgement =
    sent.trouble === undefined
      ? judgeHistory(rule, sent.history, { choices: sender.choices }, operation.id)
      : NO_EVIDENCE;
  return { ...sent, judgement };
}

/** How and how often to send a case. */
export interface Sending {
  /** Maximum number of sends. */
  readonly tries: number;
  /** Whether to wait for events with the full patience. */
  readonly patient?: boolean;
  readonly mayTry?: () => boolean;
}

/** Sends a case until it violates the rule, or cannot be sent again. */
export async function sendOften(
  rule: Rule,
  operation: Operation,
  program: Program,
  sender: CaseSender,
  { tries, patient = false, mayTry = always }: Sending,
): Promise<JudgedCase> {
  let last = await sendCase(rule, operation, program, sender, patient);
  for (let tried = 1; tried < tries && isOpen(last) && mayTry(); tried += 1)
    last = await sendCase(rule, operation, program, sender, patient);
  return last;
}

function always(): boolean {
  return true;
}

function isOpen({ judgement, trouble }: JudgedCase): boolean {
  return judgement.violations.length === 0 && trouble === undefined;
}

/** How often to send a case until it fails: more than once only if its concurrent steps may interleave differently. */
export function triesOf(program: Program, most: number): number {
  return isConcurrent(program) ? most : 1;
}
