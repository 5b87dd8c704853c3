import { append } from '../../shared/group-by.ts';
import type { Adequacy } from '../../shared/verdict-log/adequacy.ts';
import { type Clause, type ClauseLevel, CLAUSES, endpointClauseId } from '../../spec/clauses/index.ts';
import { type Operation, OPERATIONS } from '../../spec/surface/operations.ts';
import { leftOutOf, whyLeftOut } from '../rules/left-out.ts';
import { needsControllers } from '../rules/needs.ts';
import type { Rule } from '../rules/rule.ts';
import { byFamily } from './by-family.ts';
import type { ClauseFault } from './clause-faults.ts';
import { made } from './markdown.ts';
import { table } from '../../shared/page/markdown.ts';
import { WAYS, type JudgedWays, waysWanted } from './ways.ts';

const LEVELS: readonly ClauseLevel[] = ['must', 'may', 'silent'];

/**
 * `docs/coverage.md`: the rules that cite each clause, or why none can, and the faults that break it; the families
 * that exercise each operation, by way; and left-out operations, with the reason. Gaps have a dash, or `none`.
 */
export function coverage(
  rules: readonly Rule[],
  ways: JudgedWays,
  faults: readonly ClauseFault[],
  generated: Pick<Adequacy, 'clauses' | 'samples'>,
): string {
  const citing = rulesByClause(rules);
  const breaking = faultsByClause(faults);
  const sections = [...new Set(CLAUSES.map(({ section }) => section))];
  return [
    made('Coverage', 'spec/clauses, spec/surface, suites/rules, fixtures/kill-matrix.json and fixtures/adequacy.json'),
    '`pnpm fresh --check` fails if any table has a gap.',
    '## Clauses',
    'Some rules need workload controllers. On a target without them these rules are `unsupported`, and so are the clauses that no other rule judges. [What is left out](#what-is-left-out) lists the clauses that no rule judges.',
    table(
      ['Level', 'Clauses', 'Judged by a rule', 'of these, only with controllers', 'Not visible over HTTP', 'Gaps'],
      LEVELS.map((level) => levelRow(level, rules, citing)),
    ),
    'The faults of a clause are named servers that break it: they prove that its rules can fail. The faults of an endpoint are those for which a rule failed on it.',
    'Generated faults are derived from the tables of the document. For each clause, the page has their number, and of those that were judged, how many a rule found (killed). [adequacy.md](adequacy.md) names the survivors.',
    ...sections.flatMap((section) => [`### ${section}`, clauseTable(section, rules, citing, { breaking, generated })]),
    '## Clauses that no fault breaks',
    'Rules judge these clauses, but no known fault proves that such a rule can fail.',
    untriedTable(citing, breaking),
    '## Operations, and how they are exercised',
    'The number of rules that send the operation expecting success (positive), expecting a refusal or no effect (negative), or in parallel with other requests (concurrent). Reads need not be concurrent.',
    wayTable(ways),
    '## Operations of the endpoint tables',
    'The number of rules of each family that judge the operation.',
    operationTable(rules, true),
    '## Operations that the tables lack',
    'They are judged if the target serves them, and `unsupported` otherwise.',
    operationTable(rules, false),
    '## What is left out',
    '### Clauses that nothing over HTTP shows',
    table(
      ['Clause', 'Level', 'Statement', 'Why'],
      CLAUSES.flatMap(({ id, level, statement, unobservable }) =>
        unobservable === undefined ? [] : [[`\`${id}\``, level, statement, unobservable]],
      ),
    ),
    '### Operations that rules leave out',
    'Every rule is judged on every operation of its verbs, on all kinds and through all equivalent paths, except for these.',
    leftOutTable(rules),
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * The rules that cite each clause by name; for the clause of an endpoint, the number of rules that judge the
 * endpoint.
 */
function rulesByClause(rules: readonly Rule[]): ReadonlyMap<string, readonly string[]> {
  const citing = new Map<string, string[]>();
  for (const operation of OPERATIONS.filter(({ tabulated }) => tabulated)) {
    const count = judging(rules, operation);
    if (count > 0) citing.set(endpointClauseId(operation), [`${count} (below, by family)`]);
  }
  for (const { id, cites } of rules) for (const clause of cites) append(citing, clause, id);
  return citing;
}

function levelRow(
  level: ClauseLevel,
  rules: readonly Rule[],
  citing: ReadonlyMap<string, readonly string[]>,
): string[] {
  const clauses = CLAUSES.filter((clause) => clause.level === level);
  const judged = clauses.filter(({ id }) => citing.has(id));
  const unseen = clauses.filter(({ unobservable }) => unobservable !== undefined);
  const gaps = clauses.filter(({ id, unobservable }) => !citing.has(id) && unobservable === undefined);
  return [
    level,
    ...[clauses, judged, judged.filter((clause) => needsControllersOnly(clause, rules)), unseen, gaps].map(
      ({ length }) => String(length),
    ),
  ];
}

/** Whether every rule that cites a clause needs a controller. */
function needsControllersOnly({ id }: Clause, rules: readonly Rule[]): boolean {
  const citing = rules.filter(({ cites }) => cites.includes(id));
  return citing.length > 0 && citing.every(needsControllers);
}

/** The names of the faults that break each clause. */
function faultsByClause(faults: readonly ClauseFault[]): ReadonlyMap<string, readonly string[]> {
  const breaking = new Map<string, string[]>();
  for (const { name, clauses } of faults) for (const clause of clauses) append(breaking, clause, name);
  return breaking;
}

/** The number of faults that a row of a table names; it counts the others. */
const NAMED = 3;

function faultsOf(names: readonly string[] = []): string {
  if (names.length === 0) return '-';
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
}

function untriedTable(
  citing: ReadonlyMap<string, readonly string[]>,
  breaking: ReadonlyMap<string, readonly string[]>,
): string {
  const untried = CLAUSES.filter(({ id, level }) => level === 'must' && citing.has(id) && !breaking.has(id));
  return table(
    ['Clause', 'Statement', 'Rules'],
    untried.map(({ id, statement }) => [`\`${id}\``, statement, citing.get(id)?.join(', ') ?? '-']),
  );
}

function clauseTable(
  section: string,
  rules: readonly Rule[],
  citing: ReadonlyMap<string, readonly string[]>,
  { breaking, generated }: Breaking,
): string {
  const rows = CLAUSES.filter((clause) => clause.section === section).map((clause) => [
    ...clauseRow(clause, rules, citing.get(clause.id)),
    faultsOf(breaking.get(clause.id)),
    generatedOf(clause, generated),
  ]);
  return table(['Clause', 'Level', 'Statement', 'Rules', 'Faults', 'Generated faults'], rows);
}

/** The faults that break each clause. */
interface Breaking {
  readonly breaking: ReadonlyMap<string, readonly string[]>;
  readonly generated: Pick<Adequacy, 'clauses' | 'samples'>;
}

/** `120, killed 3 of 3`. */
function generatedOf({ id }: Clause, { clauses, samples }: Breaking['generated']): string {
  const derived = clauses[id];
  if (derived === undefined) return '-';
  const measured = samples.flatMap(({ faults }) => faults.filter(({ clause }) => clause === id));
  const killed = measured.filter(({ outcome }) => outcome === 'killed').length;
  const survived = measured.filter(({ outcome }) => outcome === 'survived').length;
  return killed + survived === 0 ? `${derived}, none judged` : `${derived}, killed ${killed} of ${killed + survived}`;
}

function clauseRow(clause: Clause, rules: readonly Rule[], citing: readonly string[] | undefined): string[] {
  const { id, level, statement, unobservable } = clause;
  const judged = citing?.join(', ') ?? (unobservable === undefined ? '-' : 'not visible over HTTP');
  return [`\`${id}\``, level, statement, needsControllersOnly(clause, rules) ? `with controllers: ${judged}` : judged];
}

function wayTable(ways: JudgedWays): string {
  const operations = OPERATIONS.filter(({ tabulated }) => tabulated);
  const cells = (operation: Operation): string[] =>
    WAYS.map((way) => numberOrDash(ways.get(operation.id)?.[way].length ?? 0));
  return table(
    ['Operation', ...WAYS],
    operations.map((operation) => [
      `\`${operation.id}\``,
      ...cells(operation).map((cell, index) =>
        cell === '-' && !waysWanted(operation).some((way) => way === WAYS[index]) ? 'not wanted' : cell,
      ),
    ]),
  );
}

/** For each reason, the rules and the number of operations that it removes from them. */
function leftOutTable(rules: readonly Rule[]): string {
  const byReason = new Map<string, Map<string, number>>();
  for (const rule of rules) {
    for (const operation of leftOutOf(rule)) {
      const why = whyLeftOut(rule, operation)?.why ?? 'no reason is given';
      const counts = byReason.get(why) ?? new Map<string, number>();
      byReason.set(why, counts.set(rule.id, (counts.get(rule.id) ?? 0) + 1));
    }
  }
  return table(
    ['Why', 'Rules, and on how many operations'],
    [...byReason].map(([why, counts]) => [why, [...counts].map(([id, count]) => `${id} (${count})`).join(', ')]),
  );
}

function operationTable(rules: readonly Rule[], tabulated: boolean): string {
  const families = [...byFamily(rules)];
  const operations = OPERATIONS.filter((operation) => operation.tabulated === tabulated);
  const cells = (operation: Operation): string[] =>
    families.map(([, members]) => numberOrDash(judging(members, operation)));
  return table(
    ['Operation', ...families.map(([family]) => family)],
    operations.map((operation) => [`\`${operation.id}\``, ...cells(operation)]),
  );
}

function judging(rules: readonly Rule[], { id }: Operation): number {
  return rules.filter(({ operations }) => operations.some((operation) => operation.id === id)).length;
}

function numberOrDash(count: number): string {
  return count === 0 ? '-' : String(count);
}
