import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { walk } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isPatch } from '../../requests.ts';
import { refusing } from '../../ways.ts';
import { patching } from './patching.ts';

function withoutNulls(value: unknown): void {
  walk(value, (object) => {
    for (const [member, inner] of Object.entries(object)) if (inner === null) delete object[member];
  });
}

/** Nulls, directives and operations of patches that are ignored or refused. */
export const NULLS_AND_DIRECTIVES: readonly Fault[] = faults({
  'json-patch-refused': {
    summary: 'a JSON patch is refused as an unknown media type',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    seenIn: 'kubernetes/kubernetes#69330',
    hooks: refusing((request) => isPatch(request, JSON_PATCH_TYPE), 415, 'UnsupportedMediaType'),
  },
  'merge-patch-null-ignored': {
    summary: 'null in a merge patch is ignored instead of removing the member',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(MERGE_PATCH_TYPE, (request) => withoutNulls(request.json)),
  },
  'strategic-null-ignored': {
    summary: 'null in a strategic merge patch is ignored instead of removing the member',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) => withoutNulls(request.json)),
  },
  'strategic-patch-replaces-lists': {
    summary: 'a strategic merge patch replaces lists that have a merge key',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) => {
      request.headers['content-type'] = MERGE_PATCH_TYPE;
    }),
  },
  'merge-patch-merges-lists': {
    summary: 'a merge patch merges lists by their merge key',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/kubernetes#74369',
    hooks: patching(MERGE_PATCH_TYPE, (request) => {
      request.headers['content-type'] = STRATEGIC_MERGE_PATCH_TYPE;
    }),
  },
  'strategic-directives-ignored': {
    summary: '`$patch` directives in a strategic merge patch are ignored',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) => walk(request.json, (object) => delete object['$patch'])),
  },
  'json-patch-test-ignored': {
    summary: '`test` operations of a JSON patch are ignored',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    seenIn: 'Starcounter-Jack/JSON-Patch#64',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      request.json = operationsOf(request).filter(({ op }) => op !== 'test');
    }),
  },
  'json-patch-escapes-not-decoded': {
    summary: '`~1` in a JSON pointer is not decoded',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    seenIn: 'evanphx/json-patch#23',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      for (const operation of operationsOf(request))
        if (typeof operation['path'] === 'string') operation['path'] = operation['path'].replaceAll('~1', '~01');
    }),
  },
});
