import { type Arbitrary, constant, constantFrom, oneof, record, tuple } from 'fast-check';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Edit } from '../program/program.ts';
import { changeOf } from '../generators/changes.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { objectOf } from '../generators/objects.ts';
import { failingPatchFor, type PatchCase, patchFor } from '../generators/patches.ts';
import { statusOf } from '../generators/statuses.ts';
import type { JsonObject } from '../oracle/json.ts';
import { STATEMENTS } from '../oracle/validation/statements.ts';
import { makerOf } from '../rules/steps.ts';

/** Data for the moves of a walk on one resource: objects, and changes of them. All of it names the object `{{a}}`. */
export interface Kit {
  /** In the group-version that creates objects of its kind. */
  readonly objects: readonly [JsonObject, JsonObject];
  /** Made for the first object; the second may refuse them. */
  readonly patches: readonly PatchCase[];
  readonly failing: PatchCase;
  readonly changes: readonly (readonly Edit[])[];
  readonly statuses: readonly JsonObject[];
  /**
   * Edits of a minimal object, each of which breaks one statement of the document; empty if the document forbids
   * nothing.
   */
  readonly breaches: readonly (readonly Edit[])[];
}

/** Kits of that resource: rich objects and legal changes of them, and changes that a server must refuse. */
export function kitOf(resource: Resource): Arbitrary<Kit> {
  const maker = makerOf(resource);
  return objectOf(maker).chain((object) =>
    record(
      {
        objects: tuple(constant(object), constant<JsonObject>(minimalObject(maker, '{{a}}'))),
        patches: tuple(
          ...(['merge', 'strategic', 'json', 'merge', 'strategic', 'json'] as const).map((kind) =>
            patchFor(resource, object, kind),
          ),
        ),
        failing: failingPatchFor(resource, object),
        changes: tuple(changeOf(resource), changeOf(resource), changeOf(resource)),
        statuses: tuple(statusOf(resource), statusOf(resource)),
        breaches: breachesOf(resource),
      },
      { noNullPrototype: true },
    ),
  );
}

function breachesOf(resource: Resource): Arbitrary<readonly (readonly Edit[])[]> {
  const broken = STATEMENTS.filter(({ resources }) => resources.includes(resource)).map(({ breaks, drawn }) =>
    constantFrom(...(drawn ?? breaks)(resource)),
  );
  if (broken.length === 0) return constant([]);
  return tuple(oneof(...broken), oneof(...broken));
}

/** The value, with `{{a}}` replaced by another name. */
export function renamed<T>(value: T, name: string): T {
  return name === '{{a}}' ? value : (JSON.parse(JSON.stringify(value).replaceAll('{{a}}', name)) as T);
}

/** One of a few, picked by a number. */
export function pick<T>(things: readonly T[], index: number): T | undefined {
  return things[index % Math.max(1, things.length)];
}
