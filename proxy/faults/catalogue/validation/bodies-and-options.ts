import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { brokenDown, copyOf, isObject, jsonResponse, metadataOf, objectAt } from '../../bend.ts';
import type { Bendable, Fault, FaultyResponse, UpstreamClient } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOfType, isOne } from '../../requests.ts';
import { asItIs, asking, forgiving, sending } from '../../ways.ts';

/**
 * If the upstream refuses a body that names another kind or apiVersion than its path, returns the body as if it were
 * stored.
 */
function acceptingForeign(member: 'kind' | 'apiVersion'): Fault['hooks'] {
  return forgiving(['create', 'replace'], [400, 409, 422], (_, request) =>
    isObject(request.json) && request.json[member] !== request.call?.resource?.[member]
      ? jsonResponse(200, copyOf(request.json))
      : undefined,
  );
}

/** Hooks that send the body of a PUT that names another object than its path to where its name is. */
function puttingByName(
  send: (path: string, name: string, body: Bendable, upstream: UpstreamClient) => Promise<FaultyResponse>,
): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      if (!isOne(request, 'replace') || !isObject(request.json)) return undefined;
      const { name, resourceVersion: _, uid: __, ...metadata } = metadataOf(request.json);
      if (typeof name !== 'string' || name === request.call?.name) return undefined;
      const path = request.path.slice(0, request.path.lastIndexOf('/'));
      return send(path, name, { ...request.json, metadata: { ...metadata, name } }, upstream);
    },
  });
}

/** Hooks that read another grace period from the body of a delete, if it has one that is not negative. */
function bendingGrace(bend: (grace: number) => number): Fault['hooks'] {
  return sending('delete', (options) => {
    const grace = options['gracePeriodSeconds'];
    if (typeof grace === 'number' && grace >= 0) options['gracePeriodSeconds'] = bend(grace);
  });
}

