import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isObject, walk } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch } from '../../requests.ts';
import { sending } from '../../ways.ts';

/** Leaves out the nulls of maps in which other entries are set. */
function dropNullsBesideValues(body: Bendable): void {
  walk(body, (inner) => {
    for (const member of ['labels', 'annotations', 'data', 'nodeSelector']) {
      const map = inner[member];
      if (!isObject(map) || Object.values(map).every((value) => value === null)) continue;
      for (const [key, value] of Object.entries(map)) if (value === null) delete map[key];
    }
  });
}

/** Faults of nulls beside values in merge patches. */
export const NULLS_BESIDE_VALUES: readonly Fault[] = faults({
  'merge-patch-ignores-nulls-beside-values': {
    summary: 'a merge patch that sets entries of labels, annotations, data or a nodeSelector ignores nulls for others',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: sending((request) => isOne(request, 'patch') && isPatch(request, MERGE_PATCH_TYPE), dropNullsBesideValues),
  },
});
