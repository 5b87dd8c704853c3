import { judgeAgreement } from '../../checks/agreement.ts';
import { storedFinding } from '../../checks/media/stored-as-sent.ts';
import { judgeRefusedWrites } from '../../checks/write/refused-writes.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, THIS_NAMESPACE } from '../cases.ts';
import { callsOf } from '../judging.ts';
import type { Finding, History, JsonObject, Operation, Program, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'media-types/every-writing-of-json-is-read',
  level: 'must',
  impact: 'content',
  title:
    'A JSON body is stored with every value that was sent, however it is written: with white space around it, with escapes, and with its members in another order.',
  cites: ['media-types.requests.2', 'media-types.requests.1'],
  operations: operationsOf(['create'], ({ namespaced }) => namespaced),
  cases: (operation) => fc.constant(program(operation)),
  check,
  least: 1,
};

/** Writes a body with another name in a way of JSON (RFC 8259) that serializers seldom use. */
type Writing = (body: JsonObject, name: string) => string;

const amidWhiteSpace: Writing = (body, name) =>
  `\r\n\t ${JSON.stringify({ ...body, metadata: { name } }, null, '\t')}\n `;
const inReverse: Writing = (body, name) =>
  JSON.stringify(Object.fromEntries(Object.entries({ ...body, metadata: { name } }).toReversed()));
const withEscapes: Writing = (body, name) =>
  JSON.stringify({ ...body, metadata: { name, annotations: ESCAPED } }).replaceAll('=', '\\');

/** An equals sign stands for the backslash of an escape. */
const ESCAPED: JsonObject = { '=u006bey': 'a=/b =u00e4 =ud83e=udd84 =u003c', plain: 'ä/🦄' };

/** By name: each way alone, because a server may refuse or misread one of them. */
const WRITINGS: Readonly<Record<string, Writing>> = {
  '{{b}}': amidWhiteSpace,
  '{{c}}': inReverse,
  '{{d}}': withEscapes,
};

function program(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const body = minimalObject(on.resource, '{{a}}', THIS_NAMESPACE);
  return [
    on.createHere(body),
    ...Object.entries(WRITINGS).flatMap(([name, written]) => [
      on.createHere({}, { text: written(body, name) }),
      on.get(name),
    ]),
  ];
}

function* check(history: History): Iterable<Finding> {
  yield* judgeRefusedWrites(history, rule.id, 'success: the body is JSON');
  yield* judgeAgreement(history, {
    role: ({ source }) => (source === 'get' ? 'subject' : source === 'write' ? 'reference' : undefined),
  });
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const stored = sentFor(exchange, rule.id) ? storedFinding(exchange, observed) : undefined;
    if (stored !== undefined) yield stored;
  }
}
