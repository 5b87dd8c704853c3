import { describe, expect, it } from 'vitest';
import { ruleById } from '../../rules/index.ts';
import { ALL_PAIRS, pairsFor } from './pairs.ts';

const LIST = 'GET /api/v1/namespaces/{namespace}/configmaps';
const CLAUSE = 'parameters.list.label-selector';

describe('the pairs that can show a fault', () => {
  const { near, rest } = pairsFor({ operations: [LIST], clause: CLAUSE });

  it('are first those of the operations that show the fault, and then all others', () => {
    expect(near.every(({ operation }) => operation === LIST)).toBe(true);
    expect(rest.some(({ operation }) => operation === LIST)).toBe(false);
    expect(near.length + rest.length).toBe(ALL_PAIRS.length);
  });

  it('begin with the rules that cite the clause of the fault', () => {
    const citing = near.map(({ rule }) => ruleById(rule)?.cites.includes(CLAUSE) === true);
    expect(citing[0]).toBe(true);
    expect(citing.lastIndexOf(true)).toBe(citing.filter(Boolean).length - 1);
  });

  it('put the rules that killed most faults of the family first', () => {
    const killers = new Map([
      ['list/carries-list-metadata', 1],
      ['list/shows-the-current-state', 3],
    ]);
    const [first, second] = pairsFor({ operations: [LIST], clause: CLAUSE }, killers).near;
    expect([first?.rule, second?.rule]).toEqual(['list/shows-the-current-state', 'list/carries-list-metadata']);
  });
});
