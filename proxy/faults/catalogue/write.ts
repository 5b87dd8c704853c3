import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  everyObject,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  succeeded,
} from '../bend.ts';
import type { Asked, Bendable, Fault, FaultyResponse, Hooks } from '../fault.ts';
import { faults } from '../named.ts';
import { collectionOf, forgiving } from '../ways.ts';

/** The chosen PUTs lose the version in their body. */
function unlocked(only: (asked: Asked) => boolean): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      if (asked.method === 'PUT' && only(asked)) delete metadataOf(asked.json)['resourceVersion'];
    },
  });
}

/** After a successful write on the path of an object, also writes another part of its body. */
function alsoWrites(
  verb: string,
  write: (
    asked: Asked,
    answered: FaultyResponse,
    send: (path: string, body: Bendable) => Promise<FaultyResponse>,
  ) => Promise<FaultyResponse | undefined>,
): Fault['hooks'] {
  return () => ({
    response: async (answered, asked, upstream) => {
      if (asked.call?.verb !== verb || !succeeded(answered) || !isObject(answered.json)) return;
      const send = (path: string, body: Bendable): Promise<FaultyResponse> =>
        upstream.send('PATCH', path, body, MERGE_PATCH_TYPE);
      const written = await write(asked, answered, send);
      if (written !== undefined && succeeded(written)) answered.json = written.json;
    },
  });
}

/** Merges `sent` over `stored` recursively: missing members keep their value. */
function merged(stored: unknown, sent: unknown): unknown {
  if (!isObject(stored) || !isObject(sent)) return sent;
  const result: Bendable = { ...stored };
  for (const [member, value] of Object.entries(sent)) result[member] = merged(stored[member], value);
  return result;
}

function putMerges(): Hooks {
  return {
    request: async (asked, upstream) => {
      if (asked.call?.verb !== 'replace' || !isObject(asked.json)) return;
      const stored = await upstream.send('GET', asked.path);
      if (!succeeded(stored)) return;
      const version = metadataOf(asked.json)['resourceVersion'];
      asked.json = merged(stored.json, asked.json);
      if (version === undefined) delete metadataOf(asked.json)['resourceVersion'];
    },
  };
}

