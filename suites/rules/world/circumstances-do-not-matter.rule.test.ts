import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './circumstances-do-not-matter.rule.ts';

const PATH = '/api/v1/namespaces/a/configmaps';
const OWN = ['X-Plumbline-Rule', rule.id] as const;
const NOT_FOUND = [404, { kind: 'Status', reason: 'NotFound' }] as const;

function map(name: string, version: string, more: object = {}): object {
  const metadata = { name, namespace: 'a', uid: 'u', resourceVersion: version };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, ...more } };
}

/** A terminating object, in whose data the suite's marks are. */
function marked(version: string, mark: string): object {
  const held = { finalizers: ['example.com/hold'], deletionTimestamp: '2017-07-01T00:00:00Z' };
  return { ...map('one-terminating', version, held), data: { 'plumbline-mark': mark } };
}

function own(send: string, response: NonNullable<ExchangeLiteral['response']>, body?: object): ExchangeLiteral {
  return { send, headers: [OWN], response, ...(body === undefined ? {} : { body }) };
}

describe('an object in a circumstance', () => {
  const name = 'one-recreated';
  const create = own(`POST ${PATH}`, [201, map(name, '1')], map(name, ''));

  it('is found by each get while it exists', () => {
    const get = own(`GET ${PATH}/${name}`, NOT_FOUND);
    const again = own(`GET ${PATH}/${name}`, [200, map(name, '1')]);
    expect(outcomesOf(rule, create, again, get, again)).toContain('not found');
    expect(outcomesOf(rule, create, own(`DELETE ${PATH}/${name}`, [200, { kind: 'Status' }]), get)).not.toContain(
      'not found',
    );
  });

  it('keeps the last write although it is terminating', () => {
    const put = own(`PUT ${PATH}/one-terminating`, [200, marked('3', 'by-put')], marked('2', 'by-put'));
    const get = (mark: string): ExchangeLiteral => own(`GET ${PATH}/one-terminating`, [200, marked('4', mark)]);
    const lost = 'a write of a terminating object is lost';
    expect(outcomesOf(rule, put, get('before'))).toContain(lost);
    expect(outcomesOf(rule, put, get('by-put'))).not.toContain(lost);
    const unsure = own(`PUT ${PATH}/one-terminating`, [500, { kind: 'Status' }], marked('3', 'later'));
    expect(outcomesOf(rule, put, unsure, get('later'))).not.toContain(lost);
  });
});
