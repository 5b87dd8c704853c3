import { annotationKeys } from '../../oracle/state/system-annotations.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { ObjectKey, Observation, ObservedState } from '../../oracle/observed-state.ts';

/**
 * Keys of an object's annotations that a response showed before any write named them. Controllers wrote them
 * (document, Object metadata), and clients that PUT back what they read may carry them later.
 */
export function foreignAnnotations(observed: ObservedState, key: ObjectKey): ReadonlySet<string> {
  const known = FOREIGN.get(observed) ?? new Map<string, ReadonlySet<string>>();
  FOREIGN.set(observed, known);
  const found = known.get(key.id) ?? findForeign(observed, key);
  known.set(key.id, found);
  return found;
}

/** The paths of foreign annotations, to ignore when a sent object is compared with a shown one. */
export function foreignPaths(observed: ObservedState, key: ObjectKey): readonly string[] {
  return Array.from(foreignAnnotations(observed, key), (annotation) =>
    pointer(['metadata', 'annotations', annotation]),
  );
}

/** Cached per observed state and object. */
const FOREIGN = new WeakMap<ObservedState, Map<string, ReadonlySet<string>>>();

function findForeign(observed: ObservedState, key: ObjectKey): ReadonlySet<string> {
  const observations = observed.observationsOf(key);
  const keys = new Set([
    ...observations.flatMap((observation) => annotationKeys(observation.content)),
    ...observed.writesTo(key).flatMap(({ exchange }) => annotationKeys(exchange.request.body?.value)),
  ]);
  return new Set([...keys].filter((annotation) => isForeign(observed, key, annotation, observations)));
}

function isForeign(
  observed: ObservedState,
  key: ObjectKey,
  annotation: string,
  observations: readonly Observation[],
): boolean {
  const text = JSON.stringify(annotation).slice(1, -1);
  const pointed = text.replaceAll('~', '~0').replaceAll('/', '~1');
  const named = observed
    .writesTo(key)
    .find(
      ({ outcome, exchange }) =>
        outcome !== 'refused' &&
        [annotation, text, pointed].some((form) => exchange.request.body?.text.includes(form) === true),
    );
  const before = named?.began ?? Number.POSITIVE_INFINITY;
  return observations.some(
    ({ ended, exchange, event }) =>
      ended < before && (event?.text ?? exchange.response?.body?.text ?? '').includes(text),
  );
}
