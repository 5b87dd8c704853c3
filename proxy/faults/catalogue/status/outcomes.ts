import { copyOf, isObject, jsonResponse, metadataOf, objectAt, objectPath, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest, FaultyResponse, Hooks } from '../../fault.ts';
import { beforeWrites } from '../../memory.ts';
import { faults } from '../../named.ts';
import { STATUS_WRITES, isOne } from '../../requests.ts';
import { putInTwoSteps } from '../../two-step-writes.ts';
import { unlocked } from '../../unlocked-writes.ts';
import { asking, asSent, conflictingInParallel, forgiving, refusing, responding } from '../../ways.ts';

/** The lock of a PUT of `/status` passes over the versions that writes of the object itself made. */
function lockedByStatusWritesAlone(): Hooks {
  const before = beforeWrites();
  const successors = new Map<string, string>();
  const keyOf = (request: FaultyRequest, object: unknown): string =>
    `${objectPath(request)} ${String(metadataOf(object)['resourceVersion'])}`;
  return {
    request: async (request, upstream) => {
      if (isOne(request, ['replace', 'patch'])) await before.read(request, upstream);
      if (!isOne(request, 'replaceStatus')) return;
      while (successors.has(keyOf(request, request.json)))
        metadataOf(request.json)['resourceVersion'] = successors.get(keyOf(request, request.json));
    },
    response: (response, request) => {
      const former = before.of(request);
      const version = metadataOf(response.json)['resourceVersion'];
      if (former === undefined || !succeeded(response) || typeof version !== 'string') return;
      if (metadataOf(former)['resourceVersion'] !== version) successors.set(keyOf(request, former), version);
    },
  };
}

/** Reads and writes of `/status` that are refused, accepted or answered wrongly. */
export const OUTCOMES: readonly Fault[] = faults({
  'names-with-dots-have-no-status': {
    summary: 'reads and writes of the /status of an object whose name has a dot get 404; the object itself is found',
    caughtBy: 'status/current-version-succeeds',
    hooks: refusing(({ path }) => /\.[^/]*\/status$/.test(path), 404, 'NotFound'),
  },
  'name-before-status-loses-letters-of-status': {
    summary: 'reads and writes of the /status of `data` are those of `d`: the letters of `/status` at its end are cut',
    caughtBy: 'status/current-version-succeeds',
    hooks: asking(['getStatus', ...STATUS_WRITES], (request) => {
      request.path = `${request.path.replace(/[/satu]+$/, '')}/status`;
    }),
  },
  'namespace-status-put-unlocked': {
    summary: 'a PUT of the /status of a namespace is accepted with a version that another write has replaced',
    caughtBy: 'status/stale-version-is-refused',
    hooks: unlocked((request) => isOne(request, 'replaceStatus') && request.call?.resource?.kind === 'Namespace'),
  },
  'status-put-is-locked-against-status-writes-only': {
    summary: 'a PUT of /status overwrites even if a PUT or PATCH of the object itself has replaced its version',
    caughtBy: 'status/stale-version-is-refused',
    hooks: lockedByStatusWritesAlone,
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
  'status-put-answers-with-the-spec-that-it-was-sent': {
    summary: 'the response to a PUT of a status has the spec of the body, which is not stored',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: responding('replaceStatus', (response, request) => {
      const spec = objectAt(request.json, 'spec');
      if (spec !== undefined && isObject(response.json)) response.json['spec'] = copyOf(spec);
    }),
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
  'types-of-a-status-not-checked': {
    summary: 'a write of /status that gives a member another JSON type returns success',
    caughtBy: 'status/members-have-the-types-of-their-tables',
    hooks: forgiving(STATUS_WRITES, [400, 422, 500], async (response, request, upstream) => {
      const status = objectAt(request.json, 'status');
      const { json, ...found } = await upstream.send('GET', objectPath(request));
      return status === undefined || !isObject(json) ? response : { ...found, json: { ...json, status } };
    }),
  },
  'stale-put-accepted-on-status': {
    summary: 'a PUT of /status that carries a stale version overwrites',
    caughtBy: 'status/stale-version-is-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#2362',
    hooks: unlocked((request) => request.call?.verb === 'replaceStatus'),
  },
});
