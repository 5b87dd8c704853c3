import { describe, expect, it } from 'vitest';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './well-formed-requests-never-break-the-server.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';
const map = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion: '1', labels: {} },
};
const create: ExchangeLiteral = { send: `POST ${PATH}`, body: map, response: [200, map] };

function patch(...body: object[]): ExchangeLiteral {
  return {
    send: `PATCH ${PATH}/m`,
    headers: [['Content-Type', JSON_PATCH_TYPE]],
    body,
    response: [500, { kind: 'Status' }],
  };
}

const ADD = { op: 'add', path: '/metadata/labels/a', value: 'b' };

describe('a request that is answered 500', () => {
  it('is violated where nothing is wrong with it', () => {
    expect(outcomesOf(rule, create, patch(ADD)).at(-1)).toBe('patch breaks the server');
  });

  it('may be a patch whose test fails', () => {
    expect(outcomesOf(rule, create, patch(ADD, { op: 'test', path: '/kind', value: 'Another' }))).toEqual(['held']);
  });
});
