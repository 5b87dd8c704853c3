import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isObject, objectAt, walk } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch } from '../../requests.ts';
import { asking, changedByStored, refusing, sending } from '../../ways.ts';
import { isStrategicPatch, patching } from './patching.ts';

function withoutNulls(value: unknown): void {
  walk(value, (object) => {
    for (const [member, inner] of Object.entries(object)) if (inner === null) delete object[member];
  });
}

/** Turns deletes of elements that the stored lists lack into additions. */
function addMissing(patch: unknown, stored: unknown): void {
  if (Array.isArray(patch)) {
    const there = Array.isArray(stored) ? stored.filter(isObject) : [];
    for (const element of patch.filter(isObject)) {
      const same = there.find(({ name }) => name === element['name']);
      if (same === undefined && element['$patch'] === 'delete') delete element['$patch'];
      else addMissing(element, same);
    }
  } else if (isObject(patch))
    for (const [member, value] of Object.entries(patch))
      addMissing(value, isObject(stored) ? stored[member] : undefined);
}

/** Drops nulls that lie five levels deep or deeper. */
function withoutDeepNulls(value: unknown, level = 1): void {
  if (!isObject(value)) return;
  for (const [member, inner] of Object.entries(value))
    if (inner === null && level >= 5) delete value[member];
    else withoutDeepNulls(inner, level + 1);
}

const isDeletion = (element: unknown): boolean => isObject(element) && element['$patch'] === 'delete';

/** Drops the elements of a list that a strategic merge patch deletes. */
function withoutDeletesIn(patch: unknown, list: string): void {
  walk(patch, (object) => {
    const elements = object[list];
    if (Array.isArray(elements)) object[list] = elements.filter((element) => !isDeletion(element));
  });
}

/** Turns zeros of the spec into nulls, so each of these members gets its default. */
function zerosAsAbsent(value: unknown): void {
  walk(value, (object) => {
    for (const [member, inner] of Object.entries(object)) if (inner === 0) object[member] = null;
  });
}

/** Keeps of each list that has deletions these alone. */
function deleteOnly(patch: unknown): void {
  walk(patch, (object) => {
    for (const [member, list] of Object.entries(object))
      if (Array.isArray(list) && list.some(isDeletion)) object[member] = list.filter(isDeletion);
  });
}

/** Takes away the directives that are not the first member of their object. */
function withoutLaterDirectives(patch: unknown): void {
  walk(patch, (object) => {
    if (Object.hasOwn(object, '$patch') && Object.keys(object)[0] !== '$patch') delete object['$patch'];
  });
}

/** Nulls, directives and operations of patches that are ignored or refused. */
export const NULLS_AND_DIRECTIVES: readonly Fault[] = faults({
  'null-for-replicas-ignored': {
    summary: 'a merge patch that sets the replicas to null leaves them as they are, instead of 1',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: patching(MERGE_PATCH_TYPE, ({ json }) => {
      const spec = objectAt(json, 'spec');
      if (spec?.['replicas'] === null) delete spec['replicas'];
    }),
  },
  'null-for-the-strategy-ignored': {
    summary: 'a merge patch or strategic merge patch ignores null for the strategy of a Deployment',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: asking(isPatch, ({ json }) => {
      const spec = objectAt(json, 'spec');
      if (spec?.['strategy'] === null) delete spec['strategy'];
    }),
  },
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
  'merge-patch-keeps-deep-entries': {
    summary: 'a merge patch removes no member that is five levels deep or deeper, such as an entry of a nodeSelector',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: patching(MERGE_PATCH_TYPE, (request) => withoutDeepNulls(request.json)),
  },
  // RFC 7386: null removes a member, also one of a map of texts.
  'null-empties-a-node-selector-label': {
    summary: 'a merge patch stores the empty text for a label of a nodeSelector that it sets to null',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: patching(MERGE_PATCH_TYPE, ({ json }) =>
      walk(json, ({ nodeSelector }) => {
        if (!isObject(nodeSelector)) return;
        for (const [key, value] of Object.entries(nodeSelector)) if (value === null) nodeSelector[key] = '';
      }),
    ),
  },
  'patch-takes-zero-for-absent': {
    summary: 'a merge or strategic merge patch that sets a member of the spec to zero sets its default',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: asking(
      (request) => isOne(request, 'patch') && !isPatch(request, JSON_PATCH_TYPE),
      (request) => zerosAsAbsent(objectAt(request.json, 'spec')),
    ),
  },
  // Semantics 4: "Patch applies a change to specific fields" - here to DeploymentSpec, paused, or CronJobSpec, suspend.
  'strategic-patch-takes-false-for-absent': {
    summary: 'a strategic merge patch that sets paused or suspend to false leaves it true; other patches are right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: sending(isStrategicPatch, (body) => {
      const spec = objectAt(body, 'spec');
      for (const member of ['paused', 'suspend']) if (spec?.[member] === false) delete spec[member];
    }),
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
  // Semantics 4: "How lists and maps merge is defined per field"; the members of a JSON object have no order.
  'directive-after-the-merge-key-is-not-seen': {
    summary: 'a strategic merge patch ignores a `$patch` that is not the first member of its object',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => withoutLaterDirectives(json)),
  },
  'delete-of-a-missing-element-adds-it': {
    summary: 'a strategic merge patch that deletes an element that a list lacks adds that element',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored((request) => isPatch(request, STRATEGIC_MERGE_PATCH_TYPE), addMissing),
  },
  // Semantics 4: "How lists and maps merge is defined per field: a list is either replaced or merged".
  'elements-beside-a-deleted-one-are-ignored': {
    summary: 'a strategic merge patch ignores the other elements of a list in which one has `$patch: delete`',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: sending(isStrategicPatch, deleteOnly),
  },
  'deletes-of-init-containers-ignored': {
    summary: 'a strategic merge patch ignores init containers with `$patch: delete`; it deletes other containers',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => withoutDeletesIn(json, 'initContainers')),
  },
  'deletes-of-pull-secrets-ignored': {
    summary: 'a strategic merge patch ignores imagePullSecrets with `$patch: delete`; in other lists it deletes them',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => withoutDeletesIn(json, 'imagePullSecrets')),
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
