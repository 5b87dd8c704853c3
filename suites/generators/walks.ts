import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { AT_ONCE } from '../program/at-once.ts';
import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { operationFor } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { CallStep, NamespaceSlot, Program, Step, Template } from '../program/program.ts';
import { distinctChange } from './changes.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { statusOf } from './statuses.ts';

/** The names of a walk: few, so its steps meet the same objects. One is a prefix of the other. */
const NAMES = ['{{a}}', '{{ab}}'] as const;
const SLOTS = ['ns1', 'ns11'] as const;
const LABEL_VALUES = ['one', 'two', 'three'] as const;
const PATCH_TYPES = [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE] as const;

/** A position of a walk: an object that may or may not exist. */
interface WalkSpot {
  readonly resource: Resource;
  readonly slot: NamespaceSlot;
  readonly name: string;
}

/**
 * Programs of about `length` moves over a few objects of these resources, in two namespaces of which one name is a
 * prefix of the other: creates, reads, writes with current and stale versions, patches, status writes, deletes,
 * collection deletes. Many moves find no object or are refused, which is part of the walk. Each object is created
 * first, and each walk ends with a read of every object.
 *
 *     create a in ns1, create a in ns11, PUT a, patch ab (404), delete a, PUT a with the old version (404), ..., get a, get ab, list
 */
export function walkOf(resources: readonly Resource[], length: number): Arbitrary<Program> {
  const places = fc.record({
    resource: fc.constantFrom(...resources),
    slot: fc.constantFrom(...SLOTS),
    name: fc.constantFrom(...NAMES),
  });
  const move = places.chain((place) => moveAt({ ...place, slot: place.resource.namespaced ? place.slot : 'ns1' }));
  return fc
    .array(move, { minLength: Math.ceil(length / 2), maxLength: length })
    .map((moves) => [
      ...resources.flatMap(placesOf).map((place) => create(place, 'first')),
      ...moves.flat(),
      ...resources.flatMap(placesOf).map((place) => call(place, 'get')),
      ...resources.flatMap((resource) => [
        list({ resource, slot: 'ns1' }),
        ...(resource.namespaced ? [list({ resource, slot: 'ns11' })] : []),
      ]),
    ]);
}

/** The start of a walk of that resource: one object in each namespace. */
function placesOf(resource: Resource): WalkSpot[] {
  return (resource.namespaced ? SLOTS : SLOTS.slice(0, 1)).map((slot) => ({ resource, slot, name: '{{a}}' }));
}

function moveAt(place: WalkSpot): Arbitrary<readonly Step[]> {
  const { resource } = place;
  const labelValue = fc.constantFrom(...LABEL_VALUES);
  const as = `read-${place.resource.id}-${place.slot}-${place.name.replaceAll(/[{}]/g, '')}`;
  const read = call(place, 'get', { as });
  const moves: { readonly weight: number; readonly arbitrary: Arbitrary<readonly Step[]> }[] = [
    { weight: 3, arbitrary: labelValue.map((text) => [create(place, text)]) },
    { weight: 2, arbitrary: fc.constant([read]) },
    { weight: 2, arbitrary: fc.constant([list(place)]) },
    { weight: 3, arbitrary: labelValue.map((text) => [read, put(place, as, text)]) },
    // The object may have been replaced or deleted since it was read.
    { weight: 2, arbitrary: labelValue.map((text) => [put(place, as, text)]) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(labelValue, fc.constantFrom(...PATCH_TYPES))
        .map(([text, contentType]) => [patch(place, text, contentType)]),
    },
    { weight: 2, arbitrary: fc.constant([remove(place)]) },
    ...(resource.namespaced
      ? [{ weight: 1, arbitrary: labelValue.map((text): readonly Step[] => [removeLabelled(place, text)]) }]
      : []),
    ...(resource.hasStatus && resource.namespaced
      ? [{ weight: 2, arbitrary: statusOf(resource).map((status): readonly Step[] => [patchStatus(place, status)]) }]
      : []),
  ];
  return fc.oneof(...moves);
}

function call({ resource, slot, name }: WalkSpot, verb: CallStep['verb'], rest: Partial<CallStep> = {}): CallStep {
  return {
    do: 'call',
    verb,
    resource: resource.id,
    ...(resource.namespaced ? { namespace: slot } : {}),
    name,
    ...rest,
  };
}

function create(place: WalkSpot, value: string): CallStep {
  const { resource, slot, name } = place;
  const body: Template = { ...minimalObject(resource, name), metadata: { name, labels: { mark: value } } };
  return {
    do: 'call',
    verb: 'create',
    resource: resource.id,
    ...(resource.namespaced ? { namespace: slot } : {}),
    body,
  };
}

function list({ resource, slot }: Pick<WalkSpot, 'resource' | 'slot'>): CallStep {
  return { do: 'call', verb: 'list', resource: resource.id, ...(resource.namespaced ? { namespace: slot } : {}) };
}

function put(place: WalkSpot, as: string, value: string): CallStep {
  const edits = [...distinctChange(place.resource, value), { set: '/metadata/labels/mark', to: value }];
  return call(place, 'replace', { body: { $edit: { $from: as }, with: edits } });
}

function patch(place: WalkSpot, value: string, contentType: string): CallStep {
  return call(place, 'patch', {
    body: { metadata: { labels: { mark: value }, annotations: { [value]: 'patched' } } },
    contentType,
  });
}

function patchStatus(place: WalkSpot, status: Template): CallStep {
  return call(place, 'patchStatus', { body: { status }, contentType: PATCH_TYPES[0] });
}

function remove(place: WalkSpot): CallStep {
  return call(place, 'delete', { body: AT_ONCE });
}

/** Deletes only this case's own objects, whatever else the namespace holds. */
function removeLabelled({ resource, slot }: WalkSpot, value: string): CallStep {
  const verb = operationFor(resource.id, 'deleteCollection') === undefined ? 'list' : 'deleteCollection';
  return {
    do: 'call',
    verb,
    resource: resource.id,
    namespace: slot,
    query: { labelSelector: `plumbline-case={{case}},mark=${value}` },
    body: AT_ONCE,
  };
}
