import { MUTABLE } from '../../generators/mutable-members.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { labelSets } from '../../generators/labels.ts';
import { labelSelectorOver } from '../../generators/selectors.ts';
import { labelSelectorText } from '../../oracle/objects/label-selector.ts';
import {
  AT_ONCE,
  eachInTurn,
  fc,
  inTurn,
  minimalObject,
  operationsOf,
  OWN_OBJECTS,
  type Steps,
  stepsOn,
} from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Edit, QueryTemplate } from '../../program/program.ts';
import type { JsonObject, Operation, Program, Resource, Step, Template } from '../rule.ts';

export const COLLECTION_DELETES: readonly Operation[] = operationsOf(
  ['deleteCollection'],
  ({ namespaced }) => namespaced,
);

const NAMES = ['{{a}}', '{{ab}}', '{{b}}', '{{c}}'] as const;

/**
 * Makes four objects with these labels, one of them outside of the delete's namespace, deletes by selector and reads
 * all of them.
 */
export function deleteBySelector(
  on: Steps,
  labels: readonly JsonObject[],
  query: { readonly labelSelector?: string; readonly fieldSelector?: string },
): Program {
  const near = stepsOn(on.resource, 'ns11');
  const [first = {}] = labels;
  const creates = NAMES.map((name, n) => on.create(labelled(on, name, labels[n] ?? {})));
  const selection = {
    ...query,
    labelSelector: [OWN_OBJECTS.labelSelector, query.labelSelector ?? ''].filter((part) => part !== '').join(','),
  };
  return [
    ...creates.slice(0, 1),
    // A server may cache the objects that this list selects.
    on.list({ query: selection }),
    ...creates.slice(1),
    near.create(labelled(near, '{{a}}', first)),
    readAll(on, NAMES),
    on.removeAll({ body: AT_ONCE, query: selection }),
    ...NAMES.map((name) => on.get(name)),
    on.list(),
    near.get('{{a}}'),
    on.listAll({ query: OWN_OBJECTS }),
  ];
}

/** Two objects, a collection delete by that selection, and reads of both. */
export function selectingBy(on: Steps, query: QueryTemplate): Program {
  const names = ['{{a}}', '{{b}}'];
  return [
    ...names.map((name) => on.create(minimalObject(on.maker, name))),
    on.removeAll({ body: AT_ONCE, query }),
    ...names.map((name) => on.get(name)),
    on.list(),
  ];
}

/** The same in a namespace that holds nothing else, so that no other selector need spare the objects of other cases. */
export function selectingAlone(resource: Resource, query: QueryTemplate): Program {
  return [makeNamespace(), ...selectingBy(stepsInNew(resource), query)];
}

/** Cases over generated labels and selectors. */
export function selectorCases(on: Steps): fc.Arbitrary<Program> {
  return labelSets(NAMES.length).chain((sets) =>
    labelSelectorOver(sets).map((selector) =>
      deleteBySelector(on, sets, { labelSelector: labelSelectorText(selector) }),
    ),
  );
}

/** Cases over field selectors by name and by namespace, the fields that every kind has. */
export function fieldCases(on: Steps): fc.Arbitrary<Program> {
  const operators = inTurn('=', '!=');
  const byName = fc.tuple(inTurn(...NAMES), operators).map(([name, operator]) => `metadata.name${operator}${name}`);
  const byNamespace = operators.map((operator) => `metadata.namespace${operator}{{namespace}}`);
  return eachInTurn(byName, byNamespace).map((fieldSelector) => deleteBySelector(on, [], { fieldSelector }));
}

/**
 * Two objects exchange their labels, and those with one of them are deleted at once. A third one has neither, and a
 * finalizer, so that it would be terminating after a delete.
 */
export function deleteRelabelled(on: Steps): Program {
  const relabelled = (name: string, turn: string): Step => on.patch(name, { metadata: { labels: { turn } } });
  return [
    on.create(labelled(on, '{{leaves}}', { turn: 'one' })),
    on.create(labelled(on, '{{enters}}', { turn: 'two' })),
    on.create(heldObject(on, '{{held}}')),
    on.get('{{held}}'),
    relabelled('{{leaves}}', 'two'),
    relabelled('{{enters}}', 'one'),
    on.removeAll({ body: AT_ONCE, query: { labelSelector: `${OWN_OBJECTS.labelSelector},turn=one` } }),
    on.get('{{leaves}}'),
    on.get('{{enters}}'),
    on.get('{{held}}'),
    release(on, '{{held}}'),
  ];
}

