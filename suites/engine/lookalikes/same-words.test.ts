import { describe, expect, it } from 'vitest';
import { saysTheSame } from './same-words.ts';

describe('two violations of one case', () => {
  it.each([
    [
      'in other namespaces',
      'as GET /api/v1/namespaces/plumbline-a1-0-ns1/pods/a1-3-x shows it',
      'as GET /api/v1/namespaces/plumbline-b2-4-ns1/pods/b2-1-x shows it',
    ],
    ['from a version in the query', '?resourceVersion=345&watch=true', '?resourceVersion=4567890&watch=true'],
    [
      'at a version of a fresh server',
      'stored as version "9" over version 123',
      'stored as version "2415" over version 77',
    ],
    ['at other versions and times', 'version 2798 at 2026-11-28T02:18:35Z', 'version 17 at 2026-11-27T16:40:52Z'],
  ])('say the same %s', (_, one, other) => {
    expect(saysTheSame({ expected: 'x', actual: one }, { expected: 'x', actual: other })).toBe(true);
  });

  it.each([
    ['statuses', '200 OK', '201 Created'],
    ['small numbers', '/spec/replicas 0', '/spec/replicas 1'],
    ['words', 'nothing', 'null'],
    ['members', '/metadata/labels', '/metadata/annotations'],
  ])('do not say the same with other %s', (_, one, other) => {
    expect(saysTheSame({ expected: 'x', actual: one }, { expected: 'x', actual: other })).toBe(false);
  });
});
