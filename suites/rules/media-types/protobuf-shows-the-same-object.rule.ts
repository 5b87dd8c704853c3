import { JSON_TYPE, PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { judgeSelection } from '../../checks/list/selection.ts';
import { judgeProtobufForm, judgeProtobufStatus } from '../../checks/media/protobuf.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { throughProtobuf } from '../../oracle/protobuf/object-bytes.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { withAwkwardTexts } from '../awkward-contents.ts';
import { withSet } from '../../oracle/values/json-edits.ts';
import { objectOf, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { release } from '../held-object.ts';
import { judgeExports } from '../get/export.ts';
import type { Finding, History, JsonObject, Operation, Program, Rule } from '../rule.ts';
import { labelled, listBy } from '../selectors/selection-cases.ts';
import { callBy } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-shows-the-same-object',
  level: 'must',
  impact: 'content',
  title:
    'A response in protobuf shows the same object as one in JSON at the same version, obeys selectors and export, and reports an absent object alike.',
  cites: ['media-types.1', 'media-types.2', 'parameters.list.label-selector', 'parameters.read.export'],
  operations: operationsOf(['create', 'get', 'getStatus', 'list', 'listAll']),
  needs: ['create', 'protobuf answers'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const absent = [on.get('{{z}}', { accept: PROTOBUF_TYPE }), on.get('{{z}}')];
    const asked = operation.verb.startsWith('list')
      ? selected(operation)
      : [on.get('{{a}}', { accept: PROTOBUF_TYPE, query: { export: 'true' } })];
    return objectOf(operation.verb === 'create' ? on.resource : on.maker)
      .map(withAwkwardTexts)
      .map((body) => [
        ...callBy(operation, on, held(on, body), { accept: acceptedFor(operation) }),
        on.get('{{a}}'),
        ...(on.resource.namespaced ? [release(on, '{{a}}')] : []),
        ...absent,
        ...asked,
      ]);
  },
  check,
  least: 1,
};

/** The object with a finalizer; a namespace with one would not go. */
function held(on: Steps, body: JsonObject): JsonObject {
  if (!on.resource.namespaced) return body;
  return withSet(body, ['metadata', 'finalizers'], ['example.com/hold']) as JsonObject;
}

/** Lists are requested in the stream type, which they must serve as well. */
function acceptedFor({ verb }: Operation): string {
  return verb === 'listAll' ? `${PROTOBUF_TYPE};stream=watch` : PROTOBUF_TYPE;
}

/** A list in protobuf that selects one of two objects. */
function selected(operation: Operation): Program {
  const list = { ...listBy(operation, { labelSelector: 'only=b' }), accept: PROTOBUF_TYPE };
  return [labelled(stepsOn(resourceOf(operation)), '{{b}}', { only: 'b' }), list];
}

function* check(history: History): Iterable<Finding> {
  const read = withProtobufRead(history);
  if (read === history) return;
  yield* judgeProtobufForm(read);
  yield* judgeProtobufStatus(read);
  yield* judgeExports(read);
  yield* judgeSelection(read, ({ exchange, labels = [] }) =>
    labels.length > 0 && responseType(exchange) === PROTOBUF_TYPE ? 'a selector in protobuf' : undefined,
  );
  yield* judgeAgreement(read, {
    role: ({ source, exchange }) => {
      const type = source === 'event' || source === 'delete' ? undefined : responseType(exchange);
      return type === PROTOBUF_TYPE ? 'subject' : type === JSON_TYPE ? 'reference' : undefined;
    },
    showable: throughProtobuf,
  });
}
