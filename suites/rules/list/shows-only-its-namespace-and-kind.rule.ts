import { RESOURCES } from '../../../spec/surface/resources.ts';
import { type Listing, listings } from '../../checks/listings.ts';
import { at, textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/shows-only-its-namespace-and-kind',
  level: 'must',
  title: 'A list shows objects of its own kind only, and a list of a namespace only objects of that namespace.',
  cites: ['semantics.7.1', 'what-the-service-does.namespaces'],
  operations: LISTS,
  cases: (operation) => {
    const resource = resourceOf(operation);
    const others = RESOURCES.filter(({ kind, namespaced }) => kind !== resource.kind && namespaced);
    return inTurn(...others).map((other) => {
      const [here, beside, far, foreign] = [
        stepsOn(resource),
        stepsOn(resource, 'ns11'),
        stepsOn(resource, 'ns2'),
        stepsOn(other),
      ];
      const elsewhere = resource.namespaced
        ? [beside.create(minimalObject(here.maker, '{{b}}')), far.create(minimalObject(here.maker, '{{a}}'))]
        : [];
      return [
        here.create(minimalObject(here.maker, '{{a}}')),
        ...elsewhere,
        foreign.create(minimalObject(foreign.maker, '{{a}}')),
        listBy(operation, here),
        listBy(operation, beside),
        // The path alone names the namespace.
        ...(resource.namespaced
          ? [listBy(operation, here, { query: { fieldSelector: 'metadata.namespace={{ns11}}' } })]
          : []),
      ];
    });
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const kinds = kindsByUid(observedStateOf(history));
  for (const listing of listings(history)) {
    const [foreign] = listing.items.flatMap((item) => foreignTo(listing, kinds, item));
    if (foreign === undefined)
      yield held(listing.exchange, listing.exchange.call.namespace === undefined ? 'all namespaces' : 'one namespace');
    else yield violated(listing.exchange, foreign.expected, foreign.actual, foreign.expected.replace(/ ".*/, ''));
  }
}

function foreignTo(
  { exchange: { call } }: Listing,
  kinds: ReadonlyMap<string, string>,
  item: Parameters<typeof at>[0],
): { expected: string; actual: string }[] {
  const [namespace, kind] = [
    textAt(item, 'metadata', 'namespace'),
    at(item, 'kind') ?? kinds.get(textAt(item, 'metadata', 'uid') ?? ''),
  ];
  if (call.namespace !== undefined && namespace !== undefined && namespace !== call.namespace)
    return [{ expected: `items of namespace ${show(call.namespace)}`, actual: `one of ${show(namespace)}` }];
  if (kind !== undefined && kind !== call.resource.kind)
    return [{ expected: `items of kind ${show(call.resource.kind)}`, actual: `one of kind ${show(kind)}` }];
  return [];
}

/** The kind of each uid according to reads by name; lists are left out because the rule judges them. */
function kindsByUid(observed: ObservedState): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const key of observed.keys) {
    for (const { uid, source } of observed.observationsOf(key)) {
      if (uid !== undefined && source !== 'list') kinds.set(uid, key.kind);
    }
  }
  return kinds;
}
