import { dueChanges } from '../../checks/watch/due-changes.ts';
import { overdueViolation } from '../../checks/watch/overdue.ts';
import { judgeOrder } from '../../checks/watch/order.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import type { NamespaceSlot } from '../../program/program.ts';
import { fc, minimalObject, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { held, violated } from '../judging.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Finding, Program, Resource, Rule, Step } from '../rule.ts';
import { WATCHED, fence, listFirst, watchBy } from './watch-steps.ts';

/** The first is a prefix of the second. */
const SLOTS: readonly NamespaceSlot[] = ['ns1', 'ns11', 'ns2'];

export const rule: Rule = {
  id: 'watch/of-all-namespaces-tells-of-each',
  level: 'must',
  title:
    'A watch of all namespaces delivers the changes in each of them, in their order, even of objects with equal names.',
  cites: ['rules.5.2', 'what-the-service-does.namespaces', 'events.1.2'],
  operations: WATCHED.filter(
    (operation) => ['watchAll', 'listAll'].includes(operation.verb) && resourceOf(operation).namespaced,
  ),
  needs: ['create', 'patch', 'listAll'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const story = fc.array(
      fc.record({ slot: fc.constantFrom(...SLOTS), what: fc.constantFrom('patch', 'remove', 'create') }),
      { minLength: 3, maxLength: 5 },
    );
    return fc
      .record({ listed: fc.boolean(), story })
      .map(({ listed, story }) => [
        ...SLOTS.map((slot) => making(slot)),
        listFirst(operation),
        watchBy(operation, 'seen', listed ? { resourceVersion: versionOf('list') } : {}),
        ...SLOTS.map((slot) => changing(slot, 'first')),
        ...inNewNamespace(resource),
        ...story.map(({ slot, what }, index) =>
          what === 'create'
            ? making(slot)
            : what === 'patch'
              ? changing(slot, `${index}`)
              : stepsOn(resource, slot).remove('{{a}}'),
        ),
        ...fence(operation, 'seen'),
      ]);

    function making(slot: NamespaceSlot): Step {
      const on = stepsOn(resource, slot);
      return on.create(minimalObject(on.maker, '{{a}}'));
    }

    function changing(slot: NamespaceSlot, turn: string): Step {
      return stepsOn(resource, slot).patch('{{a}}', { metadata: { annotations: { turn } } });
    }
  },
  check: (history) => perWatch(history, judge),
  least: 1,
};

/** An object of a namespace that is younger than the watch. */
function inNewNamespace(resource: Resource): Program {
  const on = stepsInNew(resource);
  return [makeNamespace(), on.create(minimalObject(on.maker, '{{a}}'))];
}

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const { observed } = context;
  const due = dueChanges(watch, observed);
  const namespaces = new Set(due.map(({ write }) => write.response.key.namespace));
  if (watch.exchange.call.namespace !== undefined || namespaces.size < 2) return;
  yield* judgeOrder(watch, context);
  for (const { write, delivered, overdue } of due) {
    const { name, namespace = '' } = write.response.key;
    if (delivered === undefined && overdue)
      yield overdueViolation(
        overdue,
        violated(
          watch.exchange,
          `a ${write.verb} of ${name} in ${namespace}`,
          `${watch.events.length} events without it`,
          'a namespace is left out',
        ),
      );
    else if (delivered !== undefined && delivered.key.id !== write.response.key.id)
      yield violated(
        watch.exchange,
        `${name} in ${namespace}`,
        `${delivered.key.name} in ${delivered.key.namespace ?? 'no namespace'}`,
        'tells of another namespace',
      );
    else if (delivered !== undefined)
      yield held(watch.exchange, `${namespaces.size} namespaces, from ${watch.start.from}`);
  }
}
