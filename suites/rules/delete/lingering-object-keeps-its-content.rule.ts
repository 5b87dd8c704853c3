import { deletions } from '../../checks/delete/deletes.ts';
import { changedByClients, freshReadsAfter } from '../../checks/fresh-reads.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { objectOf, resourceOf, stepsOn } from '../cases.ts';
import { succeeded, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES, release } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/lingering-object-keeps-its-content',
  level: 'must',
  title: 'A terminating object keeps its content, except for the members that say that it is terminating.',
  cites: ['semantics.6.1', 'semantics.1.1', 'semantics.2.2'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return objectOf(on.maker).map((object) => [
      on.create({ $edit: object, with: [{ set: '/metadata/finalizers', to: ['example.com/hold'] }] }),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      on.list(),
      release(on, '{{a}}'),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, key, before } of deletions(history)) {
    if (!succeeded(exchange)) continue;
    for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
      if (seen === undefined || seen.uid !== before.uid) continue;
      const changed = changedByClients(before, seen);
      if (changed === undefined) yield held(exchange, `kept, in ${where}`);
      else
        yield violated(
          exchange,
          `${changed.path} ${show(changed.expected)}, as before the delete`,
          `${show(changed.actual)} in ${where}`,
          `${changed.path} changes`,
        );
    }
  }
}
