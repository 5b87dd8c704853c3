import type { QueryTemplate } from '../../program/program.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { labelKey, labels, labelValue } from '../../generators/labels.ts';
import { fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { JsonObject, Operation, Program, Template } from '../rule.ts';

export const SELECTING: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'list' || verb === 'listAll');

/** A label of some object of the case, or a similar one. */
export interface NearLabel {
  readonly key: string;
  readonly value: string;
}

/** The smallest object with those labels. Without labels, it lacks the run's label too. */
export function labelled(on: Steps, name: string, map: JsonObject): Program[number] {
  const body: Template = { $edit: minimalObject(on.maker, name), with: [{ set: '/metadata/labels', to: map }] };
  return Object.keys(map).length === 0
    ? on.create(minimalObject(on.maker, name), { unlabelled: true })
    : on.create(body);
}

/** The labels of objects that simple mistakes tell apart: values and keys that begin alike, an empty value, none. */
const POPULATION: readonly JsonObject[] = [
  { app: 'x' },
  { app: 'xy' },
  { app: '' },
  { apple: 'x', 'example.com/app': 'x' },
  {},
];

/**
 * Programs that create objects with the labels of `POPULATION` and one with other labels, and then list once for each
 * selector: each of `fixed`, and those that are near the labels.
 */
export function selectionCases(
  operation: Operation,
  fixed: readonly string[],
  selectorsFor: (near: fc.Arbitrary<NearLabel>) => fc.Arbitrary<readonly string[]>,
): fc.Arbitrary<Program> {
  return labels(1).chain((map) =>
    selectorsFor(nearLabels([map, { app: 'xy' }])).map((selectors) => [
      ...objectsWith(operation, [...POPULATION, map]),
      ...[...fixed, ...selectors].map((labelSelector) => listBy(operation, { labelSelector })),
    ]),
  );
}

/** Creates one object for each map of labels, alternating between two namespaces if the list is of all. */
export function objectsWith(operation: Operation, maps: readonly JsonObject[]): Program {
  const slots = operation.verb === 'listAll' ? (['ns1', 'ns11'] as const) : (['ns1'] as const);
  const names = ['{{a}}', '{{ab}}', '{{b}}', '{{abc}}', '{{c}}'];
  return maps.map((map, index) =>
    labelled(stepsOn(resourceOf(operation), slots[index % slots.length]), names[index] ?? '{{d}}', map),
  );
}

/** Sends the list of the operation with that query. */
export function listBy(operation: Operation, query: QueryTemplate): Program[number] {
  const on = stepsOn(resourceOf(operation));
  return operation.verb === 'listAll' ? on.listAll({ query }) : on.list({ query });
}

/** Different values that a server with prefix or case-insensitive comparison takes for the given one. */
const NEIGHBOURS: readonly ((value: string) => string)[] = [
  (value) => value.slice(0, 1),
  (value) => value.slice(0, -1).replace(/[-_.]+$/, ''),
  (value) => value.slice(1).replace(/^[-_.]+/, ''),
  (value) => `${value.slice(0, 62)}x`,
  (value) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()),
];

function nearLabels(maps: readonly JsonObject[]): fc.Arbitrary<NearLabel> {
  const entries = maps.flatMap((map) =>
    Object.entries(map).map(([key, value]) => ({ key, value: `${value as string}` })),
  );
  const there = fc.constantFrom(...entries);
  return fc.oneof(
    { weight: 4, arbitrary: there },
    { weight: 2, arbitrary: fc.tuple(there, labelValue()).map(([{ key }, value]) => ({ key, value })) },
    { weight: 1, arbitrary: fc.tuple(labelKey(), there).map(([key, { value }]) => ({ key, value })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(there, fc.constantFrom(...NEIGHBOURS))
        .map(([{ key, value }, near]) => ({ key, value: near(value) })),
    },
  );
}
