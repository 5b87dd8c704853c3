import { textAt } from '../../oracle/json.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { READS, readBy } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/answers-what-was-last-written',
  level: 'must',
  title: 'A get never returns a state that an acknowledged write has replaced.',
  cites: ['what-the-service-does.1', 'semantics.4.1'],
  operations: READS,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .integer({ min: 1, max: 4 })
      .map((rounds) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        ...Array.from({ length: rounds }, (_, round) => [
          on.patch('{{a}}', { metadata: { labels: { round: `${round}` } } }),
          readBy(operation, on, '{{a}}'),
        ]).flat(),
      ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'get', 'getStatus')) {
    const { resource, namespace, name = '' } = exchange.call;
    const version = textAt(received(exchange), 'metadata', 'resourceVersion');
    const writes = observed
      .writesTo(keyOf(resource, namespace, name))
      .filter(({ outcome, exchange: write }) => outcome === 'acknowledged' && write.ended < exchange.began);
    if (version === undefined || writes.length === 0 || exchange.request.query.has('resourceVersion')) continue;
    if (observed.wasReplaced(keyOf(resource, namespace, name), version, exchange.began))
      yield violated(
        exchange,
        `${name} as the last acknowledged write left it`,
        `version ${show(version)}, which that write replaced`,
        'an old state',
      );
    else yield held(exchange, `after a ${writes.at(-1)?.verb}`);
  }
}
