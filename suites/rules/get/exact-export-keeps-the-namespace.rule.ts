import * as fc from 'fast-check';
import { asksFor } from './export.ts';
import { answered, callsOf } from '../../checks/responses.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
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
    const object = answered(exchange);
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
