import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  copyOf,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectPath,
  objectsOf,
  succeeded,
} from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { putInTwoSteps } from '../../two-step-writes.ts';
import { unlocked } from '../../unlocked-writes.ts';
import { responding, collectionOf, changedByStored, conflictingInParallel, forgiving } from '../../ways.ts';
import { isOne, STATUS_WRITES } from '../../requests.ts';

/** A PUT skips the version check if the last write of the object was a status write. */
function unlockedAfterStatusWrites(): Hooks {
  const byStatus = new Map<string, boolean>();
  return {
    request: (request) => {
      if (isOne(request, 'replace') && byStatus.get(objectPath(request)) === true)
        delete metadataOf(request.json)['resourceVersion'];
    },
    response: (response, request) => {
      if (succeeded(response) && request.method !== 'GET')
        byStatus.set(objectPath(request), isOne(request, STATUS_WRITES));
    },
  };
}

/** A PUT skips the version check if the object is as it was at that version, as if a hash of it were the version. */
function unlockedIfContentIsBack(): Hooks {
  const contents = new Map<string, string>();
  const contentOf = (object: Bendable): string => {
    const { resourceVersion: _, generation: __, ...metadata } = metadataOf(object);
    return JSON.stringify({ ...object, metadata });
  };
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'replace')) return;
      const metadata = metadataOf(request.json);
      const now = (await upstream.send('GET', request.path)).json;
      if (isObject(now) && contents.get(String(metadata['resourceVersion'])) === contentOf(now))
        metadata['resourceVersion'] = metadataOf(now)['resourceVersion'];
    },
    response: (response) => {
      for (const object of objectsOf(response))
        contents.set(String(metadataOf(object)['resourceVersion']), contentOf(object));
    },
  };
}

/** A PUT skips the version check if the last write of the object came through another group-version. */
function unlockedAfterWritesElsewhere(): Hooks {
  const groups = new Map<string, string>();
  const keyOf = ({ call }: FaultyRequest): string => `${call?.resource?.kind}/${call?.namespace}/${call?.name}`;
  return {
    request: (request) => {
      const last = groups.get(keyOf(request));
      if (isOne(request, 'replace') && last !== undefined && last !== request.call?.resource?.group)
        delete metadataOf(request.json)['resourceVersion'];
    },
    response: (response, request) => {
      if (succeeded(response) && isOne(request, ['replace', 'patch']) && request.call?.resource !== undefined)
        groups.set(keyOf(request), request.call.resource.group);
    },
  };
}

/** A PUT with the version of a former object of that name succeeds on the present one. */
function unlockedBetweenLives(): Hooks {
  const uids = new Map<string, unknown>();
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'replace')) return;
      const metadata = metadataOf(request.json);
      const read = uids.get(String(metadata['resourceVersion']));
      const now = metadataOf((await upstream.send('GET', request.path)).json)['uid'];
      if (read === undefined || now === undefined || read === now) return;
      delete metadata['resourceVersion'];
      delete metadata['uid'];
    },
    response: (response) => {
      for (const metadata of objectsOf(response).map(metadataOf))
        uids.set(String(metadata['resourceVersion']), metadata['uid']);
    },
  };
}

function bodyWithoutVersion(request: FaultyRequest): string {
  const body = copyOf(request.json) as Bendable;
  delete metadataOf(body)['resourceVersion'];
  return JSON.stringify(body);
}

/** A PUT skips the version check if the same bytes were refused before, as if the server had sent them itself. */
function unlockedIfRepeated(): Hooks {
  const refused = new Set<string>();
  const keyOf = ({ path, raw }: FaultyRequest): string => `${path} ${raw.toString('utf8')}`;
  return {
    request: (request) => {
      if (isOne(request, ['replace', 'replaceStatus']) && refused.has(keyOf(request)))
        delete metadataOf(request.json)['resourceVersion'];
    },
    response: (response, request) => {
      if (isOne(request, ['replace', 'replaceStatus']) && response.status === 409) refused.add(keyOf(request));
    },
  };
}

