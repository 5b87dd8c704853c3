import { describe, expect, it } from 'vitest';
import { callsOf } from '../responses.ts';
import { isMalformed } from './bad-bodies.ts';
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
