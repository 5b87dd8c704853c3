import { JSON_TYPE, PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { judgeProtobufForm, judgeProtobufStatus } from '../../checks/media/protobuf.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { throughProtobuf } from '../../oracle/protobuf/object-bytes.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { objectOf, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Operation, Rule } from '../rule.ts';
import { callBy } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-shows-the-same-object',
  level: 'must',
  impact: 'content',
  title:
    'A response in protobuf shows the same object as one in JSON at the same version, and reports an absent object alike.',
  cites: ['media-types.1', 'media-types.2'],
  operations: operationsOf(['create', 'get', 'getStatus', 'list', 'listAll']),
  needs: ['create', 'protobuf answers'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const absent = [on.get('{{z}}', { accept: PROTOBUF_TYPE }), on.get('{{z}}')];
    return objectOf(operation.verb === 'create' ? on.resource : on.maker).map((body) => [
      ...callBy(operation, on, body, { accept: acceptedFor(operation) }),
      on.get('{{a}}'),
      ...absent,
    ]);
  },
  check,
  least: 1,
};

/** Lists are requested in the stream type, which they must serve as well. */
function acceptedFor({ verb }: Operation): string {
  return verb === 'listAll' ? `${PROTOBUF_TYPE};stream=watch` : PROTOBUF_TYPE;
}

function* check(history: History): Iterable<Finding> {
  const read = withProtobufRead(history);
  if (read === history) return;
  yield* judgeProtobufForm(read);
  yield* judgeProtobufStatus(read);
  yield* judgeAgreement(read, {
    role: ({ source, exchange }) => {
      const type = source === 'event' || source === 'delete' ? undefined : responseType(exchange);
      return type === PROTOBUF_TYPE ? 'subject' : type === JSON_TYPE ? 'reference' : undefined;
    },
    showable: throughProtobuf,
  });
}
