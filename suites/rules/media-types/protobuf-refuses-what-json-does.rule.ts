import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { isProtobuf, withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { fc } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { judgeRefusals, refusedIn, REFUSING } from './refused-in.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-refuses-what-json-does',
  level: 'must',
  negative: true,
  sweep: true,
  title:
    'A body in protobuf is refused for what refuses it in JSON: a value that the document forbids, a name that is taken, a version that was replaced, delete options that may not go together.',
  cites: ['media-types.requests.1', 'errors.2', 'errors.4', 'errors.5.1'],
  operations: REFUSING,
  needs: ['create', 'get', 'list', 'protobuf bodies'],
  cases: (operation) => fc.constant(refusedIn({ contentType: PROTOBUF_TYPE }, operation)),
  check,
};

function check(history: History, context: CheckContext): Iterable<Finding> {
  const read = withProtobufRead(history);
  return read === history
    ? []
    : judgeRefusals(read, context, ({ request }) => isProtobuf(request.headers.get('content-type')));
}
