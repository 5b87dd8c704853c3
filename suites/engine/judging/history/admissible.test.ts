import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../../../spec/dialects/index.ts';
import { admissible } from './admissible.ts';
import { historyFrom } from '../../../checks/history-literals.fixture.ts';
import type { History } from '../../../oracle/history.ts';

const PATH = '/api/v1/namespaces/n/configmaps';

function object(version: string, value: string): unknown {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: version },
    data: { value },
  };
}

describe('the admissible part of a history', () => {
  it('lacks requests that the server rejected as too many', () => {
    const history = historyFrom([
      { send: `GET ${PATH}/a`, response: [429, 'later'] },
      { send: `GET ${PATH}/a`, response: [200, object('1', 'x')] },
    ]);
    expect(admissible(history, SPEC.choices).exchanges.map(({ response }) => response?.status)).toEqual([200]);
  });

  it('lacks reads that got 503, and keeps such writes as writes without a response', () => {
    const later = ['Retry-After', '1'] as const;
    const history = historyFrom([
      { send: `GET ${PATH}/a`, response: [503, 'later', [later]] },
      { send: `PUT ${PATH}/a`, body: object('1', 'y'), response: [503, 'later', [later]] },
      { send: `GET ${PATH}/a`, response: [503, 'for good'] },
    ]);
    expect(
      admissible(history, SPEC.choices).exchanges.map(({ request, response }) => [request.method, response?.status]),
    ).toEqual([
      ['PUT', undefined],
      ['GET', 503],
    ]);
  });

  it('lacks responses in a requested form of later releases, and nothing else', () => {
    const rows = [['Accept', 'application/json;as=Table;v=v1;g=meta.k8s.io, application/json']] as const;
    const table = { kind: 'Table', apiVersion: 'meta.k8s.io/v1', rows: [] };
    const history = historyFrom([
      { send: `GET ${PATH}`, headers: rows, response: [200, table] },
      { send: `GET ${PATH}`, headers: rows, response: [200, { kind: 'ConfigMapList', apiVersion: 'v1', items: [] }] },
      { send: `GET ${PATH}`, response: [200, table] },
      { open: `GET ${PATH}?watch=true`, as: 'w', headers: rows },
      { event: 'w', type: 'ADDED', object: table },
      { end: 'w' },
      {
        send: `POST ${PATH}`,
        headers: [...rows, ['Content-Type', 'application/json']],
        body: object('', 'x'),
        response: [201, table],
      },
    ]);
    expect(
      admissible(history, SPEC.choices).exchanges.map(({ request, response }) => [request.method, response?.status]),
    ).toEqual([
      ['GET', 200],
      ['GET', 200],
      ['POST', undefined],
    ]);
  });

  describe('of a write that returned a replaced version', () => {
    const restoring = (version: string, sent = 'x') =>
      historyFrom([
        { send: `POST ${PATH}`, body: object('', 'x'), response: [201, object('1', 'x')] },
        { send: `PUT ${PATH}/a`, body: object('1', 'y'), response: [200, object('2', 'y')] },
        { send: `PUT ${PATH}/a`, body: object(version, sent), response: [200, object('1', 'x')] },
      ]);
    const statuses = ({ exchanges }: History) => exchanges.map(({ response }) => response?.status);

    it('leaves the outcome open if the write restores that state', () => {
      expect(statuses(admissible(restoring('2'), SPEC.choices))).toEqual([201, 200, undefined]);
      expect(statuses(admissible(restoring('2'), KUBERNETES_1_7.choices))).toEqual([201, 200, undefined]);
    });

    it('keeps it for the rule that judges such writes', () => {
      const rule = { judgesRestoringWrites: true } as const;
      expect(statuses(admissible(restoring('2'), SPEC.choices, rule))).toEqual([201, 200, 200]);
      expect(statuses(admissible(restoring('2'), KUBERNETES_1_7.choices, rule))).toEqual([201, 200, undefined]);
    });

    it('keeps it if the write sent another state, or named the replaced version', () => {
      for (const history of [restoring('2', 'z'), restoring('1')]) {
        expect(admissible(history, SPEC.choices)).toBe(history);
        expect(statuses(admissible(history, KUBERNETES_1_7.choices))).toEqual([201, 200, undefined]);
      }
    });
  });
});
