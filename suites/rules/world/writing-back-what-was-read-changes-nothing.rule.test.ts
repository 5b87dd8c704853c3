import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './writing-back-what-was-read-changes-nothing.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';
const SEEN = { 'server.example/seen': 'yes' };

const map = (metadata: object): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', uid: 'u', resourceVersion: '1', labels: { own: 'yes' }, ...metadata },
});
const create: ExchangeLiteral = {
  send: `POST ${PATH}`,
  body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', labels: { own: 'yes' } } },
  response: [200, map({ annotations: SEEN })],
};
const get = (object: object): ExchangeLiteral => ({ send: `GET ${PATH}/m`, response: [200, object] });
const put = (body: object, response: object): ExchangeLiteral => ({
  send: `PUT ${PATH}/m`,
  body,
  response: [200, response],
});

describe('a PUT of the read object', () => {
  it('holds if the object stays, with the annotations of the system', () => {
    const object = map({ annotations: SEEN });
    expect(outcomesOf(rule, create, get(object), put(object, object), get(object))).toEqual(['held']);
  });

  it('is violated if a label is lost, and not judged if the PUT changes one', () => {
    const [object, lost] = [map({ annotations: SEEN }), map({ annotations: SEEN, labels: {}, resourceVersion: '2' })];
    expect(outcomesOf(rule, create, get(object), put(object, lost), get(lost))).toContainEqual(
      expect.stringContaining('/metadata/labels'),
    );
    expect(
      outcomesOf(rule, create, get(object), put(map({ labels: { own: 'no' } }), map({ labels: { own: 'no' } }))),
    ).toEqual([]);
  });
});
