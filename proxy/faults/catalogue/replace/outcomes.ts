import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  containersOf,
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
import type { Bendable, FaultyRequest, Fault, FaultyResponse, UpstreamClient } from '../../fault.ts';
import { faults } from '../../named.ts';
import { alsoWrites } from '../../unlocked-writes.ts';
import { responding, asSent, presentTime, retimingCreations, forgiving, refusing } from '../../ways.ts';
import { LAG_MS } from '../../races.ts';
import { isOne } from '../../requests.ts';
import { conflict } from '../../responses.ts';

/** The path of the pods beside a ConfigMap or Secret, and those of them that refer to it. */
async function usersOf(
  { call }: FaultyRequest,
  upstream: UpstreamClient,
): Promise<{ readonly pods: string; readonly users: readonly Bendable[] }> {
  const { resource, namespace, name } = call ?? {};
  const pods = `/api/v1/namespaces/${String(namespace)}/pods`;
  if (resource?.kind !== 'ConfigMap' && resource?.kind !== 'Secret') return { pods, users: [] };
  const users = (itemsOf(await upstream.send('GET', pods)) ?? []).filter((pod) =>
    JSON.stringify(pod['spec']).includes(JSON.stringify(name)),
  );
  return { pods, users };
}

/** Deletes the namespace's pods that refer to the ConfigMap or Secret of a PUT, as if to recreate them. */
async function removeUsers(request: FaultyRequest, upstream: UpstreamClient): Promise<void> {
  const { pods, users } = await usersOf(request, upstream);
  await Promise.all(
    users.map((pod) =>
      upstream.send('DELETE', `${pods}/${String(metadataOf(pod)['name'])}`, { gracePeriodSeconds: 0 }),
    ),
  );
}

/** Whether the data of a ConfigMap or Secret has a key that is no name of a variable. */
function hasOddKey(object: unknown): boolean {
  return Object.keys(objectAt(object, 'data') ?? {}).some((key) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(key));
}

/** The paths of the ConfigMaps and Secrets that the envFrom of a created pod names. */
function sourcesOf({ json, call }: FaultyRequest): string[] {
  return containersOf(json)
    .flatMap((container) => (Array.isArray(container['envFrom']) ? container['envFrom'] : []))
    .flatMap((source) =>
      Object.entries({ configMapRef: 'configmaps', secretRef: 'secrets' }).flatMap(([member, plural]) => {
        const name = objectAt(source, member)?.['name'];
        return typeof name === 'string' ? [`/api/v1/namespaces/${String(call?.namespace)}/${plural}/${name}`] : [];
      }),
    );
}

const oddKey = (): FaultyResponse =>
  jsonResponse(422, failureStatus(422, 'Invalid', 'a key of the source is no C_IDENTIFIER'));

