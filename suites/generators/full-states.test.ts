import { describe, expect, it } from 'vitest';
import { SPEC } from '../../spec/dialects/index.ts';
import { RESOURCES, type Resource } from '../../spec/surface/resources.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { at, type Json, type JsonObject } from '../oracle/json.ts';
import { fullObject } from './full-objects.ts';
import { type FullState, statesOf } from './full-states.ts';
import { levelsOf, spareObject } from './spare-objects.ts';

/** Every turn with values of its own: three alternatives of two values. */
const EVERY_TURN = [0, 1, 2, 3, 4, 5] as const;

function objectsOf(resource: Resource, states: readonly FullState[]): JsonObject[] {
  return states.map(({ turn, level }) => {
    const full = fullObject(resource, 'a', turn, SPEC.choices);
    return level === undefined ? full : spareObject(resource, full, level);
  });
}

/** The paths of all members that hold more than false, 0 or empty text. */
function paths(value: Json, path: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]: [string, Json]) => [
    ...([false, 0, ''].includes(inner as never) ? [] : [[...path, name]]),
    ...paths(inner, [...path, name]),
  ]);
}

/** Members whose parents stay. */
function removed(from: JsonObject, to: JsonObject): string[] {
  const isGone = (path: readonly string[]): boolean =>
    at(to, ...path.slice(0, -1)) !== undefined && at(to, ...path) === undefined;
  return paths(from).filter(isGone).map(pointer);
}

function changed(from: JsonObject, to: JsonObject): string[] {
  const isOther = (path: readonly string[]): boolean => {
    const value = at(to, ...path);
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(at(from, ...path));
  };
  return paths(from).filter(isOther).map(pointer);
}

function along(objects: readonly JsonObject[], difference: typeof removed): ReadonlySet<string> {
  return new Set(objects.slice(1).flatMap((to, index) => difference(objects[index] ?? {}, to)));
}

describe.each(RESOURCES)('the successive states of $id', (resource) => {
  const full = EVERY_TURN.map((turn) => ({ turn }));
  const count = levelsOf(resource, fullObject(resource, 'a', 0, SPEC.choices));
  const states = objectsOf(resource, [{ turn: 0 }, ...statesOf(count)]);

  it('take every optional member away', () => {
    const done = along(states, removed);
    const optional = full.flatMap(({ turn }) =>
      Array.from({ length: count }, (_, level) => along(objectsOf(resource, [{ turn }, { turn, level }]), removed)),
    );
    expect(optional.flatMap((each) => [...each]).filter((path) => !done.has(path))).toEqual([]);
  });

  it('change every value', () => {
    const done = along(states, changed);
    const objects = objectsOf(resource, full);
    const changeable = objects.flatMap((from) => objects.flatMap((to) => changed(from, to)));
    expect(changeable.filter((path) => !done.has(path))).toEqual([]);
  });
});
