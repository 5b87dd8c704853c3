import { describe, expect, it } from 'vitest';
import { type ExchangeLiteral, historyFrom } from '../history-literals.fixture.ts';
import { lostRestoringWrites, lostWrites } from './restoring-writes.ts';

const PATH = '/api/v1/namespaces/a/configmaps';

const map = (version: string, label: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'm',
    namespace: 'a',
    uid: 'u',
    resourceVersion: version,
    labels: { label },
    creationTimestamp: null,
  },
});
const create: ExchangeLiteral = { send: `POST ${PATH}`, body: map('', 'x'), response: [200, map('1', 'x')] };
const patch = (label: string, response: object): ExchangeLiteral => ({
  send: `PATCH ${PATH}/m`,
  headers: [['Content-Type', 'application/merge-patch+json']],
  body: { metadata: { labels: { label } } },
  response: [200, response],
});
const put = (sent: object, response: object): ExchangeLiteral => ({
  send: `PUT ${PATH}/m`,
  body: sent,
  response: [200, response],
});
/** How many of the writes are lost, and how many of these restore an earlier state. */
function counts(...writes: readonly ExchangeLiteral[]): readonly number[] {
  const history = historyFrom([create, patch('y', map('2', 'y')), ...writes]);
  return [lostWrites(history).length, lostRestoringWrites(history).length];
}

describe('a write that restores an earlier state', () => {
  it('is lost if it returns the version of that state', () => {
    expect(counts(patch('x', map('1', 'x')))).toEqual([1, 1]);
    expect(counts(put(map('2', 'x'), map('1', 'x')))).toEqual([1, 1]);
  });

  it('is not lost if it returns a new version', () => {
    expect(counts(patch('x', map('3', 'x')))).toEqual([0, 0]);
  });
});

describe('a write that returns a replaced version', () => {
  it('restores nothing if it sent another state, or names that version', () => {
    expect(counts(patch('z', map('1', 'x')))).toEqual([1, 0]);
    expect(counts(put(map('1', 'x'), map('1', 'x')))).toEqual([1, 0]);
  });
});
