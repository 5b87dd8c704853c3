import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { OperationId } from '../../../spec/surface/operations.ts';
import type { ResourceId } from '../../../spec/surface/resources.ts';
import { admissible } from './admissible.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import type { Program } from '../../program/program.ts';
import { mayWrite } from '../../drivers/within-kinds.ts';
import type { Rule } from '../../rules/rule.ts';
import { mixedWalk } from '../../walks/mixed-walk.ts';
import { seedFor } from '../amount.ts';
import { blame } from './blame.ts';
import type { CaseRunner, Walk } from './case-runner.ts';

/** How many walks a run of a hundred cases a rule has; fewer runs have fewer, and the quickest none. */
const WALKS = 10;
const MOST_WALKS = 24;

/** The number of walks of a run of so many cases per rule. */
export function walksOf(runs: number): number {
  return Math.min(MOST_WALKS, Math.floor((WALKS * runs) / 100));
}

/** The program of the walk of that number: the same for the same seed and target, whatever else is judged. */
export function walkProgram(index: number, seed: number, offers: (operation: OperationId) => boolean): Program {
  const [program = []] = fc.sample(mixedWalk(index, { offers }), {
    seed: seedFor(seed, 'walk', `${index}`),
    numRuns: 1,
  });
  return program;
}

/** Makes so many walks, which takes a while: other answers are read between one and the next. Then sends them all. A walk in which a request got no answer is no evidence. */
export async function sendWalks(
  runner: CaseRunner,
  count: number,
  kinds?: readonly ResourceId[],
): Promise<readonly Walk[]> {
  const offers = (operation: OperationId): boolean =>
    runner.notOffered(operation) === undefined && (kinds === undefined || mayWrite(kinds, operation));
  const programs: Program[] = [];
  for (let index = 0; index < count; index += 1) {
    programs.push(walkProgram(index, runner.seed, offers));
    await nextTurn();
  }
  const sent = await Promise.all(
    programs.map(async (program) => ({ program, ...(await runner.send(SENDER, program)) })),
  );
  return sent.filter(({ trouble }) => trouble === undefined);
}

/** As whom walks are sent: they are of every rule. */
const SENDER = { id: 'world/mixed-walk' } as const;

const FINDINGS = new WeakMap<Walk, Map<string, readonly Finding[]>>();

/** What a rule finds in a walk about one operation, and, for the first of its operations, about those that are none of its own. Read once for each rule. */
export function findingsIn(walk: Walk, rule: Rule, operation: OperationId, context: CheckContext): readonly Finding[] {
  const known = FINDINGS.get(walk) ?? new Map<string, readonly Finding[]>();
  FINDINGS.set(walk, known);
  const findings = known.get(rule.id) ?? ownFindings(walk, rule, context);
  known.set(rule.id, findings);
  const isFirst = rule.operations[0]?.id === operation;
  return findings.filter(
    (finding) =>
      finding.operation === operation || (isFirst && !rule.operations.some(({ id }) => id === finding.operation)),
  );
}

function ownFindings({ history }: Walk, rule: Rule, context: CheckContext): readonly Finding[] {
  const admitted = admissible(history, context.choices);
  return blame(rule, [...rule.check(admitted, context)], admitted, context).findings;
}
