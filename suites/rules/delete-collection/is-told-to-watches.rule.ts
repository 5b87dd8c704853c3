import { collectionDeletes } from '../../checks/delete/collection-deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { firstIndexFrom } from '../../oracle/values/first-index.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS, awaitObject } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/is-told-to-watches',
  level: 'must',
  impact: 'events',
  title: 'A watch of the collection delivers a DELETED event for each object that a collection delete removes.',
  cites: ['rules.5.2', 'events.1.2', 'rules.4'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get', 'list', 'watchList'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(2, 3).map((count) => {
      const names = ['{{a}}', '{{ab}}', '{{b}}'].slice(0, count);
      return [
        on.watchList('seen'),
        ...names.map((name) => on.create(minimalObject(on.maker, name))),
        on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
        on.list(),
        on.create(minimalObject(on.maker, '{{z}}')),
        awaitObject('seen', '{{z}}'),
      ];
    });
  },
  check,
  least: 2,
};

/**
 * An unfiltered watch that delivered an event of an object, and later one of an object created after the delete,
 * must have delivered the deletion between them: an event of another type than ADDED.
 */
function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const streams = history.exchanges.filter(({ call }) => call?.watching === true);
  for (const { exchange, matching } of collectionDeletes(history)) {
    const after = observed.writes.slice(firstIndexFrom(observed.writes, exchange.ended, ({ began }) => began));
    const later = new Set(
      after
        .filter(({ verb, outcome }) => verb === 'create' && outcome === 'acknowledged')
        .flatMap(({ response }) => response?.uid ?? []),
    );
    const watches = streams.filter((each) => each.ended > exchange.began && watchesWhole(each, exchange));
    for (const { key, before } of matching) {
      const [read] = freshReadsAfter(history, observed, key, exchange);
      if (read === undefined || read.seen !== undefined) continue;
      for (const watch of watches) {
        const delivered = watch.events.map(({ n, type, object }) => ({
          n,
          type,
          uid: textAt(object, 'metadata', 'uid'),
        }));
        const [first, end] = [
          delivered.findIndex(({ uid }) => uid === before.uid),
          delivered.findIndex(({ uid }) => uid !== undefined && later.has(uid)),
        ];
        if (first === -1 || end === -1) continue;
        const deletedEvent = delivered
          .slice(first, end)
          .some(({ n, type, uid }) => uid === before.uid && type !== 'ADDED' && n > exchange.began);
        if (deletedEvent) yield held(exchange, 'delivered');
        else
          yield violated(
            exchange,
            `a DELETED event for ${key.name}`,
            'none before that of an object made later',
            'a removal is not told',
          );
      }
    }
  }
}

function watchesWhole({ call, request }: Exchange, deletion: Exchange): boolean {
  const here = call?.namespace === undefined || call.namespace === deletion.call?.namespace;
  return (
    call?.watching === true &&
    call.verb !== 'watch' &&
    call.resource?.kind === deletion.call?.resource?.kind &&
    here &&
    !request.query.get('labelSelector') &&
    !request.query.get('fieldSelector')
  );
}