/** Bodies, delete options and parameters that are accepted although they cannot be read. */
export const BODIES_AND_OPTIONS: readonly Fault[] = faults({
  'change-of-an-init-container-ignored': {
    summary:
      'a PUT of a pod that changes its init containers gets 200 and keeps them as they are; a change of its containers is refused',
    caughtBy: 'validation/no-member-of-a-container-changes',
    seenIn: 'kubernetes/kubernetes#29034',
    hooks: () => ({
      request: async (request, upstream) => {
        const spec =
          isOne(request, 'replace') && request.call?.resource?.kind === 'Pod'
            ? objectAt(request.json, 'spec')
            : undefined;
        const stored =
          spec === undefined
            ? undefined
            : objectAt((await upstream.send('GET', request.path)).json, 'spec')?.['initContainers'];
        if (spec !== undefined && stored !== undefined) spec['initContainers'] = stored;
      },
    }),
  },
  'negative-grace-period-of-a-delete-accepted': {
    summary: 'a negative gracePeriodSeconds of a delete counts as 0',
    caughtBy: 'validation/negative-grace-periods-are-refused',
    seenIn: 'kubernetes/kubernetes#51019',
    hooks: asking(
      (request) => request.method === 'DELETE',
      (request) => {
        if (Number(request.query.get('gracePeriodSeconds') ?? 0) < 0) request.query.set('gracePeriodSeconds', '0');
        if (isObject(request.json) && Number(request.json['gracePeriodSeconds'] ?? 0) < 0)
          request.json['gracePeriodSeconds'] = 0;
      },
    ),
  },
  'grace-period-that-is-a-word-is-left-out': {
    summary: 'a delete whose gracePeriodSeconds is a word is carried out without a grace period of its own',
    caughtBy: 'validation/grace-period-is-an-integer',
    hooks: asking(
      (request) => request.method === 'DELETE',
      ({ query, json }) => {
        if (Number.isNaN(Number(query.get('gracePeriodSeconds') ?? 0))) query.delete('gracePeriodSeconds');
        if (isObject(json) && typeof json['gracePeriodSeconds'] === 'string') delete json['gracePeriodSeconds'];
      },
    ),
  },
  'grace-period-beyond-32-bits-wraps': {
    summary: 'a gracePeriodSeconds beyond int32 in the body of a delete wraps; a negative number counts as 0',
    caughtBy: 'validation/negative-grace-periods-are-refused',
    hooks: bendingGrace((grace) => Math.max(0, grace | 0)),
  },
  'grace-period-with-a-fraction-is-cut': {
    summary: 'a gracePeriodSeconds of 1.5 in the body of a delete counts as 1',
    caughtBy: 'validation/grace-period-is-an-integer',
    hooks: bendingGrace(Math.trunc),
  },
  'delete-of-absent-is-a-server-error': {
    summary: 'a delete of an absent object gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#486',
    hooks: forgiving('delete', [404], () => brokenDown('no such key')),
  },
  'strategic-and-merge-patches-are-not-validated': {
    summary:
      'a merge patch or strategic merge patch that would make an object invalid gets 200 and changes nothing; a JSON patch is refused',
    caughtBy: 'validation/strategy-type-is-one-of-two',
    hooks: forgiving((request) => isOne(request, 'patch') && !isOfType(request, JSON_PATCH_TYPE), [422], asItIs),
  },
  'missing-body-taken-for-nothing': {
    summary: 'a PATCH without a body gets 200 and the unchanged object',
    caughtBy: 'validation/missing-bodies-are-refused',
    seenIn: 'strongloop/strong-remoting#342',
    hooks: () => ({
      request: async (request, upstream) =>
        isOne(request, ['patch', 'patchStatus']) && request.raw.length === 0
          ? upstream.send('GET', request.path)
          : undefined,
    }),
  },
  'array-body-taken-for-its-element': {
    summary: 'a body that is no object counts as an empty object, so a create stores an object that nobody asked for',
    caughtBy: 'validation/bodies-that-are-no-objects-are-refused',
    hooks: () => ({
      request: (request) => {
        if (
          !isOne(request, 'create') ||
          request.json === undefined ||
          isObject(request.json) ||
          request.call?.resource?.kind !== 'ConfigMap'
        )
          return;
        request.json = { metadata: { generateName: 'element-' } };
      },
    }),
  },
  'unreadable-timeout-ignored': {
    summary: 'a timeoutSeconds that is not a number is ignored',
    caughtBy: 'validation/numbers-in-parameters-are-read',
    hooks: asking(
      (request) => !/^\d*$/.test(request.query.get('timeoutSeconds') ?? ''),
      (request) => request.query.delete('timeoutSeconds'),
    ),
  },
  'kind-of-the-body-wins': {
    summary: 'a body that names another kind is accepted, and the object is shown with that kind',
    caughtBy: 'validation/foreign-kinds-are-not-stored-as-sent',
    hooks: acceptingForeign('kind'),
  },
  'version-of-the-body-wins': {
    summary: 'a body that names another apiVersion is accepted, and the object is shown with that apiVersion',
    caughtBy: 'validation/unknown-api-versions-are-not-stored-as-sent',
    hooks: acceptingForeign('apiVersion'),
  },
  'namespace-of-the-body-ignored': {
    summary: 'a body that names another namespace than its path is stored in the namespace of the path',
    caughtBy: 'validation/body-cannot-name-another-namespace',
    hooks: sending(['create', 'replace'], (body, { call }) => {
      if (call?.namespace !== undefined) metadataOf(body)['namespace'] = call.namespace;
    }),
  },
  'namespace-of-the-body-wins': {
    summary: 'a create whose body names another namespace than its path makes the object there',
    caughtBy: 'validation/body-reaches-no-other-object',
    hooks: asking('create', (request) => {
      const own = request.call?.namespace;
      const named = metadataOf(request.json)['namespace'];
      if (own !== undefined && typeof named === 'string')
        request.path = request.path.replace(`/namespaces/${own}/`, `/namespaces/${named}/`);
    }),
  },
  'name-of-the-body-wins': {
    summary: 'a PUT whose body names another object than its path writes that object, if it exists',
    caughtBy: 'validation/body-reaches-no-other-object',
    hooks: puttingByName((path, name, body, upstream) => upstream.send('PUT', `${path}/${name}`, body)),
  },
  'name-of-the-body-is-created': {
    summary: 'a PUT whose body names another object than its path creates that object, if it is absent',
    caughtBy: 'validation/body-reaches-no-other-object',
    hooks: puttingByName((path, _, body, upstream) => upstream.send('POST', path, body)),
  },
});
