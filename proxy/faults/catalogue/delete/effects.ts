import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  copyOf,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  succeeded,
  successStatus,
} from '../../bend.ts';
import type { FaultyRequest, Fault, Hooks } from '../../fault.ts';
import { beforeWrites, finalizersOf, storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { LAG_MS } from '../../races.ts';
import { acceptsJson, isOne, ofKind } from '../../requests.ts';
import { responding, collectionOf, refusing } from '../../ways.ts';

const LATE_MS = 1_000;

const success = (): ReturnType<typeof jsonResponse> =>
  jsonResponse(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 });

function asksNotToOrphan({ query, json }: FaultyRequest): boolean {
  const policy = query.has('propagationPolicy') || (isObject(json) && json['propagationPolicy'] !== undefined);
  return (
    !policy && (query.get('orphanDependents') === 'false' || (isObject(json) && json['orphanDependents'] === false))
  );
}

/** A second delete of an object deleted a moment ago succeeds. */
function doubleDelete(): Hooks {
  const taken = new Map<string, number>();
  return {
    response: (response, request) => {
      if (!isOne(request, 'delete')) return;
      if (succeeded(response)) taken.set(request.path, Date.now());
      else if (response.status === 404 && Date.now() - (taken.get(request.path) ?? 0) < LAG_MS)
        Object.assign(response, jsonResponse(200, successStatus()));
    },
  };
}

/** A Service takes the pods along that it selects. */
function takingSelectedPods(): Hooks {
  const before = beforeWrites();
  return {
    request: async (request, upstream) => {
      if (isOne(request, ofKind('Service', 'delete'))) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      const selector = Object.entries(objectAt(before.of(request), 'spec', 'selector') ?? {});
      if (selector.length === 0 || !succeeded(response)) return;
      const labelSelector = selector.map(([key, value]) => `${key}=${String(value)}`).join(',');
      const pods = `/api/v1/namespaces/${request.call?.namespace}/pods`;
      const found = await upstream.send('GET', `${pods}?${new URLSearchParams({ labelSelector })}`);
      for (const pod of itemsOf(found) ?? [])
        await upstream.send('DELETE', `${pods}/${String(metadataOf(pod)['name'])}`, {});
    },
  };
}

/** The path of a Deployment in the other one of its two views. */
const inOtherView = (path: string): string =>
  path.startsWith('/apis/apps/')
    ? path.replace('/apis/apps/', '/apis/extensions/')
    : path.replace('/apis/extensions/', '/apis/apps/');

/** How long one view shows what was deleted through the other, in milliseconds. */
const SHOWN_MS = 500;

/** Each view of Deployments has a cache, in which an object stays for a while after its delete through the other. */
function stayingInTheOtherView(): Hooks {
  const shown = new WeakMap<FaultyRequest, unknown>();
  const gone = new Map<string, { readonly object: unknown; readonly until: number }>();
  return {
    request: async (request, upstream) => {
      if (!ofKind('Deployment', 'delete')(request)) return;
      const stored = await upstream.send('GET', inOtherView(objectPath(request)));
      if (succeeded(stored)) shown.set(request, stored.json);
    },
    response: async (response, request, upstream) => {
      const kept = isOne(request, 'get') && acceptsJson(request) ? gone.get(objectPath(request)) : undefined;
      if (response.status === 404 && kept !== undefined && kept.until > Date.now())
        Object.assign(response, jsonResponse(200, copyOf(kept.object)));
      if (!shown.has(request) || !succeeded(response)) return;
      if ((await storedOf(request, upstream)) === undefined)
        gone.set(inOtherView(objectPath(request)), { object: shown.get(request), until: Date.now() + SHOWN_MS });
    },
  };
}

