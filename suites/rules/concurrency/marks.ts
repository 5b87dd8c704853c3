import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { CallStep, Edit } from '../../program/program.ts';
import type { Template } from '../rule.ts';

/** An object with room for marks: JSON patches need the parent of a new member. */
export function withRoom(object: Readonly<Record<string, unknown>>): Template {
  return { ...object, metadata: { name: '{{a}}', labels: { kept: 'yes' }, annotations: { kept: 'yes' } } } as Template;
}

/** A patch of that media type that writes a mark into the annotations; see `judgeLostMarks`. */
export function markPatch(contentType: string, mark: string): Pick<CallStep, 'body' | 'contentType'> {
  const body =
    contentType === JSON_PATCH_TYPE
      ? [{ op: 'add', path: `/metadata/annotations/${mark}`, value: `mark-${mark}` }]
      : { metadata: { annotations: { [mark]: `mark-${mark}` } } };
  return { body, contentType };
}

/** The edit of a stored object that does the same. */
export function markEdit(mark: string): Edit {
  return { set: `/metadata/annotations/${mark}`, to: `mark-${mark}` };
}