/** PUTs that are stored although their version is stale, or refused although it is the current one. */
export const LOCKS: readonly Fault[] = faults({
  'stale-put-leaves-its-annotations': {
    summary: 'a PUT with a replaced version is refused, but the annotations in its body are stored',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { annotations } = metadataOf(request.json);
        if (isOne(request, 'replace') && response.status === 409 && annotations !== undefined)
          await upstream.send('PATCH', request.path, { metadata: { annotations } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'stale-put-accepted-after-a-status-write': {
    summary:
      'a PUT overwrites even if a write of /status has replaced its version; a PUT of a version that other writes replaced is refused',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedAfterStatusWrites,
  },
  'stale-put-accepted-after-a-write-of-the-other-view': {
    summary: 'a PUT overwrites a Deployment even if a write through its other group-version has replaced the version',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedAfterWritesElsewhere,
  },
  'stale-put-accepted-if-the-content-is-back': {
    summary: 'a PUT with a replaced version overwrites if other writes have restored the content of that version',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedIfContentIsBack,
  },
  'stale-put-accepted-while-terminating': {
    summary: 'a PUT that carries a stale version overwrites an object that is terminating',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: changedByStored('replace', (body, stored) => {
      const { deletionTimestamp, resourceVersion } = metadataOf(stored);
      if (deletionTimestamp !== undefined && metadataOf(body)['resourceVersion'] !== undefined)
        metadataOf(body)['resourceVersion'] = resourceVersion;
    }),
  },
  'put-of-a-former-life-accepted': {
    summary: 'a PUT with the version of a deleted object overwrites a new object of the same name',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedBetweenLives,
  },
  'repeated-put-needs-no-current-version': {
    summary: 'a PUT with a stale version is accepted if it repeats the PUT that was stored last',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: () => {
      const last = new Map<string, string>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'replace') || !isObject(request.json)) return;
          if (last.get(request.path) !== bodyWithoutVersion(request)) return;
          const { json } = await upstream.send('GET', request.path);
          metadataOf(request.json)['resourceVersion'] = metadataOf(json)['resourceVersion'];
        },
        response: (response, request) => {
          if (isOne(request, 'replace') && isObject(request.json) && succeeded(response))
            last.set(request.path, bodyWithoutVersion(request));
        },
      };
    },
  },
  'stale-put-passes-when-it-is-repeated': {
    summary: 'a PUT that was refused for its version is carried out when the same bytes are sent again',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedIfRepeated,
  },
  'parallel-puts-all-conflict': {
    summary: 'parallel PUTs of one object are all refused as conflicts',
    caughtBy: 'replace/current-version-succeeds',
    hooks: conflictingInParallel('replace'),
  },
  'put-looks-then-writes': {
    summary: 'a PUT compares the version first and stores later, so two parallel PUTs with one version both succeed',
    caughtBy: 'replace/at-most-one-of-several-wins',
    seenIn: 'tilt-dev/tilt-apiserver#51',
    hooks: putInTwoSteps((request) => isOne(request, 'replace')),
  },
  'unversioned-put-refused-and-stored': {
    summary: 'a PUT without a version gets 409 and is stored all the same',
    caughtBy: 'replace/without-a-version-acts-or-leaves-no-trace',
    hooks: responding(
      (request) => isOne(request, 'replace') && metadataOf(request.json)['resourceVersion'] === undefined,
      (response) => {
        Object.assign(response, {
          status: 409,
          json: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Conflict', code: 409 },
        });
      },
    ),
  },
  'stale-put-accepted': {
    summary: 'a PUT that carries a stale version overwrites',
    caughtBy: 'replace/stale-version-is-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#832',
    hooks: unlocked(() => true),
  },
  'stale-put-accepted-for-one-kind': {
    summary: 'a PUT of a CronJob that carries a stale version overwrites; every other kind is right',
    caughtBy: 'replace/stale-version-is-refused',
    seenIn: 'fabric8io/kubernetes-client#4739',
    hooks: unlocked((request) => request.call?.resource?.kind === 'CronJob'),
  },
  'put-keeps-version': {
    summary: 'the response to a PUT that changed the object carries the former version',
    caughtBy: 'replace/changes-the-version',
    seenIn: 'kubernetes-sigs/controller-runtime#620',
    hooks: () => ({
      response: (response, request) => {
        const version = metadataOf(request.json)['resourceVersion'];
        if (request.call?.verb === 'replace' && succeeded(response) && typeof version === 'string')
          metadataOf(response.json)['resourceVersion'] = version;
      },
    }),
  },
  'put-creates': {
    summary: 'a PUT under an unused name gets 200 as if it had stored the object',
    caughtBy: 'replace/of-an-absent-object-acts-or-leaves-no-trace',
    seenIn: 'IgniteUI/NorthwindAPI#9',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb === 'replace' && response.status === 404)
          Object.assign(response, { status: 200, json: request.json });
      },
    }),
  },
  'put-brings-a-removed-object-back': {
    summary: 'a PUT with the last version of a removed object creates it again',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: forgiving(
      ({ call, json }) => call?.verb === 'replace' && metadataOf(json)['resourceVersion'] !== undefined,
      [404],
      (_, request, upstream) =>
        upstream.send('POST', collectionOf(request.path), {
          ...(request.json as Bendable),
          metadata: { ...metadataOf(request.json), resourceVersion: undefined, uid: undefined },
        }),
    ),
  },
  'lone-put-refused': {
    summary: 'every PUT that carries a version is refused as a conflict, even if the version is current',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb === 'replace' && metadataOf(request.json)['resourceVersion'] !== undefined)
          return jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));
        return undefined;
      },
    }),
  },
});
