import { schemaAt } from '../../../../spec/schemas/index.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import type { Resource } from '../../../../spec/surface/resources.ts';
import type { MemberPlace } from './member-place.ts';
import type { MemberPattern } from './pattern.ts';
import type { WriteForm } from './write.ts';

/**
 * The member by which a strategic merge patch matches the elements of the list at these steps; `undefined` if it
 * replaces the list.
 */
export function mergeKeyAt({ schema }: Resource, steps: MemberPattern): string | undefined {
  return schemaAt(
    schema,
    steps.map((step) => (step === '+' || step === '*' ? '0' : step)),
  )?.['x-patch-merge-key'];
}

/**
 * Whether a patch of that type replaces a list that contains the member: then it removes the member by leaving it out.
 */
export function isInWholeList(
  { resource, pattern }: Pick<MemberPlace, 'resource' | 'pattern'>,
  { mediaType }: WriteForm,
): boolean {
  if (mediaType === undefined || mediaType === JSON_PATCH_TYPE) return false;
  return pattern.some(
    (step, index) =>
      /^[0+*]$/.test(step) &&
      (mediaType === MERGE_PATCH_TYPE || mergeKeyAt(resource, pattern.slice(0, index)) === undefined),
  );
}
