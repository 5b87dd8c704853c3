import type { Arbitrary } from 'fast-check';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../oracle/json.ts';

export type PatchKind = 'json' | 'merge' | 'strategic';

export interface PatchCase {
  readonly mediaType: string;
  readonly body: Json;
}

/** Patches of that object that every conformant server accepts. */
export declare function patchFor(resource: Resource, object: JsonObject, kind: PatchKind): Arbitrary<PatchCase>;
/** JSON patches that must not be applied: a test fails after operations that would have changed something. */
export declare function failingPatchFor(resource: Resource, object: JsonObject): Arbitrary<PatchCase>;
