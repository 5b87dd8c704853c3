import { collectionDeletes } from '../../checks/delete/collection-deletes.ts';
import { isHeld, optionsOf } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { readAll } from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/every-view-shows-the-removal',
  level: 'must',
  title:
    'Objects that a collection delete removes through one group version are gone from the other too, and no other object is.',
  cites: ['rules.4', 'semantics.6.1', 'versioning.3'],
  operations: operationsOf(
    ['deleteCollection'],
    (resource) => resource.namespaced && otherGroupVersion(resource) !== resource,
  ),
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    return fc
      .shuffledSubarray(['{{a}}', '{{ab}}', '{{b}}'], { minLength: 1 })
      .map((names) => [
        ...names.map((name) => on.create(minimalObject(on.maker, name))),
        on.create(minimalObject(on.maker, '{{c}}'), { unlabelled: true }),
        readAll(other, names),
        on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
        ...[...names, '{{c}}'].map((name) => other.get(name)),
        other.list(),
      ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, matching, others } of collectionDeletes(history)) {
    for (const member of [...matching, ...others]) {
      const { key, before, atOnce } = member;
      const removed = matching.includes(member);
      if (removed && !atOnce) continue;
      for (const { exchange: read, seen, where } of freshReadsAfter(history, observed, key, exchange)) {
        if (
          read.call.resource.id === exchange.call.resource.id ||
          (removed && seen !== undefined && isHeld(seen.content, optionsOf(exchange)))
        )
          continue;
        if ((seen?.uid === before.uid) !== removed) yield held(exchange, removed ? 'gone' : 'left');
        else
          yield violated(
            exchange,
            `${key.name} ${removed ? 'is gone' : 'is left'}`,
            `${removed ? 'it is' : 'nothing'} in ${where} of the other view`,
            `${removed ? 'spared' : 'removed'} in the other view`,
          );
      }
    }
  }
}
