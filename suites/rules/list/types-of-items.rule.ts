import { listings } from '../../checks/listings.ts';
import { fc, exercise } from '../cases.ts';
import { observed, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/types-of-items',
  level: 'silent',
  title:
    'This rule reports whether the items of a list carry kind and apiVersion; a dialect can require or forbid them.',
  cites: ['resources.kind.1', 'resources.api-version.1', 'list-payload.4'],
  operations: LISTS,
  cases: (operation) => fc.constant(exercise(operation)),
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const wanted = choices['list.item-types'];
  for (const { exchange, items } of listings(history)) {
    const seen = new Set(
      items.map((item) => (Object.hasOwn(item, 'kind') && Object.hasOwn(item, 'apiVersion') ? 'present' : 'absent')),
    );
    const other = [...seen].find((each) => wanted !== 'either' && each !== wanted);
    if (other !== undefined)
      yield violated(exchange, `kind and apiVersion ${wanted} in items`, other, `types of items are ${other}`);
    else if (seen.size > 0) yield observed(exchange, `types of items are ${show([...seen].sort())}`);
  }
}
