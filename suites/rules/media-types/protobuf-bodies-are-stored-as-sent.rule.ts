import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeStoredAsSent } from '../../checks/media/stored-as-sent.ts';
import { throughProtobuf } from '../../oracle/protobuf/object-bytes.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { objectOf, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import type { JsonObject, Operation, Program, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-bodies-are-stored-as-sent',
  level: 'must',
  impact: 'content',
  title: 'A protobuf body is stored with every value that was sent, like the same body in JSON.',
  cites: ['media-types.requests.1'],
  operations: operationsOf(['create', 'replace']),
  needs: ['create', 'protobuf bodies'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return objectOf(operation.verb === 'create' ? on.resource : on.maker).map((body) => program(operation, body));
  },
  check: (history) => {
    const read = withProtobufRead(history);
    return read === history
      ? []
      : judgeStoredAsSent(read, { type: PROTOBUF_TYPE, name: 'protobuf', sayable: throughProtobuf, optional: true });
  },
  least: 1,
};

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
