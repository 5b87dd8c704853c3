import type { Clause, ClauseLevel } from '../../spec/clauses/index.ts';
import { CLAUSES, endpointClauseId } from '../../spec/clauses/index.ts';
import type { Operation } from '../../spec/surface/operations.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import type { Rule } from '../rules/rule.ts';
import { byFamily } from './by-family.ts';
import { made, table } from './markdown.ts';

const LEVELS: readonly ClauseLevel[] = ['must', 'may', 'silent'];

/** `docs/coverage.md`: which rules cite each clause, and which families judge each operation. What nothing covers has a dash. */
export function coverage(rules: readonly Rule[]): string {
  const citing = rulesByClause(rules);
  const sections = [...new Set(CLAUSES.map(({ section }) => section))];
  return [
    made('Coverage', 'spec/clauses, spec/surface and suites/rules'),
    '## Clauses',
    table(['Level', 'Clauses', 'Judged by a rule'], LEVELS.map((level) => levelRow(level, citing))),
    ...sections.flatMap((section) => [`### ${section}`, clauseTable(section, citing)]),
    '## Operations of the endpoint tables',
    'The number of rules of each family that judge the operation.',
    operationTable(rules, true),
    '## Operations that the tables lack',
    'They are judged where a target offers them, and `unsupported` elsewhere.',
    operationTable(rules, false),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The rules that cite each clause by name; for the clause of an endpoint, how many judge that endpoint. */
function rulesByClause(rules: readonly Rule[]): ReadonlyMap<string, readonly string[]> {
  const citing = new Map<string, string[]>();
  for (const operation of OPERATIONS.filter(({ tabulated }) => tabulated)) {
    const count = judging(rules, operation);
    if (count > 0) citing.set(endpointClauseId(operation), [`${count} (below, by family)`]);
  }
  for (const { id, cites } of rules) {
    for (const clause of cites) citing.set(clause, [...(citing.get(clause) ?? []), id]);
  }
  return citing;
}

function levelRow(level: ClauseLevel, citing: ReadonlyMap<string, readonly string[]>): string[] {
  const clauses = CLAUSES.filter((clause) => clause.level === level);
  return [level, String(clauses.length), String(clauses.filter(({ id }) => citing.has(id)).length)];
}

function clauseTable(section: string, citing: ReadonlyMap<string, readonly string[]>): string {
  const rows = CLAUSES.filter((clause) => clause.section === section).map((clause) => clauseRow(clause, citing.get(clause.id)));
  return table(['Clause', 'Level', 'Statement', 'Rules'], rows);
}

/** A clause that no rule cites says why its level is what it is: most of those are not seen over HTTP. */
function clauseRow({ id, level, statement, reason }: Clause, rules: readonly string[] | undefined): string[] {
  return [`\`${id}\``, level, rules === undefined ? `${statement} (${reason})` : statement, rules?.join(', ') ?? '-'];
}

function operationTable(rules: readonly Rule[], tabulated: boolean): string {
  const families = [...byFamily(rules)];
  const operations = OPERATIONS.filter((operation) => operation.tabulated === tabulated);
  const cells = (operation: Operation): string[] => families.map(([, members]) => numberOrDash(judging(members, operation)));
  return table(['Operation', ...families.map(([family]) => family)], operations.map((operation) => [`\`${operation.id}\``, ...cells(operation)]));
}

function judging(rules: readonly Rule[], { id }: Operation): number {
  return rules.filter(({ operations }) => operations.some((operation) => operation.id === id)).length;
}

function numberOrDash(count: number): string {
  return count === 0 ? '-' : String(count);
}
