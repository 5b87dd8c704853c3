import { describe, expect, it } from 'vitest';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './is-never-refused-for-a-lock.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';
const map = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion: '1' },
};
const create: ExchangeLiteral = { send: `POST ${PATH}`, body: map, response: [200, map] };
const get: ExchangeLiteral = { send: `GET ${PATH}/m`, response: [200, map] };

function patch(status: number, body: unknown, type = MERGE_PATCH_TYPE): ExchangeLiteral {
  return { send: `PATCH ${PATH}/m`, headers: [['Content-Type', type]], body, response: [status, { kind: 'Status' }] };
}

const SOUND = { metadata: { labels: { a: 'b' } } };

describe('a PATCH that names no version', () => {
  it('is violated if it is refused as a conflict', () => {
    expect(outcomesOf(rule, create, patch(409, SOUND), get)).toEqual(['refused after others']);
  });

  it.each([
    ['breaks the server', patch(500, SOUND)],
    ['has a test that fails', patch(409, [{ op: 'test', path: '/data/k', value: 'x' }], JSON_PATCH_TYPE)],
    [
      'copies from a missing member',
      patch(409, [{ op: 'copy', from: '/data/none', path: '/data/k' }], JSON_PATCH_TYPE),
    ],
    ['is of no patch type', patch(409, SOUND, 'application/yaml')],
    ['names another uid', patch(409, { metadata: { uid: 'other' } })],
  ])('is not refused for a lock if it %s', (_, refused) => {
    expect(outcomesOf(rule, create, refused, get)).toEqual([]);
  });
});
