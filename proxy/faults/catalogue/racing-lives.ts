import { setTimeout as sleep } from 'node:timers/promises';
import {
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  succeeded,
  successStatus,
} from '../bend.ts';
import type { Asked, Fault, FaultyResponse, Hooks, Upstream } from '../fault.ts';
import { faults } from '../named.ts';
import { GAP_MS, LAG_MS, isAskedOf, underWay, unversioned } from '../races.ts';

/** A create that is refused because of a recent create returns the existing object. */
function lateCreate(
  response: (existing: FaultyResponse, asked: Asked, upstream: Upstream) => Promise<FaultyResponse> | FaultyResponse,
): Fault['hooks'] {
  return () => {
    const made = new Map<string, number>();
    return {
      response: async (answered, asked, upstream) => {
        if (asked.call?.verb !== 'create' || !isObject(asked.json)) return;
        const path = `${asked.path}/${String(metadataOf(asked.json)['name'])}`;
        if (succeeded(answered)) made.set(path, Date.now());
        if (answered.status === 409 && Date.now() - (made.get(path) ?? 0) < LAG_MS)
          Object.assign(answered, await response(await upstream.send('GET', path), asked, upstream));
      },
    };
  };
}

async function madeAnew(existing: FaultyResponse, asked: Asked, upstream: Upstream): Promise<FaultyResponse> {
  await upstream.send('DELETE', `${asked.path}/${String(metadataOf(existing.json)['name'])}`, {
    gracePeriodSeconds: 0,
    propagationPolicy: 'Background',
  });
  return upstream.send('POST', asked.path, asked.json);
}

/** Objects created within one tick of a coarse clock share a uid. */
function uidsOfTheClock(): Hooks {
  const shownUids = new Map<string, string>();
  const bend = everyObject((object) => {
    const metadata = metadataOf(object);
    metadata['uid'] = shownUids.get(String(metadata['uid'])) ?? metadata['uid'];
  });
  return {
    ...bend,
    response: (answered, asked) => {
      if (isAskedOf(asked, 'create') && succeeded(answered)) {
        const tick = Math.floor(Date.now() / 8)
          .toString(16)
          .padStart(12, '0')
          .slice(-12);
        shownUids.set(String(metadataOf(answered.json)['uid']), `00000000-0000-4000-8000-${tick}`);
      }
      bend.response(answered, asked);
    },
  };
}

/** A PATCH recreates its object from an earlier read if it was deleted meanwhile. */
function patchRestores(): Hooks {
  return {
    request: async (asked, upstream) => {
      if (!isAskedOf(asked, 'patch')) return undefined;
      const before = await upstream.send('GET', asked.path);
      if (!succeeded(before)) return undefined;
      await sleep(GAP_MS);
      const patched = await upstream.send('PATCH', asked.path, asked.json, asked.headers['content-type']);
      if (patched.status !== 404) return patched;
      return upstream.send('POST', asked.path.slice(0, asked.path.lastIndexOf('/')), unversioned(before.json));
    },
  };
}

/** A delete during other requests on the object returns at once and takes effect later. */
function deferredDelete(): Hooks {
  return {
    request: (asked, upstream) => {
      if (!isAskedOf(asked, 'delete') || asked.json === undefined) return undefined;
      setTimeout(() => void upstream.send('DELETE', asked.path, asked.json).catch(() => undefined), GAP_MS).unref();
      return upstream
        .send('GET', asked.path)
        .then((stored) =>
          succeeded(stored)
            ? jsonResponse(200, successStatus())
            : jsonResponse(404, failureStatus(404, 'NotFound', 'not found')),
        );
    },
  };
}

/** A delete is executed twice, the second time on any object that has the name by then. */
function deleteRepeated(): Hooks {
  return {
    response: (answered, asked, upstream) => {
      if (isAskedOf(asked, 'delete') && succeeded(answered) && asked.json !== undefined)
        setTimeout(() => void upstream.send('DELETE', asked.path, asked.json).catch(() => undefined), 3).unref();
    },
  };
}

/** A second delete of an object deleted a moment ago succeeds. */
function doubleDelete(): Hooks {
  const taken = new Map<string, number>();
  return {
    response: (answered, asked) => {
      if (!isAskedOf(asked, 'delete')) return;
      if (succeeded(answered)) taken.set(asked.path, Date.now());
      else if (answered.status === 404 && Date.now() - (taken.get(asked.path) ?? 0) < LAG_MS)
        Object.assign(answered, jsonResponse(200, successStatus()));
    },
  };
}

