import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../oracle/json.ts';
import { judgeAgreement } from './agreement.ts';
import { historyFrom, type Literal } from './history-literals.fixture.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(version: string, data: JsonObject): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version },
    data,
  };
}

const get = (object: JsonObject): Literal => ({ send: `GET ${MAPS}/m`, response: [200, object] });
const list = (...items: readonly JsonObject[]): Literal => ({
  send: `GET ${MAPS}`,
  response: [200, { kind: 'ConfigMapList', items }],
});

function judge(...literals: readonly Literal[]): string[] {
  const findings = judgeAgreement(historyFrom(literals), {
    role: ({ source }) => (source === 'list' ? 'subject' : 'reference'),
  });
  return [...findings].map((finding) => (finding.outcome === 'violated' ? finding.cause : finding.outcome));
}

describe('one version of one object', () => {
  it('agrees if all reads show the same, in any order', () => {
    expect(judge(get(map('1', { a: 'b' })), list(map('1', { a: 'b' })))).toEqual(['held']);
    expect(judge(list(map('1', { a: 'b' })), get(map('1', { a: 'b' })))).toEqual(['held']);
  });

  it('disagrees if a member differs or is missing', () => {
    expect(judge(get(map('1', { a: 'b' })), list(map('1', { a: 'c' })))).toEqual(['/data/a differs']);
    expect(judge(get(map('1', { a: 'b', c: 'd' })), list(map('1', { a: 'b' })))).toEqual(['/data/c differs']);
  });

  it('is not compared with another version', () => {
    expect(judge(get(map('1', { a: 'b' })), list(map('2', { a: 'c' })))).toEqual([]);
  });
});
