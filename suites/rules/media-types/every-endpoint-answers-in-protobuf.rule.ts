import { PROTOBUF_TYPE, JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { asksForProtobuf, isHidden } from '../../checks/media/protobuf.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { judgeWholeResponses } from '../../checks/media/whole-responses.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { isEnvelope, throughProtobuf } from '../../oracle/protobuf/object-bytes.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc } from '../cases.ts';
import { responseOf, held, show, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Operation, Rule } from '../rule.ts';
import { type RequestForm, inEachFormAndRead } from './each-form.ts';
import { isWatch } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/every-endpoint-answers-in-protobuf',
  level: 'must',
  title:
    'A server that speaks protobuf responds in it to every operation, watches included, with the same content as in JSON.',
  cites: ['media-types.1', 'media-types.2', 'media-types.discovery'],
  operations: OPERATIONS,
  needs: ['create', 'protobuf answers'],
  cases: (operation) => fc.constant(inEachFormAndRead(operation, formsOf(operation))),
  check,
  sweep: true,
};

function formsOf(operation: Operation): readonly RequestForm[] {
  const streams = isWatch(operation) || operation.verb === 'list' || operation.verb === 'listAll';
  const types = [JSON_TYPE, PROTOBUF_TYPE, ...(streams ? [`${PROTOBUF_TYPE};stream=watch`] : [])];
  return types.map((accept) => ({ accept }));
}

/** Judges only its own cases, which are sent only to servers with protobuf. */
function* check(history: History, context: CheckContext): Iterable<Finding> {
  const read = withProtobufRead(history);
  const refused = refusedForms(read, rule.id, 'accept');
  for (const exchange of read.exchanges) {
    if (exchange.call === undefined || !sentFor(exchange, rule.id) || !asksForProtobuf(exchange)) continue;
    if (refused.has(exchange.id))
      yield violated(exchange, `a response in ${PROTOBUF_TYPE}`, responseOf(exchange), 'protobuf is refused');
    else if (isServed(exchange)) yield judgeForm(exchange);
  }
  yield* judgeWholeResponses(read, context, rule.id, { type: PROTOBUF_TYPE, showable: throughProtobuf });
}

function judgeForm(exchange: Exchange): Finding {
  if (responseType(exchange) !== PROTOBUF_TYPE)
    return violated(exchange, `Content-Type ${PROTOBUF_TYPE}`, show(responseType(exchange)), 'content type');
  const body = exchange.response?.body;
  if (exchange.call?.watching !== true && !isHidden(body) && body !== undefined && !isEnvelope(body.bytes))
    return violated(exchange, 'an enveloped object in protobuf', `${body.bytes.length} bytes`, 'cannot be read');
  return held(exchange, exchange.call?.verb ?? '');
}
