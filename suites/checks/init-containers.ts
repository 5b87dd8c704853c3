import type { Answers } from '../../spec/dialects/index.ts';
import type { Kind } from '../../spec/surface/resources.ts';
import type { JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/json-pointer.ts';
import { removedAt } from '../drivers/pointer.ts';
import { POD_SPEC } from './pod-specs.ts';

/**
 * The path of the init containers of an object that was there before it was written, where the dialect has annotations decide them rather
 * than the member: what a PUT or PATCH says of them may come to nothing.
 */
export function undecidedInitContainers(kind: Kind, answers: Answers): readonly string[] {
  const spec = POD_SPEC[kind];
  return spec === undefined || answers['pod.init-containers'] === 'spec' ? [] : [pointer([...spec, 'initContainers'])];
}

/** An object without them, where they are undecided. */
export function withoutUndecided(kind: Kind, object: JsonObject, answers: Answers): JsonObject {
  const spec = POD_SPEC[kind];
  return spec === undefined || answers['pod.init-containers'] === 'spec' ? object : (removedAt(object, [...spec, 'initContainers']) as JsonObject);
}
