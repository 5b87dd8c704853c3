import { expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf, outcomesUnder } from '../outcomes-of.fixture.ts';
import { rule } from './yaml-shows-control-characters.rule.ts';

const OBJECT = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', uid: 'u1', resourceVersion: '10' },
  data: { text: 'a\u007fb' },
};
const CREATE: Literal = { send: 'POST /api/v1/namespaces/a/configmaps', body: OBJECT, response: [200, OBJECT] };
const FAILURE =
  'apiVersion: v1\nkind: Status\nstatus: Failure\nmessage: control characters are not allowed\ncode: 500\n';

function read(status: number, body: string): Literal {
  return {
    send: 'GET /api/v1/namespaces/a/configmaps/m',
    headers: [['Accept', 'application/yaml']],
    response: [status, body, [['Content-Type', 'application/yaml']]],
  };
}

const shown = (text: string): Literal =>
  read(
    200,
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m, uid: u1, resourceVersion: "10"}\ndata: {text: "${text}"}\n`,
  );

it('holds if the text is shown as it was written', () => {
  expect(outcomesOf(rule, CREATE, shown('a\\x7fb'))).toEqual(['held']);
  expect(outcomesOf(rule, CREATE, shown('ab'))).toEqual(['a text with a control character']);
  expect(outcomesOf(rule, CREATE, read(200, FAILURE))).toEqual(['a text with a control character']);
});

it('reports a failure by either status in dialects that allow one, and no other text', () => {
  const outcomes = (literal: Literal): string[] => outcomesUnder(KUBERNETES_1_7.choices, rule, CREATE, literal);
  expect(outcomes(read(200, FAILURE))).toEqual(['observed']);
  expect(outcomes(read(500, FAILURE))).toEqual(['observed']);
  expect(outcomes(shown('ab'))).toEqual(['a text with a control character']);
});
