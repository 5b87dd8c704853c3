import { describe, expect, it } from 'vitest';
import { callsOf } from '../responses.ts';
import { isMalformed, judgeBodies } from './bad-bodies.ts';
import { historyFrom } from '../history-literals.fixture.ts';

function malformed(body: string, type: string): boolean {
  const { exchanges } = historyFrom([
    { send: 'POST /api/v1/namespaces/a/configmaps', headers: [['Content-Type', type]], body, response: [400] },
  ]);
  return callsOf(exchanges, 'create').some(isMalformed);
}

describe('a malformed body', () => {
  it.each(['{"a": ', '[1, 2', '"never closed', '{"a" "b"}', '{"a": {"b": 1}'])('is %s', (text) => {
    expect(malformed(text, 'application/json')).toBe(true);
    expect(malformed(text, 'application/yaml')).toBe(true);
  });

  it.each(['{"a": "}"}', '{"a": {"b": "\\"}"}}}', '[1] 2', 'a: 1\n---\nb: 2\n', '---\na: 1\n---\n{"b"'])(
    'is not %s, because it begins with a whole value',
    (text) => {
      expect(malformed(text, 'application/json')).toBe(false);
      expect(malformed(text, 'application/yaml')).toBe(false);
    },
  );
});

describe('a PUT that must be refused', () => {
  /** The outcomes of a PUT of version 1 that gets this status, and of a read of that version after it. */
  function outcomes(status: number, versionAfter: string): string[] {
    const path = '/api/v1/namespaces/a/configmaps/m';
    const map = (resourceVersion: string): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion },
    });
    const history = historyFrom([
      { send: `GET ${path}`, response: [200, map('1')] },
      { send: `PUT ${path}`, body: map('1'), response: [status, { kind: 'Status', status: 'Failure' }] },
      { send: `GET ${path}`, response: [200, map(versionAfter)] },
    ]);
    return [...judgeBodies(history, ['replace'], () => 'a fault')].map(({ outcome }) => outcome);
  }

  it('is not judged by a conflict if a controller changed the object since it was read', () => {
    expect(outcomes(409, '1')).toEqual(['held']);
    expect(outcomes(409, '2')).toEqual([]);
    expect(outcomes(422, '2')).toEqual(['held']);
  });
});
