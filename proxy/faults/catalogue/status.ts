import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  copyOf,
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  succeeded,
  walk,
} from '../bend.ts';
import type { FaultyRequest, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { STATUS_WRITES, isOfType, isOne, contentTypeOf } from '../requests.ts';
import { putInTwoSteps } from '../two-step-writes.ts';
import { alsoWrites, unlocked } from '../unlocked-writes.ts';
import {
  responding,
  asking,
  asSent,
  changedByStored,
  conflictingInParallel,
  droppingFinalizers,
  forgiving,
  overriding,
  refusing,
  sending,
} from '../ways.ts';

/** Faults that rules of the family `status` find. */
export const STATUS_FAULTS: readonly Fault[] = faults({
  'times-of-a-status-lose-their-zone': {
    summary: 'a time in a status that is written with an offset from UTC is stored as if it were UTC',
    caughtBy: 'status/write-changes-the-status',
    hooks: sending(STATUS_WRITES, (body) =>
      walk(body['status'], (inner) => {
        for (const [name, value] of Object.entries(inner))
          if (name.endsWith('Time') && typeof value === 'string') inner[name] = value.replace(/[-+]\d\d:\d\d$/, 'Z');
      }),
    ),
  },
  'status-json-patch-writes-spec': {
    summary: 'a JSON patch of /status changes the spec too; merge patches and PUTs are right',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: responding(
      (request) => isOne(request, 'patchStatus') && isOfType(request, JSON_PATCH_TYPE),
      async (response, request, upstream) => {
        const operations = Array.isArray(request.json)
          ? request.json.filter((each) => isObject(each) && String(each['path']).startsWith('/spec'))
          : [];
        const written =
          operations.length === 0
            ? undefined
            : await upstream.send('PATCH', objectPath(request), operations, JSON_PATCH_TYPE);
        if (written !== undefined && succeeded(written)) response.json = written.json;
      },
    ),
  },
  'status-patch-removes-annotations': {
    summary: 'a patch of /status that names no metadata removes the annotations of the object',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: responding('patchStatus', async (response, request, upstream) => {
      if (isObject(request.json) && request.json['metadata'] !== undefined) return;
      const annotations = null;
      const removed = await upstream.send(
        'PATCH',
        objectPath(request),
        { metadata: { annotations } },
        MERGE_PATCH_TYPE,
      );
      if (succeeded(removed)) response.json = removed.json;
    }),
  },
  'status-writes-drop-finalizers': {
    summary: 'a write of /status removes the finalizers of the object; writes of the object keep them',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: droppingFinalizers(STATUS_WRITES),
  },
  'generation-follows-the-body-of-a-status-put': {
    summary: 'a PUT of /status stores the generation that its body has',
    caughtBy: 'status/write-leaves-the-generation',
    hooks: overriding('replaceStatus', 'generation', ({ generation: asked }, { generation: stored }) =>
      stored === undefined || asked === stored ? undefined : asked,
    ),
  },
  'names-with-dots-have-no-status': {
    summary: 'reads and writes of the /status of an object whose name has a dot get 404; the object itself is found',
    caughtBy: 'status/current-version-succeeds',
    hooks: refusing(({ path }) => /\.[^/]*\/status$/.test(path), 404, 'NotFound'),
  },
  'namespace-status-put-unlocked': {
    summary: 'a PUT of the /status of a namespace is accepted with a version that another write has replaced',
    caughtBy: 'status/stale-version-is-refused',
    hooks: unlocked((request) => isOne(request, 'replaceStatus') && request.call?.resource?.kind === 'Namespace'),
  },
  'status-put-looks-then-writes': {
    summary: 'a PUT of /status compares the version first and stores later; PUTs of objects are right',
    caughtBy: 'status/at-most-one-of-several-wins',
    seenIn: 'SciCatProject/backend#2684',
    hooks: putInTwoSteps((request) => isOne(request, 'replaceStatus')),
  },
  'status-writes-of-a-terminating-object-ignored': {
    summary: 'a write of /status of a terminating object gets 200 and changes nothing',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, STATUS_WRITES)) return undefined;
        const stored = await upstream.send('GET', objectPath(request));
        return metadataOf(stored.json)['deletionTimestamp'] === undefined ? undefined : stored;
      },
    }),
  },
  'status-write-changes-uid': {
    summary: 'the response to a write of /status shows another uid',
    caughtBy: 'status/write-keeps-the-identity',
    seenIn: 'operator-framework/java-operator-sdk#396',
    hooks: responding(
      ['replaceStatus', 'patchStatus'],
      (response) => void (metadataOf(response.json)['uid'] = '00000000-0000-4000-8000-000000000000'),
    ),
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
  'status-write-reaches-other-namespaces': {
    summary: 'a write of /status also writes that status to the objects of that name in other namespaces',
    caughtBy: 'status/leaves-other-objects',
    hooks: responding(STATUS_WRITES, async (response, { call }, upstream) => {
      const { resource, namespace, name } = call ?? {};
      const status = objectAt(response.json, 'status');
      if (resource === undefined || namespace === undefined || status === undefined) return;
      const all = await upstream.send('GET', `${resource.prefix}/${resource.plural}`);
      for (const metadata of (itemsOf(all) ?? []).map(metadataOf)) {
        if (metadata['name'] !== name || metadata['namespace'] === namespace) continue;
        const path = `${resource.prefix}/namespaces/${String(metadata['namespace'])}/${resource.plural}/${name}/status`;
        await upstream.send('PATCH', path, { status }, MERGE_PATCH_TYPE);
      }
    }),
  },
  'status-write-answers-the-state-before': {
    summary: 'a write of /status returns the object as it was before',
    caughtBy: 'status/write-changes-the-status',
    hooks: () => {
      const before = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (isOne(request, STATUS_WRITES))
            before.set(request, (await upstream.send('GET', objectPath(request))).json);
        },
        response: (response, request) => {
          if (succeeded(response) && before.get(request) !== undefined) response.json = before.get(request);
        },
      };
    },
  },
  'lone-status-put-refused': {
    summary: 'every PUT of /status that carries a version is refused as a conflict, even if the version is current',
    caughtBy: 'status/current-version-succeeds',
    hooks: refusing(
      (request) => isOne(request, 'replaceStatus') && metadataOf(request.json)['resourceVersion'] !== undefined,
      409,
      'Conflict',
    ),
  },
  'parallel-status-puts-all-conflict': {
    summary: 'parallel PUTs of the /status of one object are all refused as conflicts; PUTs of objects are right',
    caughtBy: 'status/current-version-succeeds',
    hooks: conflictingInParallel('replaceStatus'),
  },
  'get-of-status-lags-behind-the-spec': {
    summary: 'a get of /status repeats its last response for the object until the status changes, whatever the spec',
    caughtBy: 'status/get-shows-the-object',
    hooks: () => {
      const kept = new Map<string, FaultyResponse>();
      return {
        response: (response, request) => {
          if (!isOne(request, 'getStatus') || !isObject(response.json)) return;
          const key = `${request.path} ${JSON.stringify(response.json['status'])}`;
          const last = kept.get(key);
          if (last === undefined) kept.set(key, copyOf(response));
          else response.json = copyOf(last.json);
        },
      };
    },
  },
  'get-of-status-lacks-the-spec': {
    summary: 'a get of /status returns the object without its spec',
    caughtBy: 'status/get-shows-the-object',
    hooks: responding('getStatus', (response) => {
      if (isObject(response.json)) delete response.json['spec'];
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
  'status-write-keeps-version': {
    summary: 'the response to a PUT of /status that changed the status carries the former version',
    caughtBy: 'status/write-changes-the-version',
    seenIn: 'fabric8io/kubernetes-client#4220',
    hooks: responding('replaceStatus', (response, request) => {
      const version = metadataOf(request.json)['resourceVersion'];
      if (typeof version === 'string') metadataOf(response.json)['resourceVersion'] = version;
    }),
  },
  'status-write-of-absent-succeeds': {
    summary: 'a write of the /status of an absent object gets 200',
    caughtBy: 'status/write-of-an-absent-object-is-refused',
    seenIn: 'IgniteUI/NorthwindAPI#9',
    hooks: forgiving(
      STATUS_WRITES,
      [404],
      (response, request) => asSent(response, request) ?? jsonResponse(200, { metadata: { name: request.call?.name } }),
    ),
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
  'status-patch-grows-generation': {
    summary: 'a PATCH of /status increases the generation; a PUT does not',
    caughtBy: 'status/write-leaves-the-generation',
    seenIn: 'fabric8io/kubernetes-client#4217',
    hooks: responding('patchStatus', (response) => {
      const metadata = metadataOf(response.json);
      if (typeof metadata['generation'] === 'number') metadata['generation'] += 1;
    }),
  },
  'types-of-a-status-not-checked': {
    summary: 'a write of /status that gives a member another JSON type returns success',
    caughtBy: 'status/members-have-the-types-of-their-tables',
    hooks: forgiving(STATUS_WRITES, [400, 422, 500], async (response, request, upstream) => {
      const status = objectAt(request.json, 'status');
      const { json, ...found } = await upstream.send('GET', objectPath(request));
      return status === undefined || !isObject(json) ? response : { ...found, json: { ...json, status } };
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
  'status-put-with-another-spec-refused': {
    summary:
      'a PUT of /status whose body carries another spec than the stored one is refused; the spec should be ignored',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: () => ({
      request: async (request, upstream) => {
        const spec = isOne(request, 'replaceStatus') ? objectAt(request.json, 'spec') : undefined;
        if (spec === undefined) return undefined;
        const stored = objectAt((await upstream.send('GET', objectPath(request))).json, 'spec');
        const isOther = stored !== undefined && JSON.stringify(spec) !== JSON.stringify(stored);
        return isOther ? jsonResponse(422, failureStatus(422, 'Invalid', 'the spec is not changed here')) : undefined;
      },
    }),
  },
  'stale-put-accepted-on-status': {
    summary: 'a PUT of /status that carries a stale version overwrites',
    caughtBy: 'status/stale-version-is-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#2362',
    hooks: unlocked((request) => request.call?.verb === 'replaceStatus'),
  },
  'status-put-writes-spec': {
    summary: 'a PUT of /status writes the spec in its body too',
    caughtBy: 'status/write-leaves-the-spec',
    seenIn: 'kubernetes/kubernetes#107319',
    hooks: alsoWrites('replaceStatus', async (request, _, send) => {
      const spec = objectAt(request.json, 'spec');
      return spec === undefined ? undefined : send(objectPath(request), { spec });
    }),
  },
  'status-patch-removes-members-of-the-spec': {
    summary: 'a patch of /status removes the members of the spec that its body has as null; other members are ignored',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: alsoWrites('patchStatus', async (request, _, send) => {
      const nulls = Object.entries(objectAt(request.json, 'spec') ?? {}).filter(([, value]) => value === null);
      return nulls.length === 0 ? undefined : send(objectPath(request), { spec: Object.fromEntries(nulls) });
    }),
  },
  'status-patch-writes-spec': {
    summary: 'a PATCH of /status writes the spec in it too',
    caughtBy: 'status/write-leaves-the-spec',
    seenIn: 'kubernetes-sigs/controller-runtime#2259',
    hooks: alsoWrites('patchStatus', async (request, _, send) => {
      const spec = objectAt(request.json, 'spec');
      return spec === undefined ? undefined : send(objectPath(request), { spec });
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
  'status-put-starts-the-generation-again': {
    summary: 'a PUT of /status sets the generation to 1',
    caughtBy: 'status/write-leaves-the-generation',
    hooks: () => {
      const skipped = new Map<string, number>();
      const bend = everyObject((object) => {
        const metadata = metadataOf(object);
        if (typeof metadata['generation'] === 'number')
          metadata['generation'] -= skipped.get(String(metadata['uid'])) ?? 0;
      });
      return {
        ...bend,
        response: (response, request) => {
          const { uid, generation } = metadataOf(response.json);
          if (request.call?.verb === 'replaceStatus' && succeeded(response) && typeof generation === 'number')
            skipped.set(String(uid), generation - 1);
          bend.response(response, request);
        },
      };
    },
  },
  'status-write-grows-generation': {
    summary: 'a write of /status increases the generation',
    caughtBy: 'status/write-leaves-the-generation',
    seenIn: 'fabric8io/kubernetes-client#4139',
    hooks: () => {
      const writes = new Map<string, number>();
      const bend = everyObject((object) => {
        const metadata = metadataOf(object);
        if (typeof metadata['generation'] === 'number')
          metadata['generation'] += writes.get(String(metadata['uid'])) ?? 0;
      });
      return {
        ...bend,
        response: (response, request) => {
          const uid = String(metadataOf(response.json)['uid']);
          if (request.call?.verb === 'replaceStatus' && succeeded(response))
            writes.set(uid, (writes.get(uid) ?? 0) + 1);
          bend.response(response, request);
        },
      };
    },
  },
});