/** Each selector alone matches an object that the other does not. One object lacks the label, so it is not `y` either. */
export function deleteByBoth(on: Steps): Program {
  const labels = [{ app: 'x' }, { app: 'x' }, { app: 'y' }, {}];
  const inNamespace = 'metadata.namespace={{namespace}}';
  return [
    ...deleteBySelector(on, labels, { labelSelector: 'app=x', fieldSelector: `metadata.name!={{a}},${inNamespace}` }),
    on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
    ...deleteBySelector(on, labels, { labelSelector: 'app!=y', fieldSelector: `${inNamespace},metadata.name!={{a}}` }),
  ];
}

/** One of the matching objects is terminating already, because a finalizer holds it. */
export function deleteBesideTerminating(on: Steps): Program {
  const [first, held, last] = ['{{t}}', '{{tt}}', '{{u}}'] as const;
  return [
    on.create(minimalObject(on.maker, first)),
    on.create(heldObject(on, held)),
    on.create(minimalObject(on.maker, last)),
    on.remove(held),
    on.get(held),
    on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
    ...[first, held, last].map((name) => on.get(name)),
    on.list(),
    release(on, held),
  ];
}

/** One of the matching objects goes while the collection is deleted: the others must be deleted anyway. */
export function deleteBesideDeletes(on: Steps): Program {
  const names = ['{{g}}', '{{gg}}', '{{h}}'] as const;
  return [
    ...names.map((name) => on.create(minimalObject(on.maker, name))),
    { do: 'together', branches: [[on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS })], [on.remove(names[0])]] },
    on.list(),
  ];
}

/** A secret with a type of its own goes with its collection. */
export function deleteTyped(on: Steps): Program {
  if (on.resource.kind !== 'Secret') return [];
  return [
    on.create({ $edit: minimalObject(on.maker, '{{typed}}'), with: [{ set: '/type', to: 'example.com/own' }] }),
    on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
    on.get('{{typed}}'),
    on.list(),
  ];
}

/** An object whose pods will have the selected label, which it does not have itself, stays. */
export function deleteByLabelOfPods(on: Steps): Program {
  const { template } = MUTABLE[on.resource.kind];
  if (template === undefined) return [];
  const there = stepsInNew(on.resource);
  const label: Edit = { set: pointer([...template, 'metadata', 'labels', 'of-pods']), to: 'yes' };
  return [
    makeNamespace(),
    there.create({ $edit: minimalObject(there.maker, '{{a}}'), with: [label] }),
    there.get('{{a}}'),
    there.removeAll({ body: AT_ONCE, query: { labelSelector: 'of-pods=yes' } }),
    there.get('{{a}}'),
  ];
}

/** Parameters that restrict nothing. */
const UNRESTRICTING = [
  {},
  { pretty: 'true' },
  { timeoutSeconds: '30' },
  { includeUninitialized: 'true' },
  { labelSelector: '', fieldSelector: '' },
] as const;

/**
 * Cases without a selector: objects with labels of their own, with those of the run alone, and without any. All of
 * them must go.
 */
export function wholeCases(on: Steps): fc.Arbitrary<Program> {
  const near = stepsOn(on.resource, 'ns11');
  const [first, second, third] = NAMES;
  return inTurn(...UNRESTRICTING).map((query) => [
    on.create(labelled(on, first, { app: 'x' })),
    on.create(minimalObject(on.maker, second)),
    on.create(minimalObject(on.maker, third), { unlabelled: true }),
    near.create(minimalObject(near.maker, first)),
    readAll(on, [first, second, third]),
    on.removeAll({ body: AT_ONCE, query }),
    ...[first, second, third].map((name) => on.get(name)),
    on.list(),
    near.get(first),
  ]);
}

/** Reads each object and the collection, because a server may answer the next read from a cache. */
export function readAll(on: Steps, names: readonly string[]): Step {
  return { do: 'together', branches: [...names.map((name) => [on.get(name)]), [on.list()]] };
}

function labelled(on: Steps, name: string, labels: JsonObject): Template {
  return { ...minimalObject(on.maker, name), metadata: { name, labels } };
}
