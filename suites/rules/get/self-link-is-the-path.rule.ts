import { textAt } from '../../oracle/json.ts';
import { fc, exercise } from '../cases.ts';
import { received, callsOf, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { GETS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/self-link-is-the-path',
  level: 'must',
  impact: 'form',
  title: 'The selfLink in the response of a get is the path of the object.',
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
    const [link, path] = [textAt(object, 'metadata', 'selfLink'), exchange.request.path.replace(/\/$/, '')];
    if (link?.endsWith(path) === true) yield held(exchange, 'the path');
    else yield violated(exchange, `metadata.selfLink ${show(path)}`, show(link), 'metadata.selfLink');
  }
}
