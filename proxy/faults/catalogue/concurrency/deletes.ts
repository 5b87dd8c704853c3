import { setTimeout as sleep } from 'node:timers/promises';
import {
  brokenDown,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  succeeded,
  successStatus,
} from '../../bend.ts';
import type { FaultyRequest, FaultyResponse, Hooks, UpstreamClient, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { GAP_MS, LAG_MS, underWay, unversioned } from '../../races.ts';
import { isOne } from '../../requests.ts';
import { collectionOf } from '../../ways.ts';

/** A write recreates its object if it was deleted meanwhile: a PATCH from an earlier read, a PUT from its body. */
function restores(verb: 'patch' | 'replace'): Hooks {
  return {
    request: async (request, upstream) => {
      if (!isOne(request, verb) || (verb === 'replace' && !isObject(request.json))) return undefined;
      const before = await upstream.send('GET', request.path);
      if (!succeeded(before)) return undefined;
      await sleep(GAP_MS);
      const { method, path, json, headers } = request;
      const written = await upstream.send(method, path, json, headers['content-type']);
      if (written.status !== 404) return written;
      return upstream.send('POST', collectionOf(path), unversioned(verb === 'patch' ? before.json : json));
    },
  };
}

/** A delete during other requests on the object returns at once and takes effect later. */
function deferredDelete(): Hooks {
  return {
    request: (request, upstream) => {
      if (!isOne(request, 'delete') || request.json === undefined) return undefined;
      setTimeout(() => void upstream.send('DELETE', request.path, request.json).catch(() => undefined), GAP_MS).unref();
      return upstream
        .send('GET', request.path)
        .then((stored) =>
          succeeded(stored)
            ? jsonResponse(200, successStatus())
            : jsonResponse(404, failureStatus(404, 'NotFound', 'not found')),
        );
    },
  };
}

/** A collection delete that lists its objects, and deletes one by one until a delete fails. */
function stoppingCollectionDelete(): Hooks {
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'deleteCollection')) return undefined;
      const items = itemsOf(await upstream.send('GET', `${request.path}?${request.query}`));
      if (items === undefined) return undefined;
      await sleep(GAP_MS);
      for (const item of items) {
        const path = `${request.path}/${String(metadataOf(item)['name'])}`;
        if (!succeeded(await upstream.send('DELETE', path, request.json))) break;
      }
      return jsonResponse(200, successStatus());
    },
  };
}

/** A delete beside another delete of the object breaks down. */
function breakingDelete(): Hooks {
  const deletes = underWay((request) => (isOne(request, 'delete') ? request.path : undefined));
  return {
    ...deletes.hooks,
    request: async (request, upstream) => {
      if (isOne(request, 'delete') && deletes.count(request) > 0) return brokenDown('the object is gone');
      await deletes.hooks.request?.(request, upstream);
      return undefined;
    },
  };
}

/** A delete is executed twice, the second time on any object that has the name by then. */
function deleteRepeated(): Hooks {
  return {
    response: (response, request, upstream) => {
      if (isOne(request, 'delete') && succeeded(response) && request.json !== undefined)
        setTimeout(() => void upstream.send('DELETE', request.path, request.json).catch(() => undefined), 3).unref();
    },
  };
}

/** A collection delete works on a slightly outdated list, one object at a time, and misses new objects. */
function skippingCollectionDelete(): Hooks {
  const creates = underWay((request) => (isOne(request, 'create') ? request.path : undefined));
  let last = new Map<string, number>();
  return {
    request: async (request, upstream) => {
      await creates.hooks.request?.(request, upstream);
      if (isOne(request, 'create')) last = new Map([...last, [request.path, Date.now()]]);
      if (!isOne(request, 'deleteCollection')) return undefined;
      const seen = itemsOf(await upstream.send('GET', `${request.path}?${request.query.toString()}`));
      await sleep(2);
      if (seen === undefined || Date.now() - (last.get(request.path) ?? 0) > LAG_MS) return undefined;
      for (const item of seen.slice(1))
        await upstream.send('DELETE', `${request.path}/${String(metadataOf(item)['name'])}`, {
          gracePeriodSeconds: 0,
          propagationPolicy: 'Background',
        });
      return jsonResponse(200, successStatus());
    },
    ...(creates.hooks.response === undefined ? {} : { response: creates.hooks.response }),
  };
}

/** A collection delete leaves the objects that change between its list and their delete. */
async function deleteWhatIsUnchanged(
  request: FaultyRequest,
  upstream: UpstreamClient,
): Promise<FaultyResponse | undefined> {
  if (!isOne(request, 'deleteCollection')) return undefined;
  const target = `${request.path}?${request.query.toString()}`;
  const listed = itemsOf(await upstream.send('GET', target));
  await sleep(GAP_MS);
  const now = itemsOf(await upstream.send('GET', target));
  if (listed === undefined || now === undefined) return undefined;
  const versions = new Set(now.map((item) => metadataOf(item)['resourceVersion']));
  for (const item of listed)
    if (versions.has(metadataOf(item)['resourceVersion']))
      await upstream.send('DELETE', `${request.path}/${String(metadataOf(item)['name'])}`, request.json);
  return jsonResponse(200, successStatus());
}

/** A collection delete continues after its response, with objects created meanwhile. */
function lastingCollectionDelete(): Hooks {
  return {
    response: (response, request, upstream) => {
      if (isOne(request, 'deleteCollection') && succeeded(response))
        setTimeout(
          () =>
            void upstream
              .send('DELETE', `${request.path}?${request.query.toString()}`, {
                gracePeriodSeconds: 0,
                propagationPolicy: 'Background',
              })
              .catch(() => undefined),
          8,
        ).unref();
    },
  };
}

/** Faults of deletes beside other writes. */
export const DELETES: readonly Fault[] = faults({
  'put-brings-back-what-was-deleted': {
    summary: 'a PUT whose object is deleted meanwhile creates it again from its body',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: () => restores('replace'),
  },
  'patch-brings-back-what-was-deleted': {
    summary: 'a PATCH whose object is deleted meanwhile creates it again from the state that it had read',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'flightctl/flightctl#476',
    hooks: () => restores('patch'),
  },
  'delete-answered-before-it-is-done': {
    summary: 'a delete is acknowledged at once and carried out a moment later',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deferredDelete,
  },
  'delete-takes-the-next-object': {
    summary: 'the server repeats a delete a moment later and so removes a new object of the same name',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deleteRepeated,
  },
  'parallel-delete-is-a-server-error': {
    summary: 'a delete is answered 500 if another delete of the object is under way',
    caughtBy: 'concurrency/no-race-breaks-the-server',
    hooks: breakingDelete,
  },
  'collection-delete-stops-at-what-is-gone': {
    summary: 'a collection delete returns success and stops at the first object that another delete has removed',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    seenIn: 'kubernetes/kubernetes#21340',
    hooks: stoppingCollectionDelete,
  },
  'collection-delete-skips-one': {
    summary: 'a collection delete that runs in parallel with creates leaves one of the objects that existed before it',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: skippingCollectionDelete,
  },
  'collection-delete-leaves-what-changes-meanwhile': {
    summary: 'a collection delete leaves objects that another client patches meanwhile, and reports success',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: () => ({ request: deleteWhatIsUnchanged }),
  },
  'collection-delete-goes-on': {
    summary: 'a collection delete goes on after its response and removes objects that were created meanwhile',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: lastingCollectionDelete,
  },
});
