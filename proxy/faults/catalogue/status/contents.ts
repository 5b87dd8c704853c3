import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { ignoreOffsets, isObject, metadataOf, objectAt, objectPath, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { STATUS_WRITES, contentTypeOf, isOfType, isOne, ofKind } from '../../requests.ts';
import { asking, changedByStored, conditionsOf, membersOf, sending } from '../../ways.ts';

/** Merges the containerStatuses of a strategic merge patch into the stored ones by their names. */
function mergeContainerStatuses(body: Bendable, stored: Bendable): void {
  const [sent, kept] = [objectAt(body, 'status'), objectAt(stored, 'status')];
  if (sent === undefined || kept === undefined || !Array.isArray(sent['containerStatuses'])) return;
  const former = membersOf(kept, 'containerStatuses');
  const now = membersOf(sent, 'containerStatuses');
  const isFormer = ({ name }: Bendable): boolean => former.some((each) => each['name'] === name);
  sent['containerStatuses'] = [
    ...former.map((each) => ({ ...each, ...now.find(({ name }) => name === each['name']) })),
    ...now.filter((each) => !isFormer(each)),
  ];
}

/** Keeps the time of the last transition of conditions whose `status` stays. */
function keepTransitions(body: Bendable, stored: Bendable): void {
  const former = conditionsOf(stored);
  for (const condition of conditionsOf(body)) {
    const kept = former.find(({ type }) => type === condition['type']);
    const isSame = kept !== undefined && (condition['status'] ?? kept['status']) === kept['status'];
    if (isSame && typeof kept['lastTransitionTime'] === 'string' && condition['lastTransitionTime'] !== undefined)
      condition['lastTransitionTime'] = kept['lastTransitionTime'];
  }
}

/** Keeps the counts of ended pods that a write of the status of a Job would lower. */
function keepHighestCounts(body: Bendable, stored: Bendable, request: FaultyRequest): void {
  const [sent, former] = [objectAt(body, 'status'), objectAt(stored, 'status')];
  if (sent === undefined) return;
  for (const member of ['succeeded', 'failed']) {
    const count = former?.[member];
    const isWritten = Object.hasOwn(sent, member) || isOne(request, 'replaceStatus');
    if (isWritten && typeof count === 'number' && Number(sent[member] ?? 0) < count) sent[member] = count;
  }
}

/** A write of /status with a lower observedGeneration than the stored one is taken for a late one. */
function ignoringOlderGenerations(): Hooks {
  return {
    request: async (request, upstream) => {
      const observed = objectAt(request.json, 'status')?.['observedGeneration'];
      if (!isOne(request, STATUS_WRITES) || typeof observed !== 'number') return undefined;
      const stored = await upstream.send('GET', objectPath(request));
      const known = objectAt(stored.json, 'status')?.['observedGeneration'];
      const version = metadataOf(stored.json)['resourceVersion'];
      const isCurrent = (metadataOf(request.json)['resourceVersion'] ?? version) === version;
      return succeeded(stored) && isCurrent && typeof known === 'number' && observed < known ? stored : undefined;
    },
  };
}

/** Writes of `/status` after which the status is not as it was sent. */
export const CONTENTS: readonly Fault[] = faults({
  'times-of-a-status-lose-their-zone': {
    summary: 'a time in a status that is written with an offset from UTC is stored as if it were UTC',
    caughtBy: 'status/write-changes-the-status',
    hooks: sending(STATUS_WRITES, (body) => ignoreOffsets(body['status'])),
  },
  'conditions-are-replaced': {
    summary: 'a strategic merge patch of /status replaces the list of conditions',
    caughtBy: 'status/conditions-are-merged-by-type',
    hooks: asking(
      (request) => isOne(request, 'patchStatus') && contentTypeOf(request).includes('strategic'),
      (request) => void (request.headers['content-type'] = MERGE_PATCH_TYPE),
    ),
  },
  'deletes-of-conditions-ignored': {
    summary: 'a strategic merge patch of /status ignores conditions with `$patch: delete`',
    caughtBy: 'status/conditions-are-merged-by-type',
    hooks: sending('patchStatus', (patch) => {
      const status = objectAt(patch, 'status');
      const conditions = status?.['conditions'];
      if (status !== undefined && Array.isArray(conditions))
        status['conditions'] = conditions.filter((each) => !isObject(each) || each['$patch'] !== 'delete');
    }),
  },
  'status-replace-directive-ignored': {
    summary: 'a strategic merge patch of /status with `$patch: replace` merges the status',
    caughtBy: 'status/patch-follows-its-media-type',
    hooks: sending('patchStatus', (patch) => void delete objectAt(patch, 'status')?.['$patch']),
  },
  'status-put-keeps-conditions': {
    summary: 'a PUT of /status keeps the conditions of types that its body lacks',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: changedByStored('replaceStatus', (body, stored) => {
      const [sent, kept] = [body, stored].map((object) => objectAt(object, 'status')?.['conditions']);
      if (!Array.isArray(sent) || !Array.isArray(kept)) return;
      const types = new Set(sent.filter(isObject).map(({ type }) => type));
      sent.push(...kept.filter((condition) => isObject(condition) && !types.has(condition['type'])));
    }),
  },
  'status-json-patch-ignored': {
    summary: 'a JSON patch of /status gets 200 and changes nothing; merge patches are right',
    caughtBy: 'status/patch-follows-its-media-type',
    seenIn: 'fabric8io/kubernetes-client#3383',
    hooks: () => ({
      request: async (request, upstream) =>
        isOne(request, 'patchStatus') && contentTypeOf(request).includes('json-patch')
          ? upstream.send('GET', objectPath(request))
          : undefined,
    }),
  },
  'status-patch-ignored': {
    summary: 'a PATCH of /status gets 200 and changes nothing; a PUT is right',
    caughtBy: 'status/write-changes-the-status',
    seenIn: 'fabric8io/kubernetes-client#3383',
    hooks: () => ({
      request: async (request, upstream) =>
        isOne(request, 'patchStatus') ? upstream.send('GET', objectPath(request)) : undefined,
    }),
  },
  'status-put-without-a-status-keeps-it': {
    summary: 'a PUT of /status whose body has no status keeps the stored one; a PUT with an empty status is right',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: changedByStored('replaceStatus', (body, stored) => {
      if (!Object.hasOwn(body, 'status')) body['status'] = stored['status'];
    }),
  },
  'status-put-merges': {
    summary: 'a PUT of /status merges its status into the stored one',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: () => ({
      request: (request, upstream) => {
        const status = objectAt(request.json, 'status');
        return isOne(request, 'replaceStatus')
          ? upstream.send('PATCH', request.path, { status: status ?? {} }, MERGE_PATCH_TYPE)
          : undefined;
      },
    }),
  },
  'null-in-a-status-patch-ignored': {
    summary:
      'null in a merge patch of /status is ignored instead of removing the member; in a patch of the object it works',
    caughtBy: 'status/patch-follows-its-media-type',
    seenIn: 'kubernetes/client-go#607',
    hooks: sending(
      (request) => isOne(request, 'patchStatus') && contentTypeOf(request).includes('merge-patch'),
      (body) =>
        walk(body, (object) => {
          for (const [member, value] of Object.entries(object)) if (value === null) delete object[member];
        }),
    ),
  },
  'zeros-in-a-status-put-keep-the-counts': {
    summary: 'a PUT of /status leaves the counts as they were for which its body has 0',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: () => ({
      request: async (request, upstream) => {
        const status = objectAt(request.json, 'status');
        if (request.call?.verb !== 'replaceStatus' || status === undefined) return;
        const stored = objectAt((await upstream.send('GET', objectPath(request))).json, 'status') ?? {};
        for (const [name, value] of Object.entries(status))
          if (value === 0 && typeof stored[name] === 'number') status[name] = stored[name];
      },
    }),
  },
  'status-write-ignored': {
    summary: 'a PUT of /status gets 200 and changes nothing',
    caughtBy: 'status/write-changes-the-status',
    hooks: () => ({
      request: async (request, upstream) =>
        request.call?.verb === 'replaceStatus' ? upstream.send('GET', objectPath(request)) : undefined,
    }),
  },
  // Semantics 4: "a list is either replaced or merged"; PodStatus names a merge key for `conditions`, for this none.
  'container-statuses-merge-by-name': {
    summary: 'a strategic merge patch of the status of a pod merges containerStatuses by their names',
    caughtBy: 'status/patch-follows-its-media-type',
    hooks: changedByStored(
      (request) => isOne(request, ofKind('Pod', 'patchStatus')) && isOfType(request, STRATEGIC_MERGE_PATCH_TYPE),
      mergeContainerStatuses,
    ),
  },
  // Rules 2: "only the `/status` paths change status" - and they do.
  'start-time-of-a-job-is-for-good': {
    summary: 'a PUT of the status of a Job keeps the startTime that is stored',
    caughtBy: 'status/write-changes-the-status',
    hooks: changedByStored(ofKind('Job', 'replaceStatus'), (body, stored) => {
      const [sent, kept] = [objectAt(body, 'status'), objectAt(stored, 'status')?.['startTime']];
      if (sent !== undefined && kept !== undefined) sent['startTime'] = kept;
    }),
  },
  // Rules 2, as above, and what the service does: the status "reports the most recently observed state".
  'counts-of-ended-pods-never-go-down': {
    summary: 'a write of the /status of a Job does not lower the counts of pods that succeeded or failed',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: changedByStored(ofKind('Job', STATUS_WRITES), keepHighestCounts),
  },
  // Rules 2, as above: they change it as they were asked to.
  'transition-time-stays-while-the-condition-does': {
    summary: 'a write of /status keeps the stored lastTransitionTime of a condition whose `status` it does not change',
    caughtBy: 'status/write-changes-the-status',
    hooks: changedByStored(STATUS_WRITES, keepTransitions),
  },
  // Semantics 4: "Patch applies a change to specific fields" - `/jobs/{name}/status` has PUT for the whole status.
  'patch-of-the-status-of-a-job-replaces-it': {
    summary: 'a merge or strategic merge patch of the status of a Job removes what the patch does not mention of it',
    caughtBy: 'status/patch-follows-its-media-type',
    hooks: changedByStored(ofKind('Job', 'patchStatus'), (body, stored) => {
      const status = objectAt(body, 'status');
      if (status === undefined) return;
      for (const member of Object.keys(objectAt(stored, 'status') ?? {})) status[member] ??= null;
    }),
  },
  // Rules 2, as above: to what they were sent.
  'status-of-an-older-generation-ignored': {
    summary: 'a write of /status whose observedGeneration is lower than the stored one gets 200 and changes nothing',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: ignoringOlderGenerations,
  },
});
