import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { operationFor } from '../../../spec/surface/operations.ts';
import { judgeProtobufStreams } from '../../checks/media/protobuf-streams.ts';
import { judgeDelivered } from '../../checks/watch/watch-demands.ts';
import { unselectedIn } from '../../checks/watch/unselected.ts';
import { judgeTimeout, MOST_SLACK_MS } from '../../checks/watch/timeouts.ts';
import { watchesIn } from '../../checks/watch/watches.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import type { QueryTemplate } from '../../program/program.ts';
import { fc, minimalObject, resourceOf, stepsOn, awaitEvents, awaitVersion, OWN_OBJECTS, versionOf } from '../cases.ts';
import type { Finding, History, Operation, Program, Resource, Rule, Step } from '../rule.ts';
import { made, WATCHED, watchBy } from '../watch/watch-steps.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-watches-tell-the-same-events',
  level: 'must',
  impact: 'events',
  title:
    'A watch in protobuf is framed by length, delivers the same events as the watch in JSON, and obeys its selector and timeoutSeconds.',
  cites: [
    'events.3',
    'media-types.2',
    'events.2.3',
    'parameters.list.label-selector',
    'parameters.list.timeout-seconds',
  ],
  operations: WATCHED,
  needs: ['create', 'get', 'patch', 'protobuf answers'],
  cases: (operation) => fc.constant(program(operation)),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const read = withProtobufRead(history);
  if (read === history) return;
  yield* judgeProtobufStreams(read);
  yield* judgeDelivered(read, ({ exchange }) => responseType(exchange) !== PROTOBUF_TYPE);
  const streams = watchesIn(read).filter(({ exchange }) => responseType(exchange) === PROTOBUF_TYPE);
  for (const watch of streams) {
    const unselected = unselectedIn(watch);
    if (unselected !== undefined) yield unselected;
    yield* judgeTimeout(watch, read);
  }
}

/** Whether every server deletes objects of the kind at once: a namespace takes its time. */
function isRemovable({ id, namespaced }: Resource): boolean {
  return namespaced && operationFor(id, 'delete')?.tabulated === true;
}

/** A text that makes a frame longer than two bytes can count. */
const LARGE = 'x'.repeat(70_000);

/**
 * A get in protobuf shows that the target supports it. Then an object is changed three times and deleted while both
 * watches are open, and between the changes another one comes that they do not select. A third watch ends at its
 * timeout, and a fourth one, in JSON, has no selector.
 */
function program(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const query = {
    resourceVersion: versionOf('made-a'),
    ...(operation.verb === 'watch' ? {} : { labelSelector: `${OWN_OBJECTS.labelSelector},told` }),
  };
  const inProtobuf = (as: string, more: QueryTemplate = {}): Step => ({
    ...watchBy(operation, as, { ...query, ...more }),
    accept: `${PROTOBUF_TYPE};stream=watch`,
  });
  const change = (text: string, as = text) =>
    on.patch('{{a}}', { metadata: { annotations: { change: text } } }, { as });
  return [
    ...made(operation, ['a'], { told: 'yes' }),
    on.get('{{a}}', { accept: PROTOBUF_TYPE }),
    watchBy(operation, 'json', query),
    inProtobuf('protobuf'),
    inProtobuf('timed', { timeoutSeconds: '1' }),
    watchBy(operation, 'beside', { resourceVersion: versionOf('made-a') }),
    change('first'),
    on.create(minimalObject(on.maker, '{{ab}}')),
    change(LARGE, 'large'),
    change('second'),
    awaitVersion('json', 'second'),
    awaitVersion('beside', 'second'),
    awaitEvents('protobuf', 3),
    ...(isRemovable(on.resource) ? [on.remove('{{a}}'), awaitEvents('json', 4), awaitEvents('protobuf', 4)] : []),
    { do: 'await', watch: 'timed', until: { ended: true }, within: 1000 + MOST_SLACK_MS },
  ];
}
