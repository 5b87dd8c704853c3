import { keyOfItem, listings } from '../../checks/listings.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/shows-no-object-twice',
  level: 'must',
  title: 'A list shows each object once, even after changes or a delete and a new create.',
  cites: ['semantics.7.1'],
  operations: LISTS,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const make = on.create(minimalObject(on.maker, '{{a}}'));
    const change = on.patch('{{a}}', { metadata: { labels: { changed: 'yes' } } });
    const again = on.resource.namespaced ? [on.remove('{{a}}'), make] : [];
    return inTurn([make, change], [make, ...again], [make, change, ...again, change]).map((program) => [
      ...program,
      listBy(operation, on),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, items } of listings(history)) {
    const ids = items.map((item) => keyOfItem(exchange, item));
    const twice = ids.find(({ id }, index) => ids.findIndex((other) => other.id === id) !== index);
    if (twice !== undefined)
      yield violated(exchange, `one item named ${twice.name}`, 'several', 'an object is listed twice');
    else if (items.length > 0) yield held(exchange, `${Math.min(items.length, 4)} items or more`);
  }
}
