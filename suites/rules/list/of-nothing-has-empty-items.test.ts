import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './of-nothing-has-empty-items.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';
const MAP = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion: '1' },
};

/** A list of pods in a namespace that a config map shows to exist, before and after. */
function judge(query: string, status: number): string[] {
  const list: Literal = {
    send: `GET /api/v1/namespaces/a/pods${query}`,
    response: [status, status === 200 ? { kind: 'PodList', items: [] } : { kind: 'Status' }],
  };
  const get: Literal = { send: `GET ${MAPS}/m`, response: [200, MAP] };
  return outcomesOf(rule, { send: `POST ${MAPS}`, body: MAP, response: [201, MAP] }, get, list, get);
}

describe('a list of nothing', () => {
  it('holds if it has items, and is violated if the namespace is not found', () => {
    expect(judge('', 200)).toEqual(['held']);
    expect(judge('', 404)).toEqual(['is not found']);
    expect(judge('', 422)).toEqual(['is refused']);
  });

  it('may be refused with 404 for an illegal parameter', () => {
    expect(judge('?timeoutSeconds=99999999999', 404)).toEqual([]);
  });
});
