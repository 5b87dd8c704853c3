import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import { outcomesOf, outcomesUnder } from '../outcomes-of.fixture.ts';
import { rule } from './no-race-breaks-the-server.rule.ts';

const MAP = '/api/v1/namespaces/a/configmaps/c';

const remove = (code: number): Extract<Literal, { readonly send: string }> => ({
  send: `DELETE ${MAP}`,
  headers: [['X-Plumbline-Rule', rule.id]],
  response: [code, {}],
});

describe('parallel writes of one object', () => {
  it('may be refused, but not with a server error', () => {
    expect(outcomesOf(rule, { together: [remove(200), remove(404)] })).toEqual(['held']);
    expect(outcomesOf(rule, { together: [remove(200), remove(500)] })).toEqual(['held', 'a delete in a race']);
    expect(outcomesOf(rule, { together: [remove(200), remove(503)] })).toEqual(['held']);
  });

  it('may get 500, and no other server error, in a dialect whose servers refuse by 500', () => {
    const race = (code: number): Literal => ({ together: [remove(200), remove(code)] });
    expect(outcomesUnder(KUBERNETES_1_7.choices, rule, race(500))).toEqual(['held']);
    expect(outcomesUnder(KUBERNETES_1_7.choices, rule, race(505))).toEqual(['held', 'a delete in a race']);
  });

  it('are not judged if no other write overlaps them', () => {
    expect(outcomesOf(rule, remove(200), remove(500))).toEqual([]);
  });
});
