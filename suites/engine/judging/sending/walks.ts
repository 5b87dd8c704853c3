import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { cached } from '../../../../shared/cached.ts';
import type { OperationId } from '../../../../spec/surface/operations.ts';
import type { ResourceId } from '../../../../spec/surface/resources.ts';
import { admissible } from '../history/admissible.ts';
import type { CheckContext, Finding } from '../../../checks/finding.ts';
import { withProtobufRead } from '../../../oracle/protobuf/with-protobuf-read.ts';
import type { Program } from '../../../program/program.ts';
import { mayWrite } from '../../../drivers/cases/within-kinds.ts';
import type { Rule } from '../../../rules/rule.ts';
import { mixedWalk } from '../../../walks/mixed-walk.ts';
import { seedFor } from '../../amount.ts';
import { blame } from '../history/blame.ts';
import type { CaseRunner, Walk } from './case-runner.ts';
import { WALK } from './judged-for.ts';

/** Walks in a run with a hundred cases per rule. Smaller runs have fewer, the smallest none. */
const WALKS = 10;
const MOST_WALKS = 24;

/** The number of walks of a run with that many cases per rule. */
export function walksOf(runs: number): number {
  return Math.min(MOST_WALKS, Math.floor((WALKS * runs) / 100));
}

/** The program of the walk with that number. It only depends on seed and target, not on the judged rules. */
export function walkProgram(index: number, seed: number, offers: (operation: OperationId) => boolean): Program {
  const [program = []] = fc.sample(mixedWalk(index, { offers }), {
    seed: seedFor(seed, 'walk', `${index}`),
    numRuns: 1,
  });
  return program;
}

/**
 * Generates that many walks, and lets pending responses be read between them, because generating is slow. Then sends
 * them all. A walk with a request without a response proves nothing.
 */
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
    programs.map(async (program) => ({ program, ...(await runner.send({ id: WALK }, program)) })),
  );
  return sent.filter(({ trouble }) => trouble === undefined);
}

const FINDINGS = new WeakMap<Walk, Map<string, readonly Finding[]>>();

/**
 * A rule's findings about one operation in a walk. The first operation of the rule also gets the findings about
 * operations that are not the rule's. Checked once per rule.
 */
export function findingsIn(walk: Walk, rule: Rule, operation: OperationId, context: CheckContext): readonly Finding[] {
  const known = cached(FINDINGS, walk, () => new Map());
  const findings = cached(known, rule.id, () => ownFindings(walk, rule, context));
  const isFirst = rule.operations[0]?.id === operation;
  return findings.filter(
    (finding) =>
      finding.operation === operation || (isFirst && !rule.operations.some(({ id }) => id === finding.operation)),
  );
}

function ownFindings({ history }: Walk, rule: Rule, context: CheckContext): readonly Finding[] {
  // Walks read objects in every form, so every rule sees those in protobuf too.
  const admitted = admissible(withProtobufRead(history), context.choices, rule);
  return blame(rule, [...rule.check(admitted, context)], admitted, context).findings;
}
