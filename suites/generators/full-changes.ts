import type { Resource } from '../../spec/surface/resources.ts';
import { at, type Json, type JsonObject } from '../oracle/json.ts';
import { changedTo } from './full-objects.ts';

/** The successive states of one object, as far as every server allows them. */
export function inSequence(
  resource: Resource,
  first: JsonObject,
  states: readonly JsonObject[],
): (readonly [from: JsonObject, to: JsonObject])[] {
  let from = first;
  return states.map((state) => {
    const pair = [from, changedTo(resource, from, state)] as const;
    [, from] = pair;
    return pair;
  });
}

/**
 * The parts of an object that patches change. Left out are the name and the type, metadata other than maps, the
 * write-only texts of secrets, and the immutable spec of a pod with the cluster's additions.
 */
export function described({ kind, apiVersion, metadata, stringData, spec, ...other }: JsonObject): JsonObject {
  void [apiVersion, stringData];
  const rest = spec === undefined || kind === 'Pod' ? other : { ...other, spec };
  const maps = ['labels', 'annotations'].flatMap((name): [string, Json][] => {
    const map = at(metadata, name);
    return map === undefined ? [] : [[name, map]];
  });
  return { ...rest, metadata: Object.fromEntries(maps) };
}
