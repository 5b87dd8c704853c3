import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
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
import type { Asked, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { answering, asSent, forgiving, isOne, refusing, sending } from '../ways.ts';

const WRITES = ['replaceStatus', 'patchStatus'] as const;

/** Faults of the subresource /status. */
export const STATUS_FAULTS: readonly Fault[] = faults({
  'status-write-reaches-other-namespaces': {
    summary: 'a write of /status also writes that status to the objects of that name in other namespaces',
    caughtBy: 'status/leaves-other-objects',
    hooks: answering(WRITES, async (answered, { call }, upstream) => {
      const { resource, namespace, name } = call ?? {};
      const status = objectAt(answered.json, 'status');
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
    summary: 'a write of /status answers the object as it was before',
    caughtBy: 'status/write-changes-the-status',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, WRITES)) before.set(asked, (await upstream.send('GET', objectPath(asked))).json);
        },
        response: (answered, asked) => {
          if (succeeded(answered) && before.get(asked) !== undefined) answered.json = before.get(asked);
        },
      };
    },
  },
  'lone-status-put-refused': {
    summary: 'every PUT of /status that carries a version is refused as a conflict',
    caughtBy: 'status/current-version-succeeds',
    hooks: refusing(
      (asked) => isOne(asked, 'replaceStatus') && metadataOf(asked.json)['resourceVersion'] !== undefined,
      409,
      'Conflict',
    ),
  },
  'get-of-status-lacks-the-spec': {
    summary: 'a get of /status answers the object without its spec',
    caughtBy: 'status/get-shows-the-object',
    hooks: answering('getStatus', (answered) => {
      if (isObject(answered.json)) delete answered.json['spec'];
    }),
  },
  'status-json-patch-ignored': {
    summary: 'a JSON patch of /status answers 200 and changes nothing; merge patches are right',
    caughtBy: 'status/patch-follows-its-media-type',
    seenIn: 'fabric8io/kubernetes-client#3383',
    hooks: () => ({
      request: async (asked, upstream) =>
        isOne(asked, 'patchStatus') && (asked.headers['content-type'] ?? '').includes('json-patch')
          ? upstream.send('GET', objectPath(asked))
          : undefined,
    }),
  },
  'status-write-keeps-version': {
    summary: 'the answer to a PUT of /status that changed it carries the version from before',
    caughtBy: 'status/write-changes-the-version',
    seenIn: 'fabric8io/kubernetes-client#4220',
    hooks: answering('replaceStatus', (answered, asked) => {
      const version = metadataOf(asked.json)['resourceVersion'];
      if (typeof version === 'string') metadataOf(answered.json)['resourceVersion'] = version;
    }),
  },
  'status-write-of-absent-succeeds': {
    summary: 'a write of the /status of an object that is not there answers 200',
    caughtBy: 'status/write-of-an-absent-object-is-refused',
    seenIn: 'IgniteUI/NorthwindAPI#9',
    hooks: forgiving(
      WRITES,
      [404],
      (answered, asked) => asSent(answered, asked) ?? jsonResponse(200, { metadata: { name: asked.call?.name } }),
    ),
  },
  'status-patch-ignored': {
    summary: 'a PATCH of /status answers 200 and changes nothing; a PUT is right',
    caughtBy: 'status/write-changes-the-status',
    seenIn: 'fabric8io/kubernetes-client#3383',
    hooks: () => ({
      request: async (asked, upstream) =>
        isOne(asked, 'patchStatus') ? upstream.send('GET', objectPath(asked)) : undefined,
    }),
  },
  'status-patch-grows-generation': {
    summary: 'a PATCH of /status increases the generation; a PUT does not',
    caughtBy: 'status/write-leaves-the-generation',
    seenIn: 'fabric8io/kubernetes-client#4217',
    hooks: answering('patchStatus', (answered) => {
      const metadata = metadataOf(answered.json);
      if (typeof metadata['generation'] === 'number') metadata['generation'] += 1;
    }),
  },
  'status-write-breaks-for-one-kind': {
    summary: 'a write of the /status of a DaemonSet is answered 500; every other kind is right',
    caughtBy: 'world/plain-calls-succeed',
    hooks: () => ({
      request: (asked) =>
        isOne(asked, WRITES) && asked.call?.resource?.kind === 'DaemonSet'
          ? jsonResponse(500, failureStatus(500, 'InternalError', 'no status'))
          : undefined,
    }),
  },
  'types-of-a-status-not-checked': {
    summary: 'a status with a member of another JSON type is answered as though it had been stored',
    caughtBy: 'status/members-have-the-types-of-their-tables',
    hooks: forgiving(WRITES, [400, 422, 500], async (answered, asked, upstream) => {
      const status = objectAt(asked.json, 'status');
      const { json, ...found } = await upstream.send('GET', objectPath(asked));
      return status === undefined || !isObject(json) ? answered : { ...found, json: { ...json, status } };
    }),
  },
  'status-put-merges': {
    summary: 'a PUT of /status merges its status with the one that is stored',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: () => ({
      request: (asked, upstream) => {
        const status = objectAt(asked.json, 'status');
        return isOne(asked, 'replaceStatus')
          ? upstream.send('PATCH', asked.path, { status: status ?? {} }, MERGE_PATCH_TYPE)
          : undefined;
      },
    }),
  },
  'null-in-a-status-patch-ignored': {
    summary:
      'null in a merge patch of /status is ignored instead of removing the member; in one of the object it is right',
    caughtBy: 'status/patch-follows-its-media-type',
    seenIn: 'kubernetes/client-go#607',
    hooks: sending(
      (asked) => isOne(asked, 'patchStatus') && (asked.headers['content-type'] ?? '').includes('merge-patch'),
      (body) =>
        walk(body, (object) => {
          for (const [member, value] of Object.entries(object)) if (value === null) delete object[member];
        }),
    ),
  },
});
