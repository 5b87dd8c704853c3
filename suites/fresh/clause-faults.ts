import type { KillMatrix } from '../../shared/verdict-log/kill-matrix.ts';
import { endpointClauseId } from '../../spec/clauses/index.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import type { Rule } from '../rules/rule.ts';

/** A fault, and the clauses that a server with it breaks. */
export interface ClauseFault {
  readonly name: string;
  readonly clauses: readonly string[];
}

/**
 * The faults of the kill matrix. Each breaks the clauses of the rule that it names, and those of the tabulated
 * operations on which rules failed when it was measured.
 */
export function namedFaults({ faults }: KillMatrix, rules: readonly Rule[]): ClauseFault[] {
  const cites = new Map<string, Rule['cites']>(rules.map((rule) => [rule.id, rule.cites]));
  const endpoints = new Map(
    OPERATIONS.filter(({ tabulated }) => tabulated).map((operation) => [operation.id, endpointClauseId(operation)]),
  );
  return faults.map(({ name, caughtBy, fires }) => {
    const failed = Object.values(fires).flatMap((operation) => endpoints.get(operation) ?? []);
    return { name, clauses: [...new Set([...(cites.get(caughtBy) ?? []), ...failed])] };
  });
}
