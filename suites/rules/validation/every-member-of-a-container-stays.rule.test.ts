import { describe, expect, it } from 'vitest';
import type { ExchangeLiteral } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './every-member-of-a-container-stays.rule.ts';

const PATH = '/api/v1/namespaces/a/pods';

function pod(init: object, metadata: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'a', uid: 'u', resourceVersion: '1', ...metadata },
    spec: {
      containers: [{ name: 'c', image: 'i:1' }],
      initContainers: [{ name: 'first', image: 'i:1', workingDir: '/work', ...init }],
    },
  };
}

const BEFORE = pod({});
const created: ExchangeLiteral = { send: `POST ${PATH}`, body: BEFORE, response: [200, BEFORE] };
const get = (object: object): ExchangeLiteral => ({ send: `GET ${PATH}/p`, response: [200, object] });
const put = (body: object, status: number, response: object): ExchangeLiteral => ({
  send: `PUT ${PATH}/p`,
  headers: [['x-plumbline-rule', rule.id]],
  body,
  response: [status, response],
});

describe('a PUT that gives an init container another working directory', () => {
  const other = pod({ workingDir: '/other' });

  it('holds if it is refused, and if it changes nothing', () => {
    expect(outcomesOf(rule, created, get(BEFORE), put(other, 422, { kind: 'Status' }), get(BEFORE))).toEqual(['held']);
    expect(outcomesOf(rule, created, get(BEFORE), put(other, 200, BEFORE), get(BEFORE))).toEqual(['held']);
  });

  it('is violated if the response or a later get shows the change', () => {
    const cause = '/spec/initContainers/[*]/workingDir changed by replace';
    expect(outcomesOf(rule, created, get(BEFORE), put(other, 200, other), get(other))).toEqual([cause]);
    expect(outcomesOf(rule, created, get(BEFORE), put(other, 200, BEFORE), get(other))).toEqual([cause]);
  });

  it('is violated if it is refused and changes the pod all the same', () => {
    expect(outcomesOf(rule, created, get(BEFORE), put(other, 422, { kind: 'Status' }), get(other))).toEqual([
      expect.stringContaining('/spec/initContainers'),
    ]);
  });
});

it('is violated if a PUT without a member removes it, and holds if the old value was the default of the server', () => {
  const without = pod({ workingDir: '' });
  expect(outcomesOf(rule, created, get(BEFORE), put(without, 200, without))).toEqual([
    '/spec/initContainers/[*]/workingDir changed by replace',
  ]);
  expect(outcomesOf(rule, created, get(BEFORE), put(without, 200, BEFORE))).toEqual(['held']);
});
