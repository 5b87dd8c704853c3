import * as fc from 'fast-check';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { discoveries } from '../../checks/discovery.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { History } from '../../oracle/history.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'discovery/lists-each-resource-that-is-served',
  level: 'should',
  title: 'The discovery document of a group-version lists each of its resources, under its plural name.',
  cites: ['other-shapes.api-resource-list.1'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'discover'),
  needs: [],
  cases: (operation) => fc.constant(exercise(operation)),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, resources, entries } of discoveries(history)) {
    for (const { plural } of resources) {
      if (entries.has(plural)) yield held(exchange, plural);
      else yield violated(exchange, `an entry named ${show(plural)} in resources`, `entries named ${show([...entries.keys()])}`, `no entry for ${plural}`);
    }
  }
}
