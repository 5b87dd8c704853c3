import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Kind } from '../../spec/surface/resources.ts';
import { at, type JsonObject } from '../oracle/json.ts';
import { pathOf, pointer } from '../oracle/values/json-pointer.ts';
import { removedAt } from '../oracle/values/json-edits.ts';
import { POD_SPEC } from '../oracle/objects/pod-specs.ts';

/**
 * The path of the init containers of an existing object, if annotations override the member in this dialect. A PUT
 * or PATCH of the member may then have no effect.
 */
export function undecidedInitContainers(kind: Kind, choices: DialectChoices): readonly string[] {
  const spec = POD_SPEC[kind];
  return spec === undefined || choices['pod.init-containers'] === 'spec' ? [] : [pointer([...spec, 'initContainers'])];
}

/** The object that a PUT or PATCH would store, without init containers if the dialect leaves their effect open. */
export function withDecidedMembers(kind: Kind, object: JsonObject, choices: DialectChoices): JsonObject {
  return undecidedInitContainers(kind, choices).reduce<JsonObject>(
    (rest, path) => removedAt(rest, pathOf(path) ?? []) as JsonObject,
    object,
  );
}

/** The annotations on a pod or pod template that override the member in such a dialect. */
const DECIDING = ['pod.alpha.kubernetes.io/init-containers', 'pod.beta.kubernetes.io/init-containers'];

/**
 * An object without its init containers, if annotations override them. The server added these itself if the object had
 * init containers `before` a patch; its annotations are not among the observed content.
 */
export function withoutUndecided(
  kind: Kind,
  object: JsonObject,
  choices: DialectChoices,
  before?: JsonObject,
): JsonObject {
  const spec = POD_SPEC[kind];
  if (spec === undefined || choices['pod.init-containers'] === 'spec') return object;
  const isDecided =
    at(before, ...spec, 'initContainers') !== undefined ||
    DECIDING.some((name) => at(object, ...spec.slice(0, -1), 'metadata', 'annotations', name) !== undefined);
  return isDecided ? (removedAt(object, [...spec, 'initContainers']) as JsonObject) : object;
}
