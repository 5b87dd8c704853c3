import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf, outcomesUnder } from '../outcomes-of.fixture.ts';
import { rule } from './negative-grace-periods-are-refused.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';
const MAP = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: '1' },
};
const created: Literal = { send: `POST ${MAPS}`, body: MAP, response: [200, MAP] };
const shown: Literal = { send: `GET ${MAPS}/m`, response: [200, MAP] };

describe('a delete with a grace period', () => {
  const judged = (seconds: string, code: number): readonly string[] =>
    outcomesOf(
      rule,
      created,
      { send: `DELETE ${MAPS}/m?gracePeriodSeconds=${seconds}`, body: {}, response: [code, { kind: 'Status', code }] },
      shown,
    );

  it('is refused if that is negative, beyond int32 or no number', () => {
    expect(judged('-1', 400)).toEqual(['held']);
    expect(judged('-1', 200)).toEqual(['accepted: a negative grace period in the query']);
    expect(judged('2147483648', 200)).toEqual(['accepted: a grace period in the query beyond int32']);
    expect(judged('soon', 200)).toEqual(['accepted: a grace period in the query that is no number']);
  });

  it('is refused if that is negative or beyond int32 in the body, unless the dialect takes 64 bits', () => {
    const inBody = (gracePeriodSeconds: number, choices = SPEC.choices): readonly string[] =>
      outcomesUnder(
        choices,
        rule,
        created,
        { send: `DELETE ${MAPS}/m`, body: { gracePeriodSeconds }, response: [200, { kind: 'Status' }] },
        shown,
      );
    expect(inBody(-1)).toEqual(['accepted: a negative grace period in the body']);
    expect(inBody(2_147_483_648)).toEqual(['accepted: a grace period in the body beyond int32']);
    expect(inBody(2_147_483_648, { ...SPEC.choices, 'parameters.int32': 'accepted' })).toEqual([]);
    expect(inBody(2_147_483_647)).toEqual([]);
  });

  it('is not judged with any other value', () => {
    for (const seconds of ['0', '2147483647', '']) expect(judged(seconds, 200)).toEqual([]);
  });
});
