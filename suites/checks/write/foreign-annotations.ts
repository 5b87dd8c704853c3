import { at, isObject, type Json } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { ObjectKey, Observation, ObservedState } from '../../oracle/observed-state.ts';

/** The maps of the metadata in which controllers and admission write members of their own. */
const MAPS = ['annotations', 'labels'] as const;
type MetadataMap = (typeof MAPS)[number];

/**
 * Keys of an object's annotations that a response showed before any write named them. Controllers wrote them
 * (document, Object metadata), and clients that PUT back what they read may carry them later.
 */
export function foreignAnnotations(observed: ObservedState, key: ObjectKey): ReadonlySet<string> {
  return foreignKeys(observed, key).annotations;
}

/** The paths of foreign annotations and labels, to ignore when a sent object is compared with a shown one. */
export function foreignPaths(observed: ObservedState, key: ObjectKey): readonly string[] {
  const foreign = foreignKeys(observed, key);
  return MAPS.flatMap((map) => Array.from(foreign[map], (member) => pointer(['metadata', map, member])));
}

type ForeignKeys = Readonly<Record<MetadataMap, ReadonlySet<string>>>;

/** Cached per observed state and object. */
const FOREIGN = new WeakMap<ObservedState, Map<string, ForeignKeys>>();

function foreignKeys(observed: ObservedState, key: ObjectKey): ForeignKeys {
  const known = FOREIGN.get(observed) ?? new Map<string, ForeignKeys>();
  FOREIGN.set(observed, known);
  const found = known.get(key.id) ?? {
    annotations: findForeign(observed, key, 'annotations'),
    labels: findForeign(observed, key, 'labels'),
  };
  known.set(key.id, found);
  return found;
}

function findForeign(observed: ObservedState, key: ObjectKey, map: MetadataMap): ReadonlySet<string> {
  const observations = observed.observationsOf(key);
  const keys = new Set([
    ...observations.flatMap((observation) => keysIn(observation.content, map)),
    ...observed.writesTo(key).flatMap(({ exchange }) => keysIn(exchange.request.body?.value, map)),
  ]);
  return new Set([...keys].filter((member) => isForeign(observed, key, map, member, observations)));
}

function keysIn(content: Json | undefined, map: MetadataMap): string[] {
  const members = at(content, 'metadata', map);
  return isObject(members) ? Object.keys(members) : [];
}

function isForeign(
  observed: ObservedState,
  key: ObjectKey,
  map: MetadataMap,
  member: string,
  observations: readonly Observation[],
): boolean {
  const text = JSON.stringify(member).slice(1, -1);
  const pointed = text.replaceAll('~', '~0').replaceAll('/', '~1');
  const named = observed
    .writesTo(key)
    .find(
      ({ outcome, exchange }) =>
        outcome !== 'refused' &&
        [member, text, pointed].some((form) => exchange.request.body?.text.includes(form) === true),
    );
  const before = named?.began ?? Number.POSITIVE_INFINITY;
  // Observed content has no annotations of the system, so these are searched in the text.
  return observations.some(
    ({ content, ended, exchange, event }) =>
      ended < before &&
      (map === 'labels'
        ? at(content, 'metadata', map, member) !== undefined
        : (event?.text ?? exchange.response?.body?.text ?? '').includes(text)),
  );
}
