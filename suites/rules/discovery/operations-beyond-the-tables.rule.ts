import { discoveries } from '../../checks/media/discovery.ts';
import { observed } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { discoveryRule } from './discovery-rule.ts';

export const rule: Rule = discoveryRule(
  {
    id: 'discovery/operations-beyond-the-tables',
    level: 'silent',
    title:
      'This rule reports which resources and subresources discovery lists beyond the tables of the document, such as rollback and scale.',
    cites: ['rules.6', 'rules.7', 'what-the-service-does.additional-operations'],
  },
  check,
);

function* check(history: History): Iterable<Finding> {
  for (const { exchange, resources, entries } of discoveries(history)) {
    const known = new Set(
      resources.flatMap(({ plural, hasStatus }) => (hasStatus ? [plural, `${plural}/status`] : [plural])),
    );
    const beyond = [...entries.keys()].filter((name) => !known.has(name)).sort();
    yield observed(exchange, beyond.length === 0 ? 'names nothing beyond the tables' : `names ${beyond.join(', ')}`);
  }
}
