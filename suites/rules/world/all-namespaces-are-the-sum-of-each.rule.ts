import { type Listing, listings } from '../../checks/listings.ts';
import { unchangedBetween } from '../../checks/unchanged.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, inTurn, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import { heldObject, release } from '../held-object.ts';
import { makeNamespace, removeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Finding, History, Program, Resource, Rule } from '../rule.ts';

const SLOTS = ['ns1', 'ns11', 'ns2'] as const;

export const rule: Rule = {
  id: 'world/all-namespaces-are-the-sum-of-each',
  level: 'must',
  title:
    'A list over all namespaces shows the same objects of a namespace as the list of that namespace, with and without a selector.',
  cites: ['semantics.7.3', 'semantics.7.1', 'semantics.7.2'],
  operations: operationsOf(['listAll']),
  needs: ['create', 'list'],
  cases: (operation) =>
    fc
      .tuple(inTurn('app=x', 'app!=x', 'app in (x,y)', '!app'), inTurn([], inAnEndingNamespace(resourceOf(operation))))
      .map(([labelSelector, ending]) => [...program(resourceOf(operation), labelSelector), ...ending]),
  check,
  least: 2,
};

/**
 * Objects of one name in several namespaces, alternately labelled; then each list, once without and once with a
 * selector.
 */
function program(resource: Resource, labelSelector: string): Program {
  const make = SLOTS.flatMap((slot, index) =>
    ['{{a}}', '{{ab}}'].slice(0, 2 - (index % 2)).map((name, place) => {
      const on = stepsOn(resource, slot);
      return on.create({
        ...minimalObject(on.maker, name),
        metadata: { name, labels: { app: ['x', 'y', 'z'][(index + place) % 3] ?? 'x' } },
      });
    }),
  );
  const reads = [{}, { labelSelector }].flatMap((query) => [
    ...SLOTS.map((slot) => stepsOn(resource, slot).list({ query })),
    stepsOn(resource).listAll({ query }),
  ]);
  return [...make, ...reads];
}

/** An object that a finalizer keeps while its namespace is being deleted. */
function inAnEndingNamespace(resource: Resource): Program {
  // A pod may have to wait for objects that the system adds to each namespace, such as a service account.
  if (resource.kind === 'Pod') return [];
  const on = stepsInNew(resource);
  const reads = [on.get('{{held}}'), on.list(), stepsOn(resource).listAll(), on.get('{{held}}')];
  return [
    makeNamespace(),
    on.create(heldObject(on, '{{held}}')),
    removeNamespace(),
    ...reads,
    // A namespace controller may need a moment to set the deletionTimestamp of the object.
    { do: 'pause', ms: 200 },
    ...reads,
    release(on, '{{held}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const all = listings(history).filter(({ latest }) => latest);
  for (const whole of all.filter(({ exchange }) => exchange.call.verb === 'listAll')) {
    for (const part of partsOf(whole, all)) {
      const [from, to] = [
        Math.min(whole.exchange.began, part.exchange.began),
        Math.max(whole.exchange.ended, part.exchange.ended),
      ];
      const keys = unchangedBetween(
        observed,
        observed.keysOf(whole.exchange.call.resource.kind, part.exchange.call.namespace),
        from,
        to,
      );
      const odd = keys.find(({ id }) => whole.byKey.has(id) !== part.byKey.has(id));
      if (odd !== undefined)
        yield violated(
          whole.exchange,
          `${odd.name} in both lists or in neither`,
          `${part.byKey.has(odd.id) ? 'only in that of its namespace' : 'only in that of all'}`,
          part.byKey.has(odd.id) ? 'misses what a namespace has' : 'shows what its namespace lacks',
        );
      else if (keys.length > 0) yield held(whole.exchange, selectionOf(whole) === '' ? 'everything' : 'selected');
    }
  }
}

/** For each namespace, the nearest list with the same selectors. */
function partsOf(whole: Listing, all: readonly Listing[]): Listing[] {
  const nearest = new Map<string, Listing>();
  const distance = ({ exchange }: Listing): number => Math.abs(exchange.began - whole.exchange.began);
  for (const part of all) {
    const { call } = part.exchange;
    if (
      call.namespace === undefined ||
      call.resource.kind !== whole.exchange.call.resource.kind ||
      selectionOf(part) !== selectionOf(whole)
    )
      continue;
    const known = nearest.get(call.namespace);
    if (known === undefined || distance(part) < distance(known)) nearest.set(call.namespace, part);
  }
  return [...nearest.values()];
}

function selectionOf({ exchange: { request } }: Listing): string {
  return ['labelSelector', 'fieldSelector', 'limit', 'continue']
    .map((name) => request.query.get(name) ?? '')
    .join('\n')
    .trim();
}