/** Deletes that reach other objects, come late, or succeed twice. */
export const EFFECTS: readonly Fault[] = faults({
  'delete-of-a-kind-does-nothing': {
    summary: 'a delete of a Secret returns Success and the object stays; every other kind is right',
    caughtBy: 'delete/removes-the-object',
    seenIn: 'fabric8io/kubernetes-client#2348',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete') || request.call?.resource?.kind !== 'Secret') return undefined;
        return succeeded(await upstream.send('GET', request.path)) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-takes-the-name-in-every-namespace': {
    summary: 'a delete also removes the objects of that name in other namespaces',
    caughtBy: 'delete/leaves-other-objects',
    hooks: responding('delete', async (_, request, upstream) => {
      const { name, resource } = request.call ?? {};
      if (resource?.namespaced !== true) return;
      for (const item of itemsOf(
        await upstream.send('GET', `${resource.prefix}/${resource.plural}?fieldSelector=metadata.name%3D${name}`),
      ) ?? []) {
        await upstream.send(
          'DELETE',
          `${resource.prefix}/namespaces/${String(metadataOf(item)['namespace'])}/${resource.plural}/${name}`,
          { gracePeriodSeconds: 0 },
        );
      }
    }),
  },
  'delete-touches-its-neighbours': {
    summary: 'a delete adds a label to all other objects of the collection',
    caughtBy: 'delete/leaves-other-objects',
    hooks: responding('delete', async (_, request, upstream) => {
      if (request.call?.namespace === undefined) return;
      const collection = collectionOf(request.path);
      for (const item of itemsOf(await upstream.send('GET', collection)) ?? []) {
        await upstream.send(
          'PATCH',
          `${collection}/${String(metadataOf(item)['name'])}`,
          { metadata: { labels: { compacted: 'yes' } } },
          MERGE_PATCH_TYPE,
        );
      }
    }),
  },
  'removal-comes-a-second-late': {
    summary: 'a delete is acknowledged at once and carried out a second later',
    caughtBy: 'delete/removes-the-object',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete')) return undefined;
        const there = await upstream.send('GET', request.path);
        if (!succeeded(there)) return undefined;
        setTimeout(
          () => void upstream.send('DELETE', `${request.path}?${request.query}`, request.json).catch(() => undefined),
          LATE_MS,
        ).unref();
        return success();
      },
    }),
  },
  'orphan-dependents-false-keeps-the-finalizer': {
    summary:
      'a delete with orphanDependents=false keeps the orphan finalizer of the object, so the object stays for ever',
    caughtBy: 'delete/orphan-dependents-false-removes-the-orphan-finalizer',
    hooks: () => {
      const stuck = new Set<string>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'delete') || !asksNotToOrphan(request)) return undefined;
          const { json } = await upstream.send('GET', request.path);
          const finalizers = metadataOf(json)['finalizers'];
          if (!Array.isArray(finalizers) || !finalizers.includes('orphan')) return undefined;
          stuck.add(String(metadataOf(json)['uid']));
          return success();
        },
        response: (response) => {
          for (const object of [response.json, ...(itemsOf(response) ?? [])]) {
            if (stuck.has(String(metadataOf(object)['uid'])))
              metadataOf(object)['deletionTimestamp'] = '2017-09-01T00:00:00Z';
          }
        },
      };
    },
  },
  // Parameter set D, orphanDependents: "true or false adds or removes the orphan finalizer".
  'orphan-dependents-false-leaves-the-finalizer': {
    summary: 'a delete with orphanDependents false does not remove the orphan finalizer that the object has',
    caughtBy: 'delete/orphan-dependents-false-removes-the-orphan-finalizer',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete') || !asksNotToOrphan(request)) return;
        if (!finalizersOf(await storedOf(request, upstream)).includes('orphan')) return;
        request.query.delete('orphanDependents');
        if (isObject(request.json)) delete request.json['orphanDependents'];
      },
    }),
  },
  // Versioning 2: "Deployment is served under both `extensions/v1beta1` and `apps/v1beta1`"; Semantics 6, of both.
  'deleted-deployment-stays-in-the-other-view': {
    summary: 'a get under one group-version shows a Deployment for half a second after its delete under the other one',
    caughtBy: 'delete/removes-the-object',
    hooks: stayingInTheOtherView,
  },
  'parallel-deletes-both-succeed': {
    summary: 'a delete of an object that another delete removed a moment ago also succeeds',
    caughtBy: 'delete/only-one-of-several-removes',
    hooks: doubleDelete,
  },
  'typed-delete-options-refused': {
    summary: 'a delete whose options have kind and apiVersion is refused',
    caughtBy: 'delete/each-option-works-in-the-body',
    hooks: refusing(
      (request) => isOne(request, 'delete') && isObject(request.json) && request.json['kind'] !== undefined,
      400,
      'BadRequest',
    ),
  },
  'further-delete-removes-what-is-held': {
    summary: 'a second delete removes an object that a finalizer holds; the first delete is right',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => {
      const deleted = new Set<string>();
      return {
        response: async (response, request, upstream) => {
          if (!isOne(request, 'delete') || !succeeded(response)) return;
          if (deleted.has(request.path))
            await upstream.send('PATCH', request.path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
          deleted.add(request.path);
        },
      };
    },
  },
  // Semantics 6: "Delete removes a resource"; the pods that a Service selects are not its children.
  'delete-of-a-service-takes-the-pods-it-selects': {
    summary: 'a delete of a Service also deletes the pods of its namespace that its selector matches',
    caughtBy: 'delete/leaves-other-objects',
    hooks: takingSelectedPods,
  },
});