/** PUTs with other responses, statuses or side effects. */
export const OUTCOMES: readonly Fault[] = faults({
  'put-beside-a-prefix-refused': {
    summary: 'a PUT of an object that has generateName is refused, as if it asked for a new name',
    caughtBy: 'replace/current-version-succeeds',
    hooks: refusing(
      (request) => isOne(request, 'replace') && metadataOf(request.json)['generateName'] !== undefined,
      422,
      'Invalid',
    ),
  },
  'put-answers-202': {
    summary: 'a PUT of an existing object gets 202',
    caughtBy: 'replace/success-is-answered-200',
    hooks: responding('replace', (response) => void (response.status = 202)),
  },
  'put-after-a-patch-of-the-other-view-conflicts': {
    summary: 'a PUT of the current version gets 409 for 40 ms after a patch through the other group-version',
    caughtBy: 'replace/current-version-succeeds',
    seenIn: 'kubernetes/kubernetes#43152',
    hooks: () => {
      const patched = new Map<string, { readonly at: number; readonly path: string }>();
      const objectOf = ({ call }: FaultyRequest): string => `${call?.resource?.kind} ${call?.namespace} ${call?.name}`;
      return {
        request: (request) => {
          const last = isOne(request, 'replace') ? patched.get(objectOf(request)) : undefined;
          return last !== undefined && last.path !== request.path && Date.now() - last.at < LAG_MS
            ? conflict()
            : undefined;
        },
        response: (response, request) => {
          if (isOne(request, 'patch') && succeeded(response))
            patched.set(objectOf(request), { at: Date.now(), path: request.path });
        },
      };
    },
  },
  'put-of-null-clears-the-creation-time': {
    summary: 'a PUT whose creationTimestamp is null leaves the object without one',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    hooks: retimingCreations('replace', null, () => null),
  },
  'put-without-a-creation-time-renews-it': {
    summary: 'an object shows the time of its last PUT without a creationTimestamp as its creation time',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    hooks: retimingCreations('replace', undefined, presentTime),
  },
  'put-takes-a-new-uid-for-a-new-object': {
    summary: 'the response to a PUT shows the uid and the creation timestamp of its body',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: responding('replace', (response, request) => {
      const { uid, creationTimestamp } = metadataOf(request.json);
      const metadata = metadataOf(response.json);
      if (uid !== undefined) metadata['uid'] = uid;
      else metadata['uid'] = '00000000-0000-4000-8000-000000000000';
      if (creationTimestamp !== undefined) metadata['creationTimestamp'] = creationTimestamp;
    }),
  },
  'put-names-another-kind': {
    summary: 'a PUT that names another kind gets 200 and shows that kind',
    caughtBy: 'replace/kind-cannot-be-changed',
    hooks: forgiving(
      (request) =>
        isOne(request, 'replace') && isObject(request.json) && request.json['kind'] !== request.call?.resource?.kind,
      [400, 409, 422],
      asSent,
    ),
  },
  'put-without-a-status-clears-it': {
    summary:
      'a PUT of the object without a status, or with an empty one, clears the status; a PUT with a status is right',
    caughtBy: 'replace/leaves-the-status-that-is-there',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: responding('replace', async (response, request, upstream) => {
      const [sent, stored] = [request.json, response.json].map((object) =>
        isObject(object) ? object['status'] : undefined,
      );
      if (!isObject(stored) || (isObject(sent) && Object.keys(sent).length > 0)) return;
      const cleared = await upstream.send(
        'PATCH',
        `${request.path}/status`,
        [{ op: 'replace', path: '/status', value: {} }],
        JSON_PATCH_TYPE,
      );
      if (succeeded(cleared)) response.json = cleared.json;
    }),
  },
  'put-of-another-spec-clears-the-status': {
    summary: 'a PUT that changes the spec clears the status; one that changes metadata alone is right',
    caughtBy: 'replace/leaves-the-status-that-is-there',
    hooks: responding('replace', async (response, request, upstream) => {
      const [before, after] = [request.json, response.json].map((object) => metadataOf(object)['generation']);
      if (typeof before !== 'number' || typeof after !== 'number' || after <= before) return;
      const cleared = await upstream.send(
        'PATCH',
        `${request.path}/status`,
        [{ op: 'replace', path: '/status', value: {} }],
        JSON_PATCH_TYPE,
      );
      if (succeeded(cleared)) response.json = cleared.json;
    }),
  },
  'pods-are-removed-when-what-they-use-changes': {
    summary: 'a PUT of a ConfigMap or Secret removes the pods that use it',
    caughtBy: 'replace/leaves-pods-that-use-it',
    hooks: responding('replace', (_, request, upstream) => removeUsers(request, upstream)),
  },
  'env-from-of-odd-keys-refused': {
    summary:
      'a create of a pod is refused if its envFrom names a ConfigMap or Secret with a key that is no C_IDENTIFIER',
    caughtBy: 'replace/leaves-pods-that-use-it',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'create')) return undefined;
        const sources = await Promise.all(sourcesOf(request).map((path) => upstream.send('GET', path)));
        return sources.some(({ json }) => hasOddKey(json)) ? oddKey() : undefined;
      },
    }),
  },
  'put-of-odd-keys-that-a-pod-uses-refused': {
    summary: 'a PUT of a ConfigMap or Secret with a key that is no C_IDENTIFIER is refused if a pod uses the object',
    caughtBy: 'replace/leaves-pods-that-use-it',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replace') || !hasOddKey(request.json)) return undefined;
        const { users } = await usersOf(request, upstream);
        return users.length === 0 ? undefined : oddKey();
      },
    }),
  },
  'put-after-a-refused-one-refused': {
    summary:
      'after a PUT that was refused with 409, the next PUT of that object is refused too, whatever version it names',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => {
      const refused = new Set<string>();
      return {
        request: (request) =>
          isOne(request, 'replace') && refused.delete(request.path)
            ? jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'))
            : undefined,
        response: (response, request) => {
          if (isOne(request, 'replace') && response.status === 409) refused.add(request.path);
        },
      };
    },
  },
  'put-with-a-status-refused': {
    summary: 'a PUT whose body carries another status than the stored one is refused; the status should be ignored',
    caughtBy: 'replace/ignores-the-status-sent',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replace') || !isObject(request.json)) return undefined;
        const status = request.json['status'];
        const stored = (await upstream.send('GET', request.path)).json;
        const isOther =
          isObject(stored) && isObject(status) && JSON.stringify(status) !== JSON.stringify(stored['status']);
        return isOther ? jsonResponse(422, failureStatus(422, 'Invalid', 'status may not be changed')) : undefined;
      },
    }),
  },
  'put-writes-status': {
    summary: 'a PUT of the object writes the status in its body too',
    caughtBy: 'replace/ignores-the-status-sent',
    seenIn: 'kubernetes-sigs/controller-runtime#2230',
    hooks: alsoWrites('replace', async (request, _, send) => {
      const status = objectAt(request.json, 'status');
      return status === undefined ? undefined : send(`${objectPath(request)}/status`, { status });
    }),
  },
  'put-of-a-namespace-writes-its-phase': {
    summary: 'a PUT of a namespace writes the phase in its body too',
    caughtBy: 'replace/ignores-the-status-sent',
    hooks: () => {
      const phases = new Map<unknown, unknown>();
      const shown = everyObject((object) => {
        const phase = phases.get(metadataOf(object)['uid']);
        if (phase !== undefined) object['status'] = { phase };
      });
      return {
        ...shown,
        response: (response, request) => {
          const phase = objectAt(request.json, 'status')?.['phase'];
          if (isOne(request, 'replace') && request.call?.resource?.kind === 'Namespace' && succeeded(response))
            phases.set(metadataOf(response.json)['uid'], phase);
          shown.response(response, request);
        },
      };
    },
  },
  'put-changes-uid': {
    summary: 'a PUT gives the object a new uid',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb !== 'replace' || !succeeded(response)) return;
        const metadata = metadataOf(response.json);
        metadata['uid'] = String(metadata['uid']).split('').reverse().join('');
      },
    }),
  },
  'pod-put-without-defaults-refused': {
    summary: 'a PUT of a pod that leaves out a defaulted member of a container is refused as a change of the container',
    caughtBy: 'replace/current-version-succeeds',
    hooks: refusing(
      (request) =>
        isOne(request, 'replace') &&
        request.call?.resource?.kind === 'Pod' &&
        containersOf(request.json).some(({ terminationMessagePath }) => terminationMessagePath === undefined),
      422,
      'Invalid',
    ),
  },
});
