import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { mayTouch } from '../../oracle/state/writes.ts';
import { fc, minimalObject, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { responseOf, brokeDown, callsOf, refused, succeeded, held, violated } from '../judging.ts';
import type { Finding, History, Rule, Step } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/goes-on-when-others-delete',
  level: 'should',
  title:
    'A collection delete succeeds while other deletes remove the same objects: an object that is already gone is no error.',
  cites: ['rules.4', 'parameters.delete-collection'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const names = ['{{a}}', '{{ab}}', '{{b}}', '{{c}}'];
    const all: Step = on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS });
    return fc.tuple(fc.integer({ min: 1, max: 3 }), fc.subarray(names)).map(([count, alone]) => [
      ...names.map((name) => on.create(minimalObject(on.maker, name))),
      {
        do: 'together',
        branches: [[all], ...Array.from({ length: count }, () => [all]), ...alone.map((name) => [on.remove(name)])],
      },
      on.list(),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'deleteCollection')) {
    const { resource, namespace } = exchange.call;
    const place = keyOf(resource, namespace, '');
    const others = observed
      .writesOverlapping(exchange)
      .filter(
        (write) =>
          (write.verb === 'deleteCollection' && mayTouch(write, place)) ||
          (write.verb === 'delete' && write.key?.kind === resource.kind && write.key.namespace === namespace),
      );
    if (others.length === 0) continue;
    const beside = [...new Set(others.map(({ verb }) => verb))].sort().join(' ');
    // A busy or forbidding server uses other codes.
    const faulty =
      brokeDown(exchange) || (refused(exchange) && [404, 409, 410].includes(exchange.response?.status ?? 0));
    if (faulty)
      yield violated(
        exchange,
        'success, whatever others delete meanwhile',
        responseOf(exchange),
        `fails beside ${beside}`,
      );
    else if (succeeded(exchange)) yield held(exchange, `beside ${beside}`);
  }
}
