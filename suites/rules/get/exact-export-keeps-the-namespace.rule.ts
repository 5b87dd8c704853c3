import { at } from '../../oracle/json.ts';
import { fc, exercise, resourceOf } from '../cases.ts';
import { received, callsOf, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { asksFor } from './export.ts';
import { GETS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/exact-export-keeps-the-namespace',
  level: 'must',
  title: 'A get with export=true and exact=true keeps the namespace of the object, and its name.',
  cites: ['parameters.read.exact'],
  operations: GETS.filter((operation) => resourceOf(operation).namespaced),
  cases: (operation) => fc.constant(exercise(operation, { query: { export: 'true', exact: 'true' } })),
  check,
  sweep: true,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const object = received(exchange);
    if (object === undefined || !asksFor(exchange, 'export') || !asksFor(exchange, 'exact')) continue;
    for (const member of ['namespace', 'name'] as const) {
      const [expected, actual] = [exchange.call[member], at(object, 'metadata', member)];
      if (expected === undefined) continue;
      if (actual === expected) yield held(exchange, member);
      else
        yield violated(exchange, `metadata.${member} ${show(expected)}`, show(actual), `metadata.${member} is dropped`);
    }
  }
}
