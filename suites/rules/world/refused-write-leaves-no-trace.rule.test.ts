import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { NONCE_ANNOTATION } from '../../checks/write/kept-nonces.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './refused-write-leaves-no-trace.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';

const map = (metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion: '2', ...metadata },
});
const create: ExchangeLiteral = { send: `POST ${PATH}`, body: map(), response: [200, map()] };
const get = (object: object): ExchangeLiteral => ({ send: `GET ${PATH}/m`, response: [200, object] });
const SAID = { annotations: { [NONCE_ANNOTATION]: 'm-json' }, finalizers: ['example.com/m-json'] };
const stale: ExchangeLiteral = {
  send: `PUT ${PATH}/m`,
  body: map({ resourceVersion: '1', ...SAID }),
  response: [409, { kind: 'Status' }],
};

describe('a PUT that is refused', () => {
  it('holds if a later get shows annotations and finalizers of the system alone', () => {
    const seen = map({ resourceVersion: '3', annotations: { 'system/seen': 'yes' }, finalizers: ['system/holds'] });
    expect(outcomesOf(rule, create, get(map()), stale, get(seen))).toEqual(['held']);
  });

  it.each([
    ['annotations', { annotations: SAID.annotations }],
    ['finalizers', { finalizers: SAID.finalizers }],
  ])('is violated if a later get shows its %s', (member, kept) => {
    expect(outcomesOf(rule, create, get(map()), stale, get(map({ resourceVersion: '3', ...kept })))).toEqual([
      `/metadata/${member} changed after a refusal: replace`,
    ]);
  });

  it('may be refused by a 500 in a case of the rule, whose writes are all wrong, and in no other', () => {
    const broken: ExchangeLiteral = { ...stale, response: [500, { kind: 'Status' }] };
    const own: ExchangeLiteral = { ...broken, headers: [['X-Plumbline-Rule', rule.id]] };
    const changed = get(map({ resourceVersion: '3', annotations: SAID.annotations }));
    expect(outcomesOf(rule, create, get(map()), own, get(map()))).toEqual(['held']);
    expect(outcomesOf(rule, create, get(map()), own, changed)).toEqual([
      '/metadata/annotations/example.com~1refused changed after a refusal: replace: 500',
    ]);
    expect(outcomesOf(rule, create, get(map()), broken, changed)).toEqual([]);
  });

  it('holds if another write has the same values', () => {
    const written = map({ resourceVersion: '3', ...SAID });
    const put: ExchangeLiteral = { send: `PUT ${PATH}/m`, body: map(SAID), response: [200, written] };
    expect(outcomesOf(rule, create, get(map()), stale, put, get(written))).toEqual(['held']);
  });
});
