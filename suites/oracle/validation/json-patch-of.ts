import type { Edit, Template } from '../../program/program.ts';

/** The JSON patch that makes the same change. The parents of set paths and the removed paths must exist. */
export function jsonPatchOf(edits: readonly Edit[]): readonly Template[] {
  return edits.map((edit) =>
    'remove' in edit ? { op: 'remove', path: edit.remove } : { op: 'add', path: edit.set, value: edit.to },
  );
}
