import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Kind } from '../../spec/surface/resources.ts';
import type { JsonObject } from '../oracle/json.ts';
import { at } from '../oracle/json.ts';
import { pathOf, pointer } from '../oracle/json-pointer.ts';
import { removedAt } from '../program/pointer.ts';
import { POD_SPEC } from '../oracle/pod-specs.ts';

/**
 * The path of the init containers of an object that was there before it was written, where the dialect has annotations decide them rather
 * than the member: what a PUT or PATCH says of them may come to nothing.
 */
export function undecidedInitContainers(kind: Kind, choices: DialectChoices): readonly string[] {
  const spec = POD_SPEC[kind];
  return spec === undefined || choices['pod.init-containers'] === 'spec' ? [] : [pointer([...spec, 'initContainers'])];
}

/** An object that a PUT or PATCH would store, without them where the dialect leaves open what it says of them. */
export function withDecidedMembers(kind: Kind, object: JsonObject, choices: DialectChoices): JsonObject {
  return undecidedInitContainers(kind, choices).reduce<JsonObject>(
    (rest, path) => removedAt(rest, pathOf(path) ?? []) as JsonObject,
    object,
  );
}

/** The annotations, on a pod or a pod template, that decide where they are sent as the system that the dialect is of does. */
const DECIDING = ['pod.alpha.kubernetes.io/init-containers', 'pod.beta.kubernetes.io/init-containers'];

/** An object without them, where they are undecided because annotations beside them say what they are. */
export function withoutUndecided(kind: Kind, object: JsonObject, choices: DialectChoices): JsonObject {
  const spec = POD_SPEC[kind];
  if (spec === undefined || choices['pod.init-containers'] === 'spec') return object;
  const decided = DECIDING.some(
    (name) => at(object, ...spec.slice(0, -1), 'metadata', 'annotations', name) !== undefined,
  );
  return decided ? (removedAt(object, [...spec, 'initContainers']) as JsonObject) : object;
}
