import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './only-an-export-is-stripped.rule.ts';

function judged(path: string, made: JsonObject, shown: JsonObject): string[] {
  const name = String((made['metadata'] as JsonObject)['name']);
  return outcomesOf(
    rule,
    { send: `POST ${path}`, body: made, response: [200, made] },
    { send: `GET ${path}/${name}?exact=true`, response: [200, shown] },
  );
}

describe('a get that is no export', () => {
  it('keeps the namespace of the object', () => {
    const map = (metadata: JsonObject): JsonObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'm', uid: 'u1', resourceVersion: '1', ...metadata },
    });
    const path = '/api/v1/namespaces/a/configmaps';
    const [made, stripped] = [map({ namespace: 'a' }), map({})];
    expect(judged(path, made, made)).toEqual(['held']);
    expect(judged(path, made, stripped)).toEqual(['/metadata/namespace is stripped without an export']);
  });

  it('may show an object outside of namespaces with an empty namespace', () => {
    const metadata = { name: 'n', uid: 'u1', resourceVersion: '1', namespace: '' };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
    expect(judged('/api/v1/namespaces', namespace, namespace)).toEqual(['held']);
  });
});
