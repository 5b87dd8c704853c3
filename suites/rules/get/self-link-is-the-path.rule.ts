import { pathsOf } from '../../checks/object-paths.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, exercise } from '../cases.ts';
import { received, callsOf, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { GETS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/self-link-is-the-path',
  level: 'must',
  impact: 'form',
  title: 'The selfLink in the response of a get is a path of the object.',
  cites: ['object-metadata.self-link.1'],
  operations: GETS,
  cases: (operation) => fc.constant(exercise(operation)),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const object = received(exchange);
    if (object === undefined || exchange.request.query.has('export')) continue;
    const { resource, namespace, name = '' } = exchange.call;
    const link = textAt(object, 'metadata', 'selfLink');
    // A kind in two groups has two paths, and the document does not say which of them is shown.
    const paths = pathsOf({ kind: resource.kind, namespace, name });
    if (paths.some((path) => link?.endsWith(path))) yield held(exchange, 'the path');
    else yield violated(exchange, `metadata.selfLink ${paths.join(' or ')}`, show(link), 'metadata.selfLink');
  }
}
