import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as ofStatus } from '../status/current-version-succeeds.rule.ts';
import { rule as ofObject } from './current-version-succeeds.rule.ts';

const PATH = '/apis/batch/v1/namespaces/a/jobs';
const job = (version: string): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'j', namespace: 'a', uid: 'u', resourceVersion: version },
  spec: {},
  status: {},
});
const create: ExchangeLiteral = {
  send: `POST ${PATH}`,
  body: { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' } },
  response: [201, job('1')],
};
const get = (version: string): ExchangeLiteral => ({ send: `GET ${PATH}/j`, response: [200, job(version)] });
const FAILURE = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };

describe.each([
  { what: 'a PUT', rule: ofObject, path: `${PATH}/j` },
  { what: 'a PUT of /status', rule: ofStatus, path: `${PATH}/j/status` },
])('$what that carries the version of the last read', ({ rule, path }) => {
  const put = (code: number, padding = ''): ExchangeLiteral => ({
    send: `PUT ${path}`,
    body: { ...job('1'), padding },
    headers: [['X-Plumbline-Rule', rule.id]],
    response: [code, code < 300 ? job('2') : { ...FAILURE, code }],
  });

  it('succeeds', () => {
    expect(outcomesOf(rule, create, get('1'), put(200), get('2'))).toEqual(['held']);
  });

  it.each([409, 412, 422])('is not refused with %i while the version is the current one', (code) => {
    expect(outcomesOf(rule, create, get('1'), put(code), get('1'))).toEqual([`refused with ${code}`]);
  });

  it.each([403, 429])('may be refused with %i by a policy or a limit', (code) => {
    expect(outcomesOf(rule, create, get('1'), put(code), get('1'))).toEqual(['observed']);
  });

  it('may be refused for its size if its body is large, and only then', () => {
    expect(outcomesOf(rule, create, get('1'), put(413, 'x'.repeat(5_000)), get('1'))).toEqual(['observed']);
    expect(outcomesOf(rule, create, get('1'), put(413), get('1'))).toEqual(['refused with 413']);
  });

  it.each([409, 412])('may be refused with %i if a controller wrote in between', (code) => {
    expect(outcomesOf(rule, create, get('1'), put(code), get('2'))).toEqual(['observed']);
  });
});
