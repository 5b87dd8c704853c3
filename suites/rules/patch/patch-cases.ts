import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import { patchFor, type PatchKind } from '../../generators/patches.ts';
import { fc, objectOf, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { Operation, Program, Template } from '../rule.ts';

export const PATCHES: readonly Operation[] = operationsOf(['patch']);

/** A rich object, and a legal patch of that kind for it. */
export function patchCases(operation: Operation, kind: PatchKind): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  return objectOf(on.maker)
    .chain((object) => fc.tuple(fc.constant(object), patchFor(on.resource, object, kind)))
    .map(([object, { mediaType, body }]) =>
      writeAndRead(on, object, [on.patch('{{a}}', body as Template, { contentType: mediaType })], 0),
    );
}

/** The same with a patch of any of the three kinds. */
export function anyPatchCases(operation: Operation): fc.Arbitrary<Program> {
  return fc.oneof(patchCases(operation, 'merge'), patchCases(operation, 'strategic'), patchCases(operation, 'json'));
}

/**
 * Merge patches that replace a whole list of containers, which a strategic merge patch would merge; only if the kind
 * has a template.
 */
export function listCases(operation: Operation): fc.Arbitrary<Program>[] {
  const on = stepsOn(resourceOf(operation));
  const { template } = MUTABLE[on.resource.kind];
  if (template === undefined) return [];
  const containers = [{ name: 'other', image: 'x:1' }];
  const patch = nest([...template, 'spec', 'containers'], containers);
  return [objectOf(on.maker).map((object) => writeAndRead(on, object, [on.patch('{{a}}', patch)], 0))];
}
