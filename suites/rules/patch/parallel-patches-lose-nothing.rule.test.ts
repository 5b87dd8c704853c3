import { expect, it } from 'vitest';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './parallel-patches-lose-nothing.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(version: string, annotations: JsonObject): JsonObject {
  const metadata = { name: 'm', namespace: 'a', uid: 'u', resourceVersion: version, annotations };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

it('finds an annotation that a merge patch removed and a later read shows', () => {
  const story: ExchangeLiteral[] = [
    { send: `POST ${MAPS}`, body: map('1', { old: 'x' }), response: [200, map('1', { old: 'x' })] },
    {
      send: `PATCH ${MAPS}/m`,
      headers: [['Content-Type', MERGE_PATCH_TYPE]],
      body: { metadata: { annotations: { old: null, new: 'y' } } },
      response: [200, map('2', { new: 'y' })],
    },
  ];
  const read = (annotations: JsonObject): ExchangeLiteral => ({
    send: `GET ${MAPS}/m`,
    response: [200, map('3', annotations)],
  });
  expect(outcomesOf(rule, ...story, read({ new: 'y' }))).toEqual(['held']);
  expect(outcomesOf(rule, ...story, read({ new: 'y', old: 'x' }))).toEqual(['an acknowledged removal is lost alone']);
});
