import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { type Extra, fc, inTurn, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { received, callsOf, held, show, violated, keyCalled } from '../judging.ts';
import { PREFERS_PROTOBUF } from '../prefers-protobuf.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { READS, readBy } from './get-operations.ts';

/** A cache may be keyed by the whole target and the media type, and cleared by the path alone. */
const FORMS: readonly Extra[] = [{}, { query: { pretty: 'true' } }, { accept: YAML_TYPE }];

export const rule: Rule = {
  id: 'get/answers-what-was-last-written',
  level: 'must',
  title: 'A get never returns a state that an acknowledged write has replaced.',
  cites: ['what-the-service-does.1', 'semantics.4.1'],
  operations: READS,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.tuple(inTurn(...FORMS), fc.integer({ min: 2, max: 4 })).map(([form, rounds]) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      ...writtenAndRead(operation, on, form, rounds),
      // A server without protobuf responds in JSON.
      ...writtenAndRead(operation, on, { accept: PREFERS_PROTOBUF }, 2),
    ]);
  },
  check,
};

function writtenAndRead(operation: Operation, on: Steps, form: Extra, rounds: number): Program {
  return Array.from({ length: rounds }, (_, round) => [
    on.patch('{{a}}', { metadata: { labels: { round: `${round}` }, annotations: { form: JSON.stringify(form) } } }),
    readBy(operation, on, '{{a}}', form),
  ]).flat();
}

function* check(recorded: History): Iterable<Finding> {
  const history = withProtobufRead(recorded);
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'get', 'getStatus')) {
    const { name = '' } = exchange.call;
    const version = textAt(received(exchange), 'metadata', 'resourceVersion');
    const writes = observed
      .writesTo(keyCalled(exchange))
      .filter(({ outcome, exchange: write }) => outcome === 'acknowledged' && write.ended < exchange.began);
    if (version === undefined || writes.length === 0 || exchange.request.query.has('resourceVersion')) continue;
    if (observed.wasReplaced(keyCalled(exchange), version, exchange.began))
      yield violated(
        exchange,
        `${name} as the last acknowledged write left it`,
        `version ${show(version)}, which that write replaced`,
        'an old state',
      );
    else yield held(exchange, `after a ${writes.at(-1)?.verb}`);
  }
}
