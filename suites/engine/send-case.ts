import type { Operation } from '../../spec/surface/operations.ts';
import type { Program } from '../drivers/program.ts';
import type { Rule } from '../rules/rule.ts';
import type { CaseSender, SentCase } from './case-runner.ts';
import type { Judgement } from './judge-history.ts';
import { judgeHistory } from './judge-history.ts';

/** A case that was sent, and what the rule found in it. */
export interface JudgedCase extends SentCase {
  readonly judgement: Judgement;
}

/** Sends a case and holds the rule against what happened. */
export async function sendCase(rule: Rule, operation: Operation, program: Program, sender: CaseSender): Promise<JudgedCase> {
  const sent = await sender.send(rule, program);
  return { ...sent, judgement: judgeHistory(rule, sent.history, { answers: sender.answers }, operation.id) };
}

/** Sends a case until it breaks the rule, so many times at most and only while it may. */
export async function sendOften(rule: Rule, operation: Operation, program: Program, sender: CaseSender, tries: number, mayTry: () => boolean): Promise<JudgedCase> {
  let last = await sendCase(rule, operation, program, sender);
  for (let tried = 1; tried < tries && last.judgement.violations.length === 0 && mayTry(); tried += 1) last = await sendCase(rule, operation, program, sender);
  return last;
}

/** How often a case may be sent until it fails: more than once only where what it does together may come in another order. */
export function triesOf(program: Program, most: number): number {
  return program.some((step) => step.do === 'together' && step.branches.length > 1) ? most : 1;
}
