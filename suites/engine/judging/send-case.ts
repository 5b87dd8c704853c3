import type { Operation } from '../../../spec/surface/operations.ts';
import type { Program } from '../../program/program.ts';
import type { Rule } from '../../rules/rule.ts';
import type { CaseSender, SentCase } from './case-runner.ts';
import type { Judgement } from './judge-history.ts';
import { judgeHistory, NO_EVIDENCE } from './judge-history.ts';

/** A case that was sent, and what the rule found in it. */
export interface JudgedCase extends SentCase {
  readonly judgement: Judgement;
}

/** Sends a case and holds the rule against what happened. A case in which a request got no answer is no evidence. */
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

/** How and how often a case is sent. */
export interface Sending {
  /** So many times at most. */
  readonly tries: number;
  /** Whether events are waited for with the full patience. */
  readonly patient?: boolean;
  readonly mayTry?: () => boolean;
}

/** Sends a case until it breaks the rule, or until it cannot be sent again. */
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

/** How often a case may be sent until it fails: more than once only where what it does together may come in another order. */
export function triesOf(program: Program, most: number): number {
  return program.some((step) => step.do === 'together' && step.branches.length > 1) ? most : 1;
}