/** Generated names consist of a prefix and a coarse clock; the second create returns the existing object. */
function namesOfTheClock(): Hooks {
  const late = lateCreate((existing) => existing)();
  return {
    ...late,
    request: (asked) => {
      const metadata = metadataOf(asked.json);
      if (isAskedOf(asked, 'create') && metadata['name'] === undefined && typeof metadata['generateName'] === 'string')
        metadata['name'] = `${metadata['generateName']}${Math.floor(Date.now() / 8).toString(36)}`;
    },
  };
}

/** A collection delete works on a slightly outdated list, one object at a time, and misses new objects. */
function skippingCollectionDelete(): Hooks {
  const creates = underWay((asked) => (isAskedOf(asked, 'create') ? asked.path : undefined));
  let last = new Map<string, number>();
  return {
    request: async (asked, upstream) => {
      await creates.hooks.request?.(asked, upstream);
      if (isAskedOf(asked, 'create')) last = new Map([...last, [asked.path, Date.now()]]);
      if (!isAskedOf(asked, 'deleteCollection')) return undefined;
      const seen = itemsOf(await upstream.send('GET', `${asked.path}?${asked.query.toString()}`));
      await sleep(2);
      if (seen === undefined || Date.now() - (last.get(asked.path) ?? 0) > LAG_MS) return undefined;
      for (const item of seen.slice(1))
        await upstream.send('DELETE', `${asked.path}/${String(metadataOf(item)['name'])}`, {
          gracePeriodSeconds: 0,
          propagationPolicy: 'Background',
        });
      return jsonResponse(200, successStatus());
    },
    ...(creates.hooks.response === undefined ? {} : { response: creates.hooks.response }),
  };
}

/** A collection delete continues after its response, with objects created meanwhile. */
function lastingCollectionDelete(): Hooks {
  return {
    response: (answered, asked, upstream) => {
      if (isAskedOf(asked, 'deleteCollection') && succeeded(answered))
        setTimeout(
          () =>
            void upstream
              .send('DELETE', `${asked.path}?${asked.query.toString()}`, {
                gracePeriodSeconds: 0,
                propagationPolicy: 'Background',
              })
              .catch(() => undefined),
          8,
        ).unref();
    },
  };
}

/** Faults of concurrent creates and deletes of the same name. */
export const RACING_LIFE_FAULTS: readonly Fault[] = faults({
  'two-creates-succeed': {
    summary: 'a create whose name was taken a moment ago answers 200 with what is there',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    seenIn: 'nats-io/nats.rs#1301',
    hooks: lateCreate((existing) => existing),
  },
  'late-create-makes-it-anew': {
    summary: 'a create whose name was taken a moment ago takes that object away and makes its own',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    seenIn: 'fabric8io/kubernetes-client#3095',
    hooks: lateCreate(madeAnew),
  },
  'generated-names-meet': {
    summary: 'names that are generated at the same time are the same, and both creates succeed',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    seenIn: '1692775560/dsh-Mimir-Academic-research#168',
    hooks: namesOfTheClock,
  },
  'uids-of-the-clock': {
    summary: 'objects that are made within some milliseconds get one uid',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    seenIn: 'NetsBlox/NetsBlox#2168',
    hooks: uidsOfTheClock,
  },
  'parallel-deletes-both-succeed': {
    summary: 'a delete of what another delete took a moment ago answers a success too',
    caughtBy: 'delete/only-one-of-several-removes',
    hooks: doubleDelete,
  },
  'patch-brings-back-what-was-deleted': {
    summary: 'a PATCH that finds its object deleted meanwhile makes it again from what it had read',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'flightctl/flightctl#476',
    hooks: patchRestores,
  },
  'delete-answered-before-it-is-done': {
    summary: 'a delete is answered at once and carried out a moment later',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deferredDelete,
  },
  'delete-takes-the-next-object': {
    summary: 'a delete is carried out once more a moment later, on whatever has the name by then',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deleteRepeated,
  },
  'collection-delete-skips-one': {
    summary: 'a collection delete beside creates leaves one of the objects that were there before it',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: skippingCollectionDelete,
  },
  'collection-delete-goes-on': {
    summary: 'a collection delete goes on after its answer, with what was made meanwhile',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: lastingCollectionDelete,
  },
});
