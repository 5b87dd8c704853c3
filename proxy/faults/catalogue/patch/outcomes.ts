import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { copyOf, failureStatus, isObject, jsonResponse, metadataOf, succeeded } from '../../bend.ts';
import type { FaultyRequest, Fault } from '../../fault.ts';
import { isJsonPatch, operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch } from '../../requests.ts';
import { touching } from '../../touch.ts';
import {
  responding,
  asItIs,
  asSent,
  droppingFinalizers,
  forgiving,
  presentTime,
  refusing,
  retimingCreations,
} from '../../ways.ts';

/** Hooks that respond to some patches with the unchanged object. */
function ignoring(is: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => (is(request) ? upstream.send('GET', request.path) : undefined),
  });
}

/** Whether the patch has that member and no other one beside it or above it. */
function isAlone(patch: unknown, ...path: readonly string[]): boolean {
  const [member, ...rest] = path;
  if (member === undefined) return true;
  return isObject(patch) && Object.keys(patch).join() === member && isAlone(patch[member], ...rest);
}

/** Patches whose response, identity, version or effect is wrong. */
export const OUTCOMES: readonly Fault[] = faults({
  'patch-answers-202': {
    summary: 'a PATCH that was carried out gets 202',
    caughtBy: 'patch/success-is-answered-200',
    hooks: responding('patch', (response) => void (response.status = 202)),
  },
  'patch-of-null-clears-the-creation-time': {
    summary: 'a PATCH whose creationTimestamp is null leaves the object without one',
    caughtBy: 'patch/keeps-the-identity-of-the-object',
    hooks: retimingCreations('patch', null, () => null),
  },
  'patch-creates-anew': {
    summary: 'an object that was patched shows the time of the patch as its creation timestamp',
    caughtBy: 'patch/keeps-the-identity-of-the-object',
    hooks: retimingCreations('patch', undefined, presentTime),
  },
  'patches-drop-finalizers': {
    summary: 'a PATCH that does not name the finalizers of the object removes them',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: droppingFinalizers(
      (request) => isOne(request, 'patch') && !JSON.stringify(request.json ?? '').includes('finalizers'),
    ),
  },
  'patch-changes-uid': {
    summary: 'the response to a PATCH shows another uid',
    caughtBy: 'patch/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: responding(
      'patch',
      (response) => void (metadataOf(response.json)['uid'] = '00000000-0000-4000-8000-000000000000'),
    ),
  },
  'inapplicable-json-patch-ignored': {
    summary: 'a JSON patch that cannot be applied gets 200 and the unchanged object',
    caughtBy: 'patch/malformed-patch-is-refused',
    seenIn: 'kubernetes/kubernetes#68225',
    hooks: forgiving((request) => isPatch(request, JSON_PATCH_TYPE), [400, 409, 422], asItIs),
  },
  'patch-ignored': {
    summary: 'a PATCH gets 200 and the unchanged object, and changes nothing',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#364',
    hooks: ignoring((request) => isOne(request, 'patch')),
  },
  'strategic-patch-of-tolerations-alone-ignored': {
    summary: 'a strategic merge patch of nothing except the tolerations of a pod template gets 200 and changes nothing',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: ignoring(
      (request) =>
        isPatch(request, STRATEGIC_MERGE_PATCH_TYPE) &&
        isAlone(request.json, 'spec', 'template', 'spec', 'tolerations'),
    ),
  },
  'patch-of-the-update-strategy-alone-ignored': {
    summary:
      'a merge patch or strategic merge patch of nothing except the updateStrategy of a DaemonSet gets 200 and changes nothing',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: ignoring((request) => isPatch(request) && isAlone(request.json, 'spec', 'updateStrategy')),
  },
  'patch-answered-and-not-stored': {
    summary: 'a merge patch returns the changed object but does not store it',
    caughtBy: 'patch/answer-is-the-patched-object',
    seenIn: 'fabric8io/kubernetes-client#1352',
    hooks: () => {
      const before = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (isOne(request, 'patch') && isPatch(request, MERGE_PATCH_TYPE))
            before.set(request, (await upstream.send('GET', request.path)).json);
        },
        response: async (response, request, upstream) => {
          const stored = before.get(request);
          if (!succeeded(response) || !isObject(stored)) return;
          const body = copyOf(stored);
          delete metadataOf(body)['resourceVersion'];
          await upstream.send('PUT', request.path, body);
        },
      };
    },
  },
  'patch-keeps-version': {
    summary: 'the response to a PATCH that changed the object carries the former version',
    caughtBy: 'patch/changes-the-version',
    seenIn: 'kubernetes-sigs/controller-runtime#620',
    hooks: () => {
      const before = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (isOne(request, 'patch'))
            before.set(request, metadataOf((await upstream.send('GET', request.path)).json)['resourceVersion']);
        },
        response: (response, request) => {
          const version = before.get(request);
          if (succeeded(response) && version !== undefined) metadataOf(response.json)['resourceVersion'] = version;
        },
      };
    },
  },
  'patch-does-not-grow-generation': {
    summary: 'a PATCH does not increase the generation; a PUT does',
    caughtBy: 'patch/generation-grows-with-the-spec',
    seenIn: 'fabric8io/kubernetes-client#3471',
    hooks: () => {
      const before = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (isOne(request, 'patch'))
            before.set(request, metadataOf((await upstream.send('GET', request.path)).json)['generation']);
        },
        response: (response, request) => {
          const generation = before.get(request);
          if (succeeded(response) && generation !== undefined) metadataOf(response.json)['generation'] = generation;
        },
      };
    },
  },
  'patch-names-another-identity': {
    summary: 'a PATCH that names another uid gets 200 and shows that uid',
    caughtBy: 'patch/identity-cannot-be-changed',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const uid = isObject(request.json)
          ? metadataOf(request.json)['uid']
          : operationsOf(request).find(({ path }) => path === '/metadata/uid')?.['value'];
        if (!isOne(request, 'patch') || typeof uid !== 'string') return;
        const stored = await upstream.send('GET', request.path);
        metadataOf(stored.json)['uid'] = uid;
        Object.assign(response, stored);
      },
    }),
  },
  'patch-names-another-kind': {
    summary: 'a PATCH that names another kind gets 200 and shows that kind',
    caughtBy: 'patch/kind-cannot-be-changed',
    seenIn: 'kubernetes/kubernetes#54840',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const kind = isObject(request.json)
          ? request.json['kind']
          : operationsOf(request).find(({ path }) => path === '/kind')?.['value'];
        if (!isOne(request, 'patch') || typeof kind !== 'string' || kind === request.call?.resource?.kind) return;
        const stored = await upstream.send('GET', request.path);
        if (isObject(stored.json)) stored.json['kind'] = kind;
        Object.assign(response, stored);
      },
    }),
  },
  'patch-creates': {
    summary: 'a PATCH of an absent object gets 200 as if it had created the object',
    caughtBy: 'patch/of-an-absent-object-is-refused',
    seenIn: 'kubernetes/kubernetes#70886',
    hooks: forgiving(
      (request) => isOne(request, 'patch'),
      [404],
      (response, request) => asSent(response, request) ?? jsonResponse(200, { metadata: { name: request.call?.name } }),
    ),
  },
  'repeated-patch-not-stored': {
    summary: 'a PATCH that repeats an earlier PATCH of the object gets 200 and changes nothing, as if it were a retry',
    caughtBy: 'patch/last-write-wins',
    hooks: () => {
      const seen = new Set<string>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'patch')) return undefined;
          const key = `${request.path} ${JSON.stringify(request.json)}`;
          if (seen.has(key)) return upstream.send('GET', request.path);
          seen.add(key);
          return undefined;
        },
      };
    },
  },
  'patch-takes-its-version-for-a-condition': {
    summary: 'a merge patch that names a stale version is refused, but stored all the same',
    caughtBy: 'patch/stale-version-is-no-condition',
    hooks: () => {
      const stale = new WeakSet<FaultyRequest>();
      return {
        request: async (request, upstream) => {
          const version = metadataOf(request.json)['resourceVersion'];
          if (!isOne(request, 'patch') || typeof version !== 'string') return;
          if (metadataOf((await upstream.send('GET', request.path)).json)['resourceVersion'] !== version)
            stale.add(request);
        },
        response: (response, request) => {
          if (stale.has(request) && succeeded(response))
            Object.assign(response, jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified')));
        },
      };
    },
  },
  // Semantics 5: "Patch never fails on an optimistic lock"; the uid is that of the object.
  'patch-that-states-its-uid-refused': {
    summary: 'a patch is refused if it states the uid that the object has',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusing(
      (request) => isOne(request, 'patch') && typeof metadataOf(request.json)['uid'] === 'string',
      422,
      'Invalid',
    ),
  },
  // Object metadata, resourceVersion; Semantics 8: "Watch streams changes", and a refused patch changes nothing.
  'refused-json-patch-makes-a-version': {
    summary: 'a JSON patch that the server refuses gives the object a new version and sends its watches an event',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    hooks: () =>
      touching((touch) => ({
        response: async (response, request, upstream) => {
          if (isOne(request, 'patch') && isJsonPatch(request) && response.status >= 400) await touch(request, upstream);
        },
      })),
  },
});
