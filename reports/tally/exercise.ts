import type { ExercisedOperation, Report } from '../../fixtures/formats/verdict-log.ts';
import type { Verdict } from '../../fixtures/formats/verdict.ts';
import { CLAUSES } from '../../spec/clauses/index.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';

/** How much of the contract a run really put to its target. */
export interface Exercise {
  /** Of all that the document demands and that shows over HTTP: how many had a rule that came to a verdict. */
  readonly clauses: { readonly judged: number; readonly of: number };
  /** Tabulated operations that were met with success, with refusal, and (writes) with another write at the same time. */
  readonly operations: { readonly of: number; readonly accepted: number; readonly refused: number; readonly writes: number; readonly concurrent: number };
  /** What was not exercised, a line each. */
  readonly gaps: readonly string[];
}

const CONCLUSIVE: ReadonlySet<Verdict> = new Set(['passed', 'informational', 'deviation', 'failed', 'flaky']);
const READS: ReadonlySet<string> = new Set(['discover', 'get', 'list', 'listAll', 'watch', 'watchList', 'watchAll', 'getStatus']);

/** What binds a server and can be seen over HTTP. */
const DEMANDS = CLAUSES.filter(({ level, unobservable }) => level === 'must' && unobservable === undefined);

/** Only of a run that says what it sent; the operations that count are the tabulated ones that its rules were judged on. */
export function exerciseOf(report: Report): Exercise | undefined {
  if (report.exercised === undefined) return undefined;
  const judged = new Set(report.operations.map(({ operation }) => operation));
  const asked = OPERATIONS.filter(({ id, tabulated }) => tabulated && judged.has(id));
  const writes = new Set(asked.filter(({ verb }) => !READS.has(verb)).map(({ id }) => id));
  const sent = new Map(report.exercised.map((each) => [each.operation, each]));
  const count = (such: (each: ExercisedOperation) => number, among: Iterable<string>): number => [...among].filter((id) => (such(sent.get(id) ?? nothing(id)) > 0)).length;
  const ids = asked.map(({ id }) => id);
  return {
    clauses: clausesOf(report),
    operations: {
      of: ids.length,
      accepted: count(({ accepted }) => accepted, ids),
      refused: count(({ refused }) => refused, ids),
      writes: writes.size,
      concurrent: count(({ concurrent }) => concurrent, writes),
    },
    gaps: [...clauseGaps(report), ...ids.flatMap((id) => operationGaps(sent.get(id) ?? nothing(id), writes.has(id)))],
  };
}

function nothing(operation: string): ExercisedOperation {
  return { operation, accepted: 0, refused: 0, concurrent: 0 };
}

function clausesOf(report: Report): Exercise['clauses'] {
  const judged = new Set(report.rules.filter(({ operations }) => operations.some(({ verdict }) => CONCLUSIVE.has(verdict))).flatMap(({ clauses }) => clauses.map(({ id }) => id)));
  return { judged: DEMANDS.filter(({ id }) => judged.has(id)).length, of: DEMANDS.length };
}

function clauseGaps(report: Report): string[] {
  return report.rules
    .filter(({ operations }) => operations.length > 0 && !operations.some(({ verdict }) => CONCLUSIVE.has(verdict)))
    .map(({ id, verdict, operations }) => `${id} came to no verdict: ${verdict}${operations[0]?.reason === undefined ? '' : `, ${operations[0].reason}`}`);
}

function operationGaps({ operation, accepted, refused, concurrent }: ExercisedOperation, writes: boolean): string[] {
  const lacking = [...(accepted === 0 ? ['accepted'] : []), ...(refused === 0 ? ['refused'] : []), ...(writes && concurrent === 0 ? ['sent beside another write'] : [])];
  return lacking.length === 0 ? [] : [`${operation} was never ${lacking.join(', never ')}`];
}
