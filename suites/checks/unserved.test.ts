import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../spec/dialects/index.ts';
import { outcomesOf, outcomesUnder } from '../rules/outcomes-of.fixture.ts';
import { rule as mergedLists } from '../rules/patch/lists-are-merged-by-their-keys.rule.ts';
import { rule as answersAStream } from '../rules/watch/answers-a-stream.rule.ts';
import { rule as plainCallsSucceed } from '../rules/world/plain-calls-succeed.rule.ts';
import type { Literal } from './history-literals.fixture.ts';

const PODS = '/api/v1/namespaces/a/pods';
const SERVICES = '/api/v1/namespaces/a/services';

/** The response to a plain list, as a case of the rule sends it. */
const list = (status: number): Literal => ({
  send: `GET ${PODS}`,
  headers: [['x-plumbline-rule', plainCallsSucceed.id]],
  response: [status, { kind: 'Status' }],
});

describe('an operation of the tables that the target does not serve', () => {
  it.each([404, 405, 501])('is recognised by a %d to a plain call', (status) => {
    expect(outcomesOf(plainCallsSucceed, list(status))).toEqual(['not served']);
  });

  it('differs from one that fails', () => {
    expect(outcomesOf(plainCallsSucceed, list(500))).toEqual(['list is answered 500']);
  });

  it('differs from one that fails in YAML, which some dialects may', () => {
    const response = [
      500,
      { kind: 'Status', status: 'Failure', code: 500 },
      [['Content-Type', 'application/yaml']],
    ] as const;
    const inYaml: Literal = { ...list(500), response };
    expect(outcomesOf(plainCallsSucceed, inYaml)).toEqual(['list is answered 500']);
    expect(outcomesUnder(KUBERNETES_1_7.choices, plainCallsSucceed, inYaml)).toEqual([]);
  });

  it('is recognised by a plain watch', () => {
    const watch = (status: number): Literal => ({ send: `GET ${PODS}?watch=true`, response: [status, {}] });
    expect(outcomesOf(answersAStream, watch(404))).toEqual(['not served']);
    expect(outcomesOf(answersAStream, watch(500))).toEqual(['refused']);
  });

  it('is never one that the tables lack', () => {
    expect(
      outcomesOf(plainCallsSucceed, {
        send: `DELETE ${SERVICES}`,
        headers: [['x-plumbline-rule', plainCallsSucceed.id]],
        response: [405, { kind: 'Status' }],
      }),
    ).toEqual(['deleteCollection is answered 405']);
  });
});

describe('an operation beyond the tables that the target does not serve', () => {
  it.each([
    [404, []],
    [405, []],
    [501, []],
    [500, ['refused by replace with 500']],
  ])('proves nothing about a legal body: %d', (status, expected) => {
    const put: Literal = {
      send: 'PUT /apis/extensions/v1beta1/namespaces/a/deployments/d',
      headers: [['x-plumbline-rule', mergedLists.id]],
      body: { kind: 'Deployment', metadata: { name: 'd' } },
      response: [status, { kind: 'Status' }],
    };
    expect(outcomesOf(mergedLists, put)).toEqual(expected);
  });
});
