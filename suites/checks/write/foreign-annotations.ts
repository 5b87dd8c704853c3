import type { Json } from '../../oracle/json.ts';
import { at, isObject } from '../../oracle/json.ts';
import { pointer } from '../../oracle/json-pointer.ts';
import type { ObjectKey, Sighting, World } from '../../oracle/world.ts';

/**
 * Keys of the annotations of an object that showed in an answer before any write that names them began: control loops wrote them
 * (document, Object metadata), and clients that PUT back what they read may carry them from then on.
 */
export function foreignAnnotations(world: World, key: ObjectKey): ReadonlySet<string> {
  const known = FOREIGN.get(world) ?? new Map<string, ReadonlySet<string>>();
  FOREIGN.set(world, known);
  const found = known.get(key.id) ?? findForeign(world, key);
  known.set(key.id, found);
  return found;
}

/** The same as paths into the object, to be left out of a comparison of what was sent with what is shown. */
export function foreignPaths(world: World, key: ObjectKey): readonly string[] {
  return Array.from(foreignAnnotations(world, key), (annotation) => pointer(['metadata', 'annotations', annotation]));
}

/** Looked up once for each world and object. */
const FOREIGN = new WeakMap<World, Map<string, ReadonlySet<string>>>();

function findForeign(world: World, key: ObjectKey): ReadonlySet<string> {
  const sightings = world.sightingsOf(key);
  const keys = new Set([
    ...sightings.flatMap((sighting) => annotationKeys(sighting.content)),
    ...world.writesTo(key).flatMap(({ exchange }) => annotationKeys(exchange.request.body?.value)),
  ]);
  return new Set([...keys].filter((annotation) => isForeign(world, key, annotation, sightings)));
}

function isForeign(world: World, key: ObjectKey, annotation: string, sightings: readonly Sighting[]): boolean {
  const text = JSON.stringify(annotation).slice(1, -1);
  const pointed = text.replaceAll('~', '~0').replaceAll('/', '~1');
  const named = world
    .writesTo(key)
    .find(
      ({ outcome, exchange }) =>
        outcome !== 'refused' &&
        [annotation, text, pointed].some((form) => exchange.request.body?.text.includes(form) === true),
    );
  const before = named?.began ?? Number.POSITIVE_INFINITY;
  return sightings.some(
    ({ ended, exchange, event }) =>
      ended < before && (event?.text ?? exchange.response?.body?.text ?? '').includes(text),
  );
}

function annotationKeys(content: Json | undefined): string[] {
  const annotations = at(content, 'metadata', 'annotations');
  return isObject(annotations) ? Object.keys(annotations) : [];
}
