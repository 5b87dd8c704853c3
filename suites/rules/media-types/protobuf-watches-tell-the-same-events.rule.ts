import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { operationFor } from '../../../spec/surface/operations.ts';
import { judgeProtobufStreams } from '../../checks/media/protobuf-streams.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { fc, resourceOf, stepsOn, awaitEvents, awaitVersion, OWN_OBJECTS, versionOf } from '../cases.ts';
import type { Operation, Program, Resource, Rule } from '../rule.ts';
import { made, WATCHED, watchBy } from '../watch/watch-steps.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-watches-tell-the-same-events',
  level: 'must',
  impact: 'events',
  title: 'A watch in protobuf is framed by length and delivers the same events as the watch in JSON.',
  cites: ['events.3', 'media-types.2', 'events.2.3'],
  operations: WATCHED,
  needs: ['create', 'get', 'patch', 'protobuf answers'],
  cases: (operation) => fc.constant(program(operation)),
  check: (history) => {
    const read = withProtobufRead(history);
    return read === history ? [] : judgeProtobufStreams(read);
  },
  least: 1,
};

/** Whether every server deletes objects of the kind at once: a namespace takes its time. */
function isRemovable({ id, namespaced }: Resource): boolean {
  return namespaced && operationFor(id, 'delete')?.tabulated === true;
}

/**
 * A get in protobuf shows that the target supports it. Then an object is changed twice and deleted while both
 * watches are open.
 */
function program(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const query = { resourceVersion: versionOf('made-a'), ...(operation.verb === 'watch' ? {} : OWN_OBJECTS) };
  const change = (text: string) => on.patch('{{a}}', { metadata: { annotations: { change: text } } }, { as: text });
  return [
    ...made(operation, ['a']),
    on.get('{{a}}', { accept: PROTOBUF_TYPE }),
    watchBy(operation, 'json', query),
    { ...watchBy(operation, 'protobuf', query), accept: `${PROTOBUF_TYPE};stream=watch` },
    change('first'),
    change('second'),
    awaitVersion('json', 'second'),
    awaitEvents('protobuf', 2),
    ...(isRemovable(on.resource) ? [on.remove('{{a}}'), awaitEvents('json', 3), awaitEvents('protobuf', 3)] : []),
  ];
}
