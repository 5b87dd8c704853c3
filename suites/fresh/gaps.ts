import { append } from '../../shared/group-by.ts';
import { type Clause, clauseById, CLAUSES, endpointClauseId } from '../../spec/clauses/index.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import { LEFT_OUT, type LeftOut, leftOutOf, names, whyLeftOut } from '../rules/left-out.ts';
import type { Rule } from '../rules/rule.ts';
import { type JudgedWays, waysWanted } from './ways.ts';

/**
 * All gaps, a line each; none if everything is covered: clauses that no rule judges and that do not say why, or
 * both; rules that cite unknown clauses; tabulated operations that are not exercised in every way; operations that a
 * rule leaves out without a reason, and reasons without such operations.
 */
export function gapsIn(rules: readonly Rule[], ways: JudgedWays, clauses: readonly Clause[] = CLAUSES): string[] {
  return [
    ...clauseGaps(rules, clauses),
    ...citationGaps(rules),
    ...wayGaps(ways),
    ...leftOutGaps(rules),
    ...staleReasons(rules),
  ];
}

function clauseGaps(rules: readonly Rule[], clauses: readonly Clause[]): string[] {
  const cited = new Set<string>(rules.flatMap(({ cites }) => cites));
  const judged = new Set(
    rules.flatMap(({ operations }) => operations.filter(({ tabulated }) => tabulated).map(endpointClauseId)),
  );
  return clauses.flatMap(({ id, unobservable }) => {
    const isJudged = cited.has(id) || judged.has(id);
    if (!isJudged && unobservable === undefined)
      return [
        `clause ${id} is judged by no rule: cite it in one, or say in spec/clauses why nothing over HTTP shows it`,
      ];
    if (isJudged && unobservable !== undefined)
      return [`clause ${id} is judged by a rule, and said to be unobservable: take the one or the other away`];
    return [];
  });
}

function citationGaps(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ id, cites }) => {
    if (cites.length === 0) return [`rule ${id} cites no clause`];
    return cites
      .filter((clause) => clauseById(clause) === undefined)
      .map((clause) => `rule ${id} cites ${clause}, which is no clause`);
  });
}

function wayGaps(ways: JudgedWays): string[] {
  return OPERATIONS.filter(({ tabulated }) => tabulated).flatMap((operation) =>
    waysWanted(operation)
      .filter((way) => (ways.get(operation.id)?.[way].length ?? 0) === 0)
      .map((way) => `operation ${operation.id} has no ${way} cases in any rule`),
  );
}

function leftOutGaps(rules: readonly Rule[]): string[] {
  return rules.flatMap((rule) => {
    const [first, ...rest] = leftOutOf(rule).filter((operation) => whyLeftOut(rule, operation) === undefined);
    if (first === undefined) return [];
    return [
      `rule ${rule.id} is not judged on ${first.id}${rest.length === 0 ? '' : ` and ${rest.length} others`}: widen it, or say why in suites/rules/left-out.ts`,
    ];
  });
}

/** Reasons for a rule that leaves nothing out for them, or for no rule at all. */
function staleReasons(rules: readonly Rule[]): string[] {
  const given = new Map<LeftOut, Rule[]>();
  for (const rule of rules)
    for (const operation of leftOutOf(rule)) {
      const why = whyLeftOut(rule, operation);
      if (why !== undefined) append(given, why, rule);
    }
  return LEFT_OUT.flatMap((entry) => {
    const needed = given.get(entry) ?? [];
    return entry.rules
      .filter((id) => !needed.some((rule) => names(id, rule.id)))
      .map((id) => `suites/rules/left-out.ts gives a reason for ${id} that is not needed: ${entry.why}`);
  });
}
