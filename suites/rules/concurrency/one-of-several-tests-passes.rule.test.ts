import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './one-of-several-tests-passes.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(version: string, kept: string): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c', namespace: 'a', uid: 'u', resourceVersion: version, annotations: { kept } },
  };
}

const MADE: Literal = { send: `POST ${MAPS}`, body: map('', 'yes'), response: [200, map('1', 'yes')] };

function take(value: string, ...response: [number, JsonObject]): Extract<Literal, { readonly send: string }> {
  const path = '/metadata/annotations/kept';
  return {
    send: `PATCH ${MAPS}/c`,
    headers: [['content-type', 'application/json-patch+json']],
    body: [
      { op: 'test', path, value: 'yes' },
      { op: 'replace', path, value },
    ],
    response,
  };
}

const refused = take('two', 422, {});

describe('parallel JSON patches that test a value and replace it', () => {
  it('have at most one that is carried out', () => {
    expect(outcomesOf(rule, MADE, { together: [take('one', 200, map('2', 'one')), refused] })).toEqual(['held']);
    const both = [take('one', 200, map('2', 'one')), take('two', 200, map('3', 'two'))];
    expect(outcomesOf(rule, MADE, { together: both })).toEqual(['several tests pass']);
  });

  it('may all be refused', () => {
    expect(outcomesOf(rule, MADE, { together: [refused, refused] })).toEqual([]);
  });

  it('are not judged beside a write that may bring the value back', () => {
    const back: Literal = { send: `PUT ${MAPS}/c`, body: map('', 'yes'), response: [200, map('3', 'yes')] };
    const takers = [take('one', 200, map('2', 'one')), take('two', 200, map('4', 'two'))] as const;
    expect(outcomesOf(rule, MADE, takers[0], back, takers[1])).toEqual([]);
  });
});
