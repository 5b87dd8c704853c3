import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { type BodyForm, judgeStoredAsSent } from '../../checks/media/stored-as-sent.ts';
import { judgeStatusAlone } from '../../checks/write/status-alone.ts';
import { statusOf } from '../../generators/statuses.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { throughProtobuf } from '../../oracle/protobuf/object-bytes.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { withAwkwardTexts } from '../awkward-contents.ts';
import { makeAndRead, minimalObject, objectOf, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import type { Finding, History, JsonObject, Operation, Program, Rule } from '../rule.ts';
import { otherSpec, writeStatus } from '../status/status-cases.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-bodies-are-stored-as-sent',
  level: 'must',
  impact: 'content',
  title:
    'A protobuf body is stored with every value that was sent, like the same body in JSON. A PUT of /status in protobuf changes only the status.',
  cites: ['media-types.requests.1', 'rules.2.2'],
  operations: operationsOf(['create', 'replace', 'replaceStatus']),
  needs: ['create', 'protobuf bodies'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    if (operation.verb === 'replaceStatus')
      return statusOf(on.resource).map((status) => statusProgram(operation, on, status));
    return objectOf(operation.verb === 'create' ? on.resource : on.maker)
      .map(withAwkwardTexts)
      .map((body) => program(operation, body));
  },
  check,
  least: 1,
};

const FORM: BodyForm = { type: PROTOBUF_TYPE, name: 'protobuf', sayable: throughProtobuf, optional: true };

function* check(history: History): Iterable<Finding> {
  const read = withProtobufRead(history);
  if (read === history) return;
  yield* judgeStoredAsSent(read, FORM);
  yield* judgeStatusAlone(read, (exchange) => requestType(exchange) === PROTOBUF_TYPE);
}

/** A PUT of /status that carries another spec too, in JSON and in protobuf, of an object with metadata to lose. */
function statusProgram(operation: Operation, on: Steps, status: JsonObject): Program {
  const { namespaced } = on.resource;
  const write = writeStatus(operation, on, status, namespaced ? [otherSpec(on).edit] : []);
  const body = namespaced ? heldObject(on, '{{a}}') : minimalObject(on.maker, '{{a}}');
  return [
    ...makeAndRead(on, { $edit: body, with: [{ set: '/metadata/annotations/kept', to: 'yes' }] }),
    write,
    on.get('{{a}}', { as: 'read' }),
    { ...write, contentType: PROTOBUF_TYPE },
    on.get('{{a}}'),
    ...(namespaced ? [release(on, '{{a}}')] : []),
  ];
}

function program(operation: Operation, body: JsonObject): Program {
  const on = stepsOn(resourceOf(operation));
  const protobuf = { contentType: PROTOBUF_TYPE };
  const { apiVersion, kind } = on.resource;
  if (operation.verb === 'create')
    return [
      on.createHere({ ...body, metadata: { name: '{{j}}' } }),
      on.list(),
      on.createHere(body, protobuf),
      on.get('{{a}}'),
    ];
  const changed = {
    $edit: { $from: 'made' },
    with: [
      { set: '/metadata/annotations/in', to: 'protobuf' },
      { set: '/apiVersion', to: apiVersion },
      { set: '/kind', to: kind },
    ],
  };
  return [
    on.create(body),
    on.get('{{a}}', { as: 'made' }),
    on.replace('{{a}}', { $from: 'made' }, { as: 'made' }),
    on.replace('{{a}}', changed, protobuf),
    on.get('{{a}}'),
  ];
}
