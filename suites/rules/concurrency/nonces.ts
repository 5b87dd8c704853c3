import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { CallStep, Edit } from '../../program/program.ts';
import type { Template } from '../rule.ts';

/** An object with room for nonces: JSON patches need the parent of a new member. */
export function withRoom(object: Readonly<Record<string, unknown>>): Template {
  return { ...object, metadata: { name: '{{a}}', labels: { kept: 'yes' }, annotations: { kept: 'yes' } } } as Template;
}

/** A patch of that media type that writes a nonce into the annotations; see `judgeLostNonces`. */
export function noncePatch(contentType: string, nonce: string): Pick<CallStep, 'body' | 'contentType'> {
  const body =
    contentType === JSON_PATCH_TYPE
      ? [{ op: 'add', path: `/metadata/annotations/${nonce}`, value: `mark-${nonce}` }]
      : { metadata: { annotations: { [nonce]: `mark-${nonce}` } } };
  return { body, contentType };
}

/** The edit of a stored object that does the same. */
export function nonceEdit(nonce: string): Edit {
  return { set: `/metadata/annotations/${nonce}`, to: `mark-${nonce}` };
}
