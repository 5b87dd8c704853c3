import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './takes-every-parameter-of-its-set.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';
const RULE: readonly [string, string] = ['X-Plumbline-Rule', rule.id];
const TYPE = { apiVersion: 'v1', kind: 'ConfigMap' };
const MAP = { ...TYPE, metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: '1' }, data: { k: 'v' } };
const EXPORT = { ...TYPE, metadata: { name: 'm' }, data: { k: 'v' } };

const created: Literal = { send: `POST ${MAPS}`, body: MAP, response: [200, MAP] };
const get = (query: string, object: JsonObject, status = 200): Literal => ({
  send: `GET ${MAPS}/m${query}`,
  headers: [RULE],
  response: [status, object],
});

describe('a get with parameters', () => {
  it('is not refused', () => {
    expect(outcomesOf(rule, created, get('?export=true', EXPORT))).toEqual(['held']);
    expect(outcomesOf(rule, created, get('?export=true', { kind: 'Status' }, 400))).toEqual(['refused with export']);
    expect(outcomesOf(rule, created, get('', { kind: 'Status' }, 400))).toEqual([]);
  });

  it('is an export like any other with exact=false', () => {
    const exported = get('?export=true', EXPORT);
    expect(outcomesOf(rule, created, exported, get('?export=true&exact=false', EXPORT))).toEqual(['held']);
    const annotated = { ...EXPORT, metadata: { name: 'm', annotations: { seen: 'yes' } } };
    expect(outcomesOf(rule, created, exported, get('?export=true&exact=false', annotated))).toEqual(['held']);
    const exact = { ...EXPORT, metadata: { name: 'm', namespace: 'a' } };
    expect(outcomesOf(rule, created, exported, get('?export=true&exact=false', exact))).toContain(
      'exact=false is not as without exact',
    );
    expect(outcomesOf(rule, created, exported, get('?export=true&exact=true', exact))).toEqual(['held']);
  });
});
