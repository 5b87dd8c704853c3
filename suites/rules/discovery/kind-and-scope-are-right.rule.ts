import * as fc from 'fast-check';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { discoveries } from '../../checks/discovery.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'discovery/kind-and-scope-are-right',
  level: 'should',
  title: 'Discovery names the kind of each resource and whether it is namespaced, as its paths have it.',
  cites: ['other-shapes.api-resource-list.1', 'what-the-service-does.namespaces'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'discover'),
  needs: [],
  cases: (operation) => fc.constant(exercise(operation)),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, resources, entries } of discoveries(history)) {
    for (const { plural, kind, namespaced } of resources) {
      const entry = entries.get(plural);
      if (entry === undefined) continue;
      for (const [member, expected] of [['kind', kind], ['namespaced', namespaced]] as const) {
        const actual = at(entry, member);
        if (actual === expected) yield held(exchange, `${plural} ${member}`);
        else yield violated(exchange, `${plural}: ${member} ${show(expected)}`, `${member} ${show(actual)}`, `${plural} ${member}`);
      }
    }
  }
}
