import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { isHidden } from '../../checks/media/protobuf.ts';
import { judgeBodies } from '../../checks/validation/bad-bodies.ts';
import { textAt } from '../../oracle/json.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { isEnvelope } from '../../oracle/protobuf/object-bytes.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { inTurn, type Extra, fc, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { type ResourceCalled, sent } from '../judging.ts';
import type { Operation, Program, Resource, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'media-types/bytes-that-are-no-protobuf-are-refused',
  level: 'must',
  negative: true,
  title:
    'A protobuf body that is no message is refused and changes nothing. So is a create whose message names a kind of another group.',
  cites: ['parameters.write.body', 'what-the-service-does.components'],
  operations: operationsOf(['create', 'replace', 'replaceStatus']),
  needs: ['create', 'get', 'list', 'protobuf bodies'],
  cases: (operation) => {
    const others = RESOURCES.filter((other) => isForeign(other, resourceOf(operation)));
    return fc
      .tuple(inTurn('this is no protobuf', 'k8s\0no envelope'), inTurn(...others))
      .map(([text, other]) => program(operation, text, other));
  },
  check: (history) => {
    const read = withProtobufRead(history);
    return read === history ? [] : judgeBodies(read, ['create', 'replace', 'replaceStatus'], faultOf);
  },
  least: 1,
};

/**
 * The kind of a message defines its fields. A message of a kind outside of the path's group cannot be taken for one
 * of the path's kinds. A PUT may ignore which kind its body names: the stored object has the kind of its path.
 */
function isForeign(named: { readonly kind: string; readonly group: string }, { kind, group }: Resource): boolean {
  return named.kind !== kind && named.group !== group;
}

function faultOf(exchange: ResourceCalled): string | undefined {
  const { request, call } = exchange;
  const { body } = request;
  if (requestType(exchange) !== PROTOBUF_TYPE || body === undefined || isHidden(body)) return undefined;
  if (!isEnvelope(body.bytes)) return 'bytes that are no protobuf';
  const [kind, apiVersion] = [textAt(sent(exchange), 'kind'), textAt(sent(exchange), 'apiVersion')];
  if (call.verb !== 'create' || kind === undefined || apiVersion === undefined) return undefined;
  const group = apiVersion.includes('/') ? (apiVersion.split('/', 1)[0] ?? '') : '';
  return isForeign({ kind, group }, call.resource) ? 'a message of another kind' : undefined;
}

function program(operation: Operation, text: string, other: Resource): Program {
  const on = stepsOn(resourceOf(operation));
  const protobuf = { contentType: PROTOBUF_TYPE };
  const write = (body: Template, extra: Extra): Program[number] =>
    operation.verb === 'create'
      ? on.createHere(body, extra)
      : operation.verb === 'replace'
        ? on.replace('{{a}}', body, extra)
        : on.replaceStatus('{{a}}', body, extra);
  const unreadable = write({}, { text, ...protobuf });
  return operation.verb === 'create'
    ? [on.list(), unreadable, write(minimalObject(other, '{{a}}'), protobuf), on.get('{{a}}'), on.list()]
    : [on.create(minimalObject(on.maker, '{{a}}')), on.get('{{a}}'), unreadable, on.get('{{a}}'), on.list()];
}
