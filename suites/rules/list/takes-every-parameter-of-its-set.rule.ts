import type { QueryTemplate, CallStep } from '../../program/program.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { staleItem, versionAskedFor } from '../../checks/list/freshness.ts';
import { isServedVersion, plainParameters, refusesParameters } from '../../checks/list/list-parameters.ts';
import { absentee } from '../../checks/list/selection.ts';
import { isSelected } from '../../checks/selectors.ts';
import { type Listing, listings } from '../../checks/listings.ts';
import { at } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, OWN_OBJECTS, resourceOf, type Steps, stepsOn, versionOf } from '../cases.ts';
import { callsOf, held, type ResourceCalled, responseOf, show, succeeded, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Operation, Resource, Rule, Template } from '../rule.ts';
import { inNamespace, ofCase } from '../middle-requirement.ts';
import { listBy, LISTS } from './list-operations.ts';

/** Each value of each parameter alone. If a server takes a list for a watch, its timeout ends it. */
const ALONE: readonly QueryTemplate[] = [
  { pretty: 'true' },
  { pretty: 'false' },
  { includeUninitialized: 'true' },
  { includeUninitialized: 'false' },
  { watch: 'false', timeoutSeconds: '3' },
  { resourceVersion: '0' },
  { resourceVersion: '' },
  { timeoutSeconds: '30' },
  { timeoutSeconds: '2147483647' },
  { fieldSelector: '' },
  { labelSelector: '' },
  { labelSelector: 'list-form=b' },
  { pretty: 'false', includeUninitialized: 'false', resourceVersion: '0', timeoutSeconds: '60' },
];

/** Selections of one of the two objects by its labels, beside other parameters. */
const BY_LABELS: readonly QueryTemplate[] = [
  { labelSelector: ofCase('list-form!=a'), resourceVersion: '0' },
  { labelSelector: ofCase('list-form in (none,b,other)'), resourceVersion: versionOf('last') },
  {
    pretty: 'true',
    includeUninitialized: 'true',
    labelSelector: ofCase('list-form notin (none,a,other)'),
    fieldSelector: '',
    timeoutSeconds: '30',
  },
];

/** Selections of one of the two objects by its name. */
function byName(resource: Resource): readonly QueryTemplate[] {
  const fieldSelector = inNamespace(resource, 'metadata.name={{b}}');
  return [
    { pretty: 'true', includeUninitialized: 'true', fieldSelector, timeoutSeconds: '30' },
    { fieldSelector, resourceVersion: versionOf('last') },
    { fieldSelector: inNamespace(resource, 'metadata.name!={{a}}'), resourceVersion: '0' },
  ];
}

export const rule: Rule = {
  id: 'list/takes-every-parameter-of-its-set',
  level: 'must',
  title:
    'A list accepts every parameter that the document lists for it, alone and together, and returns the whole objects that the parameters select.',
  cites: [
    'parameters.list.optional',
    'parameters.list.pretty',
    'parameters.list.label-selector',
    'parameters.list.field-selector',
    'parameters.list.include-uninitialized',
    'parameters.list.watch.1',
    'parameters.list.resource-version.4',
    'parameters.list.resource-version.5',
    'parameters.list.timeout-seconds',
    'limits.timeout-seconds',
  ],
  operations: LISTS,
  needs: ['create', 'patch'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const own = ownOf(operation);
    const list = (query: QueryTemplate): CallStep => listBy(operation, on, { query: { ...own, ...query } });
    const takesNames = choices['selectors.field-names'] === 'name-and-namespace';
    return fc.constant([
      { do: 'together', branches: [[labelled(on, 'a')], [labelled(on, 'b')]] },
      list({}),
      on.patch('{{b}}', { metadata: { labels: { round: '1' } } }, { as: 'last' }),
      list({ resourceVersion: versionOf('last') }),
      list({}),
      {
        do: 'together',
        branches: branchesOf([...ALONE, ...BY_LABELS, ...(takesNames ? byName(on.resource) : [])].map(list)),
      },
    ]);
  },
  check,
  sweep: true,
};

function labelled(on: Steps, name: string): CallStep {
  const object: Template = {
    ...minimalObject(on.maker, `{{${name}}}`),
    metadata: { name: `{{${name}}}`, labels: { 'list-form': name } },
  };
  return on.create(object);
}

/** Restricts a list that other cases share to the objects of this case. */
function ownOf({ verb, resource }: Operation): QueryTemplate {
  return verb === 'listAll' || resource === 'namespaces' ? OWN_OBJECTS : {};
}

/** The number of concurrent lists. */
const AT_ONCE = 3;

function branchesOf(steps: readonly CallStep[]): CallStep[][] {
  return Array.from({ length: AT_ONCE }, (_, branch) => steps.filter((_, index) => index % AT_ONCE === branch));
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  const listingOf = new Map(listings(history).map((listing) => [listing.exchange, listing]));
  const judged = new Map<Exchange, string>();
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const names = plainParameters(exchange, choices);
    if (names === undefined) continue;
    const listing = listingOf.get(exchange);
    if (listing !== undefined) {
      if (names !== 'labelSelector') judged.set(exchange, names);
      yield* judgeList(observed, listing, names);
    } else yield* judgeNoList(history, exchange, names);
  }
  yield* judgeAgreement(history, {
    role: ({ exchange, source }) =>
      source === 'event' || source === 'delete' ? undefined : judged.has(exchange) ? 'subject' : 'reference',
    shape: ({ exchange }) => judged.get(exchange) ?? '',
  });
}

function* judgeNoList(history: History, exchange: ResourceCalled, names: string): Iterable<Finding> {
  if (refusesParameters(history, exchange) && isServedVersion(history, exchange))
    yield violated(exchange, `a list, with ${names}`, responseOf(exchange), `refused with ${names}`);
  else if (succeeded(exchange))
    yield violated(exchange, `a list, with ${names}`, show(exchange.response?.body?.text), `no list with ${names}`);
}

function* judgeList(observed: ObservedState, listing: Listing, names: string): Iterable<Finding> {
  const { exchange } = listing;
  const kind = `${exchange.call.resource.kind}List`;
  const alien = listing.items.find((item) => isSelected(listing, item) === false);
  const absent = absentee(observed, listing);
  const stale = staleItem(observed, listing);
  if (at(listing.response, 'kind') !== kind)
    yield violated(exchange, `kind ${kind}`, show(at(listing.response, 'kind')), `kind with ${names}`);
  else if (alien !== undefined)
    yield violated(
      exchange,
      'only what the selectors select',
      `an item ${show(at(alien, 'metadata', 'name'))} with labels ${show(at(alien, 'metadata', 'labels'))}`,
      `shows what is not selected with ${names}`,
    );
  else if (absent !== undefined)
    yield violated(
      exchange,
      `${absent.name} among the items`,
      `${listing.items.length} items, none of that name`,
      `misses an object with ${names}`,
    );
  else if (stale !== undefined)
    yield violated(
      exchange,
      `version ${show(versionAskedFor(listing))} or later`,
      stale.actual,
      `${stale.cause} with ${names}`,
    );
  else yield held(exchange, names);
}
