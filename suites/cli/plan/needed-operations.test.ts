import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { RULES } from '../../rules/index.ts';
import { neededOperations, operationsOfCase, type RuleOnOperation, walksFor } from './needed-operations.ts';

const PATH = '/api/v1/namespaces/{namespace}/configmaps';

function pairsOf(rule: string, ...operations: readonly string[]): RuleOnOperation[] {
  return RULES.filter(({ id }) => id === rule).flatMap((found) =>
    found.operations
      .filter(({ id }) => operations.length === 0 || operations.includes(id))
      .map((operation) => ({ rule: found, operation })),
  );
}

describe('the operations to probe on a target', () => {
  it('are those of its few rules and of their cases', () => {
    const needed = neededOperations(
      pairsOf('replace/stale-version-is-refused', `PUT ${PATH}/{name}`),
      SPEC.choices,
    ).map(({ id }) => id);
    expect(needed).toEqual(expect.arrayContaining([`POST ${PATH}`, `PUT ${PATH}/{name}`]));
    expect(needed.length).toBeLessThan(8);
    const wide = neededOperations(pairsOf('list/shows-only-its-namespace-and-kind', `GET ${PATH}`), SPEC.choices);
    expect(new Set(wide.map(({ resource }) => resource)).size).toBeGreaterThan(1);
  });

  it('are all for many pairs, and those of the case for a saved case', () => {
    const many = RULES.slice(0, 20).flatMap(({ id }) => pairsOf(id));
    expect(neededOperations(many, SPEC.choices)).toEqual(OPERATIONS);
    const [pair] = pairsOf('replace/stale-version-is-refused', `PUT ${PATH}/{name}`);
    if (pair === undefined) throw new RangeError('the rule is not judged on that operation');
    const together = [
      { do: 'together', branches: [[{ do: 'watch', as: 'w', verb: 'watchAll', via: 'parameter', resource: 'pods' }]] },
    ] as const;
    expect(
      operationsOfCase(pair, together)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['GET /api/v1/pods', `POST ${PATH}`, `PUT ${PATH}/{name}`]);
  });
});

describe('the walks of a run', () => {
  it('are none for few pairs, and as many as in a full run for many', () => {
    expect([walksFor(1, 100), walksFor(45, 100), walksFor(5000, 100), walksFor(5000, 10)]).toEqual([0, 2, 10, 1]);
  });
});