export const WRITE_FAULTS: readonly Fault[] = faults({
  'stale-put-accepted': {
    summary: 'a PUT that carries a stale version overwrites',
    caughtBy: 'replace/stale-version-is-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#832',
    hooks: unlocked(() => true),
  },
  'stale-put-accepted-on-status': {
    summary: 'a PUT of /status that carries a stale version overwrites',
    caughtBy: 'status/stale-version-is-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#2362',
    hooks: unlocked((asked) => asked.call?.verb === 'replaceStatus'),
  },
  'stale-put-accepted-for-one-kind': {
    summary: 'a PUT of a CronJob that carries a stale version overwrites; every other kind is right',
    caughtBy: 'replace/stale-version-is-refused',
    seenIn: 'fabric8io/kubernetes-client#4739',
    hooks: unlocked((asked) => asked.call?.resource?.kind === 'CronJob'),
  },
  'put-merges': {
    summary: 'a PUT merges with what is stored instead of replacing it',
    caughtBy: 'replace/replaces-the-whole-object',
    seenIn: 'spring-projects/spring-data-rest#538',
    hooks: putMerges,
  },
  'put-writes-status': {
    summary: 'a PUT of the object writes the status in its body too',
    caughtBy: 'replace/ignores-the-status-sent',
    seenIn: 'kubernetes-sigs/controller-runtime#2230',
    hooks: alsoWrites('replace', async (asked, _, send) => {
      const status = objectAt(asked.json, 'status');
      return status === undefined ? undefined : send(`${objectPath(asked)}/status`, { status });
    }),
  },
  'put-changes-uid': {
    summary: 'a PUT gives the object a new uid',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: () => ({
      response: (answered, asked) => {
        if (asked.call?.verb !== 'replace' || !succeeded(answered)) return;
        const metadata = metadataOf(answered.json);
        metadata['uid'] = String(metadata['uid']).split('').reverse().join('');
      },
    }),
  },
  'put-keeps-version': {
    summary: 'the answer to a PUT that changed the object carries the version from before',
    caughtBy: 'replace/changes-the-version',
    seenIn: 'kubernetes-sigs/controller-runtime#620',
    hooks: () => ({
      response: (answered, asked) => {
        const version = metadataOf(asked.json)['resourceVersion'];
        if (asked.call?.verb === 'replace' && succeeded(answered) && typeof version === 'string')
          metadataOf(answered.json)['resourceVersion'] = version;
      },
    }),
  },
  'generation-never-grows': {
    summary: 'the generation of every object stays 1',
    caughtBy: 'replace/generation-grows-with-the-spec',
    seenIn: 'fabric8io/kubernetes-client#3471',
    hooks: () =>
      everyObject((object) => {
        const metadata = metadataOf(object);
        if (metadata['generation'] !== undefined) metadata['generation'] = 1;
      }),
  },
  'put-creates': {
    summary: 'a PUT under a name that is not there answers 200 as though it had stored the object',
    caughtBy: 'replace/of-an-absent-object-acts-or-leaves-no-trace',
    seenIn: 'IgniteUI/NorthwindAPI#9',
    hooks: () => ({
      response: (answered, asked) => {
        if (asked.call?.verb === 'replace' && answered.status === 404)
          Object.assign(answered, { status: 200, json: asked.json });
      },
    }),
  },
  'put-brings-a-removed-object-back': {
    summary: 'a PUT with the version that an object had before it was removed makes it anew',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: forgiving(
      ({ call, json }) => call?.verb === 'replace' && metadataOf(json)['resourceVersion'] !== undefined,
      [404],
      (_, asked, upstream) =>
        upstream.send('POST', collectionOf(asked.path), {
          ...(asked.json as Bendable),
          metadata: { ...metadataOf(asked.json), resourceVersion: undefined, uid: undefined },
        }),
    ),
  },
  'lone-put-refused': {
    summary: 'every PUT that carries a version is refused as a conflict, the current version too',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb === 'replace' && metadataOf(asked.json)['resourceVersion'] !== undefined)
          return jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));
        return undefined;
      },
    }),
  },
  'status-put-writes-spec': {
    summary: 'a PUT of /status writes the spec in its body too',
    caughtBy: 'status/write-leaves-the-spec',
    seenIn: 'kubernetes/kubernetes#107319',
    hooks: alsoWrites('replaceStatus', async (asked, _, send) => {
      const spec = objectAt(asked.json, 'spec');
      return spec === undefined ? undefined : send(objectPath(asked), { spec });
    }),
  },
  'status-patch-writes-spec': {
    summary: 'a PATCH of /status writes the spec in it too',
    caughtBy: 'status/write-leaves-the-spec',
    seenIn: 'kubernetes-sigs/controller-runtime#2259',
    hooks: alsoWrites('patchStatus', async (asked, _, send) => {
      const spec = objectAt(asked.json, 'spec');
      return spec === undefined ? undefined : send(objectPath(asked), { spec });
    }),
  },
  'status-write-ignored': {
    summary: 'a PUT of /status answers 200 and changes nothing',
    caughtBy: 'status/write-changes-the-status',
    hooks: () => ({
      request: async (asked, upstream) =>
        asked.call?.verb === 'replaceStatus' ? upstream.send('GET', objectPath(asked)) : undefined,
    }),
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
        response: (answered, asked) => {
          const uid = String(metadataOf(answered.json)['uid']);
          if (asked.call?.verb === 'replaceStatus' && succeeded(answered)) writes.set(uid, (writes.get(uid) ?? 0) + 1);
          bend.response(answered, asked);
        },
      };
    },
  },
});
