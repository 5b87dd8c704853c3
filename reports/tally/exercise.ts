import type { ExercisedOperation, Report, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';
import { CLAUSES, endpointClauseId } from '../../spec/clauses/index.ts';
import { type Operation, OPERATIONS } from '../../spec/surface/operations.ts';

/** How much of the contract a run exercised on its target. */
export interface ContractExercise {
  /**
   * The observable requirements of the document, and how many had a rule with a verdict. Each rule on an endpoint's
   * operation judges the clause of that endpoint.
   */
  readonly clauses: { readonly judged: number; readonly of: number };
  /**
   * The tabulated operations, and how many had successful requests, refused requests, and (for writes) concurrent
   * writes.
   */
  readonly operations: {
    readonly of: number;
    readonly accepted: number;
    readonly refused: number;
    readonly writes: number;
    readonly concurrent: number;
  };
  /** Unexercised parts, a line each. */
  readonly gaps: readonly string[];
}

const CONCLUSIVE: ReadonlySet<Verdict> = new Set(['passed', 'informational', 'deviation', 'failed']);
const READS: ReadonlySet<string> = new Set([
  'discover',
  'get',
  'list',
  'listAll',
  'watch',
  'watchList',
  'watchAll',
  'getStatus',
]);

/** Observable requirements on a server. */
const DEMANDS = CLAUSES.filter(({ level, unobservable }) => level === 'must' && unobservable === undefined);

/** The tabulated operations: the denominator of every run, whatever its selection. */
const TABULATED = OPERATIONS.filter(({ tabulated }) => tabulated);
const WRITES = TABULATED.filter(({ verb }) => !READS.has(verb));

/** `undefined` if the run does not record its requests. */
export function exerciseOf(report: Report): ContractExercise | undefined {
  if (report.exercised === undefined) return undefined;
  const sent = new Map(report.exercised.map((each) => [each.operation, each]));
  const count = (such: (each: ExercisedOperation) => number, among: readonly Operation[]): number =>
    among.filter(({ id }) => such(sent.get(id) ?? nothing(id)) > 0).length;
  return {
    clauses: clausesOf(report),
    operations: {
      of: TABULATED.length,
      accepted: count(({ accepted }) => accepted, TABULATED),
      refused: count(({ refused }) => refused, TABULATED),
      writes: WRITES.length,
      concurrent: count(({ concurrent }) => concurrent, WRITES),
    },
    gaps: [...clauseGaps(report), ...operationGaps(report, sent)],
  };
}

function nothing(operation: string): ExercisedOperation {
  return { operation, accepted: 0, refused: 0, concurrent: 0 };
}

function clausesOf(report: Report): ContractExercise['clauses'] {
  const cited = report.rules
    .filter(({ operations }) => operations.some(({ verdict }) => CONCLUSIVE.has(verdict)))
    .flatMap(({ clauses }) => clauses.map(({ id }) => id));
  const concluded = new Set(
    report.rules.flatMap(({ operations }) =>
      operations.filter(({ verdict }) => CONCLUSIVE.has(verdict)).map(({ operation }) => operation),
    ),
  );
  const judged = new Set([...cited, ...TABULATED.filter(({ id }) => concluded.has(id)).map(endpointClauseId)]);
  return { judged: DEMANDS.filter(({ id }) => judged.has(id)).length, of: DEMANDS.length };
}

/** A line for each reason why rules had no verdict. */
function clauseGaps(report: Report): string[] {
  const open = report.rules.filter(
    ({ operations }) => operations.length > 0 && !operations.some(({ verdict }) => CONCLUSIVE.has(verdict)),
  );
  const reasons = [...new Set(open.map(whyOpen))];
  return reasons.map(
    (why) =>
      `${open
        .filter((rule) => whyOpen(rule) === why)
        .map(({ id }) => id)
        .join(', ')} came to no verdict: ${why}`,
  );
}

function whyOpen({ verdict, operations }: ReportedRule): string {
  const reason = operations[0]?.reason;
  return reason === undefined ? verdict : `${verdict}, ${reason}`;
}

/** A line for each judged operation with a gap, and one for all the others. */
function operationGaps({ operations }: Report, sent: ReadonlyMap<string, ExercisedOperation>): string[] {
  const judged = new Set(operations.map(({ operation }) => operation));
  const [asked, left] = [TABULATED.filter(({ id }) => judged.has(id)), TABULATED.filter(({ id }) => !judged.has(id))];
  const untouched =
    left.length === 0
      ? []
      : [`${left.length} tabulated operations had no rule in this run: ${left.map(({ id }) => id).join(', ')}`];
  return [
    ...asked.flatMap((operation) =>
      gapsOf(sent.get(operation.id) ?? nothing(operation.id), WRITES.includes(operation)),
    ),
    ...untouched,
  ];
}

function gapsOf({ operation, accepted, refused, concurrent }: ExercisedOperation, writes: boolean): string[] {
  const lacking = [
    ...(accepted === 0 ? ['accepted'] : []),
    ...(refused === 0 ? ['refused'] : []),
    ...(writes && concurrent === 0 ? ['sent beside another write'] : []),
  ];
  return lacking.length === 0 ? [] : [`${operation} was never ${lacking.join(', never ')}`];
}
