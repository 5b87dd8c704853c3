import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  succeeded,
} from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { STATUS_WRITES, isOfType, isOne } from '../../requests.ts';
import { alsoWrites } from '../../unlocked-writes.ts';
import { droppingFinalizers, overriding, responding } from '../../ways.ts';

/** Hooks of writes of `/status` that write the spec of their body, too. */
const writingTheSpec = (verb: 'replaceStatus' | 'patchStatus'): Fault['hooks'] =>
  alsoWrites(verb, async (request, _, send) => {
    const spec = objectAt(request.json, 'spec');
    return spec === undefined ? undefined : send(objectPath(request), { spec });
  });

/** Writes of `/status` that change other parts of the object, or other objects. */
export const OTHER_PARTS: readonly Fault[] = faults({
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
  'status-write-changes-uid': {
    summary: 'the response to a write of /status shows another uid',
    caughtBy: 'status/write-keeps-the-identity',
    seenIn: 'operator-framework/java-operator-sdk#396',
    hooks: responding(
      ['replaceStatus', 'patchStatus'],
      (response) => void (metadataOf(response.json)['uid'] = '00000000-0000-4000-8000-000000000000'),
    ),
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
  'status-patch-grows-generation': {
    summary: 'a PATCH of /status increases the generation; a PUT does not',
    caughtBy: 'status/write-leaves-the-generation',
    seenIn: 'fabric8io/kubernetes-client#4217',
    hooks: responding('patchStatus', (response) => {
      const metadata = metadataOf(response.json);
      if (typeof metadata['generation'] === 'number') metadata['generation'] += 1;
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
  'status-put-writes-spec': {
    summary: 'a PUT of /status writes the spec in its body too',
    caughtBy: 'status/write-leaves-the-spec',
    seenIn: 'kubernetes/kubernetes#107319',
    hooks: writingTheSpec('replaceStatus'),
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
    hooks: writingTheSpec('patchStatus'),
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
