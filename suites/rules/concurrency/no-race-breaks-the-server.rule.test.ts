import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './no-race-breaks-the-server.rule.ts';

const MAP = '/api/v1/namespaces/a/configmaps/c';

const remove = (code: number): Extract<Literal, { readonly send: string }> => ({
  send: `DELETE ${MAP}`,
  response: [code, {}],
});

describe('parallel writes of one object', () => {
  it('may be refused, but not with a server error', () => {
    expect(outcomesOf(rule, { together: [remove(200), remove(404)] })).toEqual(['held']);
    expect(outcomesOf(rule, { together: [remove(200), remove(500)] })).toEqual(['held', 'a delete in a race']);
    expect(outcomesOf(rule, { together: [remove(200), remove(503)] })).toEqual(['held']);
  });

  it('are not judged if no other write overlaps them', () => {
    expect(outcomesOf(rule, remove(200), remove(500))).toEqual([]);
  });
});
