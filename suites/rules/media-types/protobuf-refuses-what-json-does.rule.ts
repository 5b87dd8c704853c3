import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { isProtobuf, withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { fc } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { judgeRefusals, refusedIn, REFUSING } from './refused-in.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-refuses-what-json-does',
  level: 'must',
  impact: 'data',
  negative: true,
  sweep: true,
  title:
    'A protobuf body is refused for the reasons for which a JSON body is: a forbidden value, a taken name, a replaced version, delete options that exclude each other.',
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
