import { setTimeout as sleep } from 'node:timers/promises';
import { copyOf, everyObject, failureStatus, isObject, itemsOf, jsonAnswer, keyOf, metadataOf, objectPath, objectsOf, succeeded, successStatus } from '../bend.ts';
import type { Answered, Asked, Bendable, Fault, Hooks, Upstream } from '../fault.ts';

const JSON_PATCH = 'application/json-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

/** How long a faulty server leaves open the gap between its look and its write, in milliseconds: requests of a case come within it. */
const GAP_MS = 12;
/** How long it takes to notice what has happened. */
const LAG_MS = 40;

const isOfType = (asked: Asked, type: string): boolean => (asked.headers['content-type'] ?? '').startsWith(type);
const isAskedOf = (asked: Asked, ...verbs: readonly string[]): boolean => asked.call?.verb !== undefined && verbs.includes(asked.call.verb);
const conflict = (): Answered => jsonAnswer(409, failureStatus(409, 'Conflict', 'the object has been modified'));

/** The stored object without its version: a PUT of it overwrites. */
function unversioned(object: unknown): unknown {
  const copy = copyOf(object);
  delete metadataOf(copy)['resourceVersion'];
  return copy;
}

/** Counts what is under way, by what `of` names; requests of which it names nothing are left out. */
function underWay(of: (asked: Asked) => string | undefined): { readonly count: (asked: Asked) => number; readonly hooks: Hooks } {
  const counts = new Map<string, number>();
  const add = (asked: Asked, by: number): void => {
    const name = of(asked);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + by);
  };
  return {
    count: (asked) => counts.get(of(asked) ?? '') ?? 0,
    hooks: { request: (asked) => add(asked, 1), answer: (_, asked) => add(asked, -1) },
  };
}

/** A PUT looks at the version, and writes some time later without another look. */
function putInTwoSteps(only: (asked: Asked) => boolean): Fault['hooks'] {
  return () => ({
    request: async (asked, upstream) => {
      const version = metadataOf(asked.json)['resourceVersion'];
      if (!only(asked) || typeof version !== 'string') return undefined;
      const stored = await upstream.send('GET', objectPath(asked));
      if (succeeded(stored) && metadataOf(stored.json)['resourceVersion'] !== version) return conflict();
      await sleep(GAP_MS);
      delete metadataOf(asked.json)['resourceVersion'];
      return undefined;
    },
  });
}

/**
 * A write reads the object, and some time later stores what it read, changed: what others wrote meanwhile is lost. Each stores in one go, so
 * that of several that read at one time the last one alone is left.
 */
function readsThenWrites(only: (asked: Asked) => boolean): Fault['hooks'] {
  return () => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      request: async (asked, upstream) => {
        if (!only(asked)) return undefined;
        const path = objectPath(asked);
        const before = await upstream.send('GET', path);
        const version = metadataOf(asked.json)['resourceVersion'];
        if (!succeeded(before) || (typeof version === 'string' && version !== metadataOf(before.json)['resourceVersion'])) return undefined;
        await sleep(GAP_MS);
        const stored = last.then(async () => {
          await upstream.send('PUT', path, unversioned(before.json));
          if (typeof version === 'string') delete metadataOf(asked.json)['resourceVersion'];
          return upstream.send(asked.method, asked.path, asked.json, asked.headers['content-type']);
        });
        last = stored.catch(() => undefined);
        return stored;
      },
    };
  };
}

/** Reads of these verbs, sent while others write the object or soon after, show what an earlier read showed. */
function laggingReads(...verbs: readonly string[]): Fault['hooks'] {
  return () => {
    const earlier = new Map<string, { readonly answer: Answered; readonly at: number }>();
    return {
      answer: (answered, asked) => {
        if (!isAskedOf(asked, ...verbs) || !succeeded(answered)) return;
        const known = earlier.get(asked.path);
        if (known !== undefined && Date.now() - known.at < LAG_MS) Object.assign(answered, copyOf({ json: known.answer.json }));
        else earlier.set(asked.path, { answer: copyOf(answered), at: Date.now() });
      },
    };
  };
}

/** Creates that are refused since the name was taken a moment ago are answered with what is there. */
function lateCreate(answer: (existing: Answered, asked: Asked, upstream: Upstream) => Promise<Answered> | Answered): Fault['hooks'] {
  return () => {
    const made = new Map<string, number>();
    return {
      answer: async (answered, asked, upstream) => {
        if (asked.call?.verb !== 'create' || !isObject(asked.json)) return;
        const path = `${asked.path}/${String(metadataOf(asked.json)['name'])}`;
        if (succeeded(answered)) made.set(path, Date.now());
        if (answered.status === 409 && Date.now() - (made.get(path) ?? 0) < LAG_MS) Object.assign(answered, await answer(await upstream.send('GET', path), asked, upstream));
      },
    };
  };
}

async function madeAnew(existing: Answered, asked: Asked, upstream: Upstream): Promise<Answered> {
  await upstream.send('DELETE', `${asked.path}/${String(metadataOf(existing.json)['name'])}`, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
  return upstream.send('POST', asked.path, asked.json);
}

/** What one client wrote is undone by the write of another object of the same collection that was under way at the same time. */
function wholeCollectionWritten(): Hooks {
  const open = new Map<string, Map<string, unknown>>();
  return {
    request: async (asked, upstream) => {
      if (!isAskedOf(asked, 'patch', 'replace')) return;
      const collection = asked.path.slice(0, asked.path.lastIndexOf('/'));
      const before = await upstream.send('GET', asked.path);
      if (succeeded(before)) open.set(collection, new Map([...(open.get(collection) ?? []), [asked.path, before.json]]));
      await sleep(2);
    },
    answer: async (answered, asked, upstream) => {
      const others = open.get(asked.path.slice(0, asked.path.lastIndexOf('/')));
      if (!isAskedOf(asked, 'patch', 'replace') || !succeeded(answered)) return;
      others?.delete(asked.path);
      const [[path, object] = []] = [...(others ?? [])];
      if (path === undefined) return;
      await sleep(GAP_MS);
      await upstream.send('PUT', path, unversioned(object));
    },
  };
}

/** Parallel writes of one object are numbered alike: the version of the second is told as that of the first, wherever it shows. */
function sharedVersions(): Hooks {
  const told = new Map<string, string>();
  const last = new Map<string, { readonly version: string; readonly at: number }>();
  const bend = everyObject((object) => {
    const metadata = metadataOf(object);
    metadata['resourceVersion'] = told.get(String(metadata['resourceVersion'])) ?? metadata['resourceVersion'];
  });
  return {
    ...bend,
    answer: (answered, asked) => {
      if (isAskedOf(asked, 'patch') && succeeded(answered)) {
        const version = String(metadataOf(answered.json)['resourceVersion']);
        const before = last.get(asked.path);
        if (before !== undefined && Date.now() - before.at < GAP_MS / 4) told.set(version, before.version);
        else last.set(asked.path, { version, at: Date.now() });
      }
      bend.answer(answered, asked);
    },
  };
}

/** Objects made within one tick of a coarse clock get one uid. */
function uidsOfTheClock(): Hooks {
  const told = new Map<string, string>();
  const bend = everyObject((object) => {
    const metadata = metadataOf(object);
    metadata['uid'] = told.get(String(metadata['uid'])) ?? metadata['uid'];
  });
  return {
    ...bend,
    answer: (answered, asked) => {
      if (isAskedOf(asked, 'create') && succeeded(answered)) {
        const tick = Math.floor(Date.now() / 8).toString(16).padStart(12, '0').slice(-12);
        told.set(String(metadataOf(answered.json)['uid']), `00000000-0000-4000-8000-${tick}`);
      }
      bend.answer(answered, asked);
    },
  };
}

/** Labels are stored some time after everything else. */
function labelsComeLate(): Hooks {
  const older = new Map<string, { readonly labels: unknown; readonly until: number }>();
  const bend = everyObject((object) => {
    const known = older.get(String(metadataOf(object)['uid']));
    if (known !== undefined && Date.now() < known.until) metadataOf(object)['labels'] = copyOf(known.labels);
  });
  return {
    request: async (asked, upstream) => {
      if (!isAskedOf(asked, 'patch', 'replace')) return;
      const before = await upstream.send('GET', asked.path);
      if (succeeded(before)) older.set(String(metadataOf(before.json)['uid']), { labels: metadataOf(before.json)['labels'], until: Date.now() + LAG_MS });
    },
    answer: (answered, asked) => {
      if (isAskedOf(asked, 'get', 'list', 'listAll')) bend.answer(answered, asked);
    },
  };
}

/** A read of a name may come from before it was deleted and made again. */
function forgottenObjects(): Hooks {
  const first = new Map<string, { readonly object: unknown; readonly uid: unknown }>();
  let turns = 0;
  return {
    answer: (answered, asked) => {
      if (!isAskedOf(asked, 'get') || !succeeded(answered)) return;
      const uid = metadataOf(answered.json)['uid'];
      const known = first.get(asked.path);
      if (known === undefined) first.set(asked.path, { object: copyOf(answered.json), uid });
      else if (known.uid !== uid && ++turns % 2 === 0) answered.json = copyOf(known.object);
    },
  };
}

/** A PATCH that finds its object deleted meanwhile makes it again from what it had read. */
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

/** A delete that comes while the object is written or read by others is answered at once and carried out later. */
function deferredDelete(): Hooks {
  return {
    request: (asked, upstream) => {
      if (!isAskedOf(asked, 'delete') || asked.json === undefined) return undefined;
      setTimeout(() => void upstream.send('DELETE', asked.path, asked.json).catch(() => undefined), GAP_MS).unref();
      return upstream.send('GET', asked.path).then((stored) => (succeeded(stored) ? jsonAnswer(200, successStatus()) : jsonAnswer(404, failureStatus(404, 'NotFound', 'not found'))));
    },
  };
}

/** A delete is carried out twice, the second time on whatever has the name by then. */
function deleteRepeated(): Hooks {
  return {
    answer: (answered, asked, upstream) => {
      if (isAskedOf(asked, 'delete') && succeeded(answered) && asked.json !== undefined) setTimeout(() => void upstream.send('DELETE', asked.path, asked.json).catch(() => undefined), 3).unref();
    },
  };
}

/** A delete of what another one took a moment ago is answered as a success. */
function doubleDelete(): Hooks {
  const taken = new Map<string, number>();
  return {
    answer: (answered, asked) => {
      if (!isAskedOf(asked, 'delete')) return;
      if (succeeded(answered)) taken.set(asked.path, Date.now());
      else if (answered.status === 404 && Date.now() - (taken.get(asked.path) ?? 0) < LAG_MS) Object.assign(answered, jsonAnswer(200, successStatus()));
    },
  };
}

/** Names are made of a prefix and a coarse clock; who comes second is given what is there. */
function namesOfTheClock(): Hooks {
  const late = lateCreate((existing) => existing)();
  return {
    ...late,
    request: (asked) => {
      const metadata = metadataOf(asked.json);
      if (isAskedOf(asked, 'create') && metadata['name'] === undefined && typeof metadata['generateName'] === 'string') metadata['name'] = `${metadata['generateName']}${Math.floor(Date.now() / 8).toString(36)}`;
    },
  };
}

/** A collection delete takes what it saw a moment ago: one at a time, and not what came last where others are being made. */
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
      for (const item of seen.slice(1)) await upstream.send('DELETE', `${asked.path}/${String(metadataOf(item)['name'])}`, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
      return jsonAnswer(200, successStatus());
    },
    ...(creates.hooks.answer === undefined ? {} : { answer: creates.hooks.answer }),
  };
}

/** A collection delete goes on after its answer, with what was made meanwhile. */
function lastingCollectionDelete(): Hooks {
  return {
    answer: (answered, asked, upstream) => {
      if (isAskedOf(asked, 'deleteCollection') && succeeded(answered)) setTimeout(() => void upstream.send('DELETE', `${asked.path}?${asked.query.toString()}`, { gracePeriodSeconds: 0, propagationPolicy: 'Background' }).catch(() => undefined), 8).unref();
    },
  };
}

/** The check of the version is left out while at least so many writes of the object are under way. */
function unlockedUnderLoad(least: number): Fault['hooks'] {
  return () => {
    const writes = underWay((asked) => (isAskedOf(asked, 'replace') ? asked.path : undefined));
    return {
      request: async (asked, upstream) => {
        await writes.hooks.request?.(asked, upstream);
        if (!isAskedOf(asked, 'replace')) return;
        await sleep(4);
        if (writes.count(asked) >= least) delete metadataOf(asked.json)['resourceVersion'];
      },
      ...(writes.hooks.answer === undefined ? {} : { answer: writes.hooks.answer }),
    };
  };
}

/** A list that is answered while objects are written shows each at another moment: the first ones as they were a while ago. */
function tornLists(): Hooks {
  const older = new Map<string, { readonly object: Bendable; readonly at: number }>();
  return {
    answer: (answered, asked) => {
      for (const object of objectsOf(answered)) {
        const key = `${String(asked.call?.resource?.kind)} ${keyOf(object)}`;
        const known = older.get(key);
        const isRecent = known !== undefined && Date.now() - known.at < LAG_MS;
        if (isRecent && isAskedOf(asked, 'list')) Object.assign(object, copyOf(known.object));
        else if (!isRecent) older.set(key, { object: copyOf(object), at: Date.now() });
      }
    },
  };
}

/** What goes wrong only when requests meet. */
export const CONCURRENCY_FAULTS: readonly Fault[] = [
  {
    name: 'put-looks-then-writes',
    summary: 'a PUT compares the version first and stores later, so that two with one version both succeed',
    caughtBy: 'replace/at-most-one-of-several-wins',
    seenIn: 'tilt-dev/tilt-apiserver#51',
    hooks: putInTwoSteps((asked) => isAskedOf(asked, 'replace')),
  },
  {
    name: 'status-put-looks-then-writes',
    summary: 'a PUT of /status compares the version first and stores later; PUTs of objects are right',
    caughtBy: 'status/at-most-one-of-several-wins',
    hooks: putInTwoSteps((asked) => isAskedOf(asked, 'replaceStatus')),
  },
  {
    name: 'put-looks-then-writes-for-one-kind',
    summary: 'a PUT of an Ingress compares the version first and stores later; every other kind is right',
    caughtBy: 'concurrency/every-acknowledged-addition-counts',
    hooks: putInTwoSteps((asked) => isAskedOf(asked, 'replace') && asked.call?.resource?.kind === 'Ingress'),
  },
  {
    name: 'put-unlocked-under-load',
    summary: 'the version of a PUT is not compared while two others of the object are under way',
    caughtBy: 'concurrency/every-acknowledged-addition-counts',
    seenIn: 'LinuxForHealth/FHIR#2405',
    hooks: unlockedUnderLoad(3),
  },
  {
    name: 'patch-reads-then-writes',
    summary: 'a PATCH is read, changed and stored without a lock, so that what others wrote meanwhile is lost',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites((asked) => isAskedOf(asked, 'patch')),
  },
  {
    name: 'json-patch-reads-then-writes',
    summary: 'a JSON patch is read, changed and stored without a lock; the other patches are right',
    caughtBy: 'concurrency/put-does-not-undo-a-parallel-patch',
    hooks: readsThenWrites((asked) => isAskedOf(asked, 'patch') && isOfType(asked, JSON_PATCH)),
  },
  {
    name: 'list-patch-reads-then-writes',
    summary: 'a strategic merge patch of a pod template is read, changed and stored without a lock',
    caughtBy: 'concurrency/patches-of-lists-lose-nothing',
    hooks: readsThenWrites((asked) => isAskedOf(asked, 'patch') && isOfType(asked, STRATEGIC) && isObject(asked.json) && asked.json['spec'] !== undefined),
  },
  {
    name: 'status-write-takes-the-object-along',
    summary: 'a write of /status stores the rest of the object as it was when the write began',
    caughtBy: 'concurrency/status-writes-do-not-undo-other-writes',
    hooks: readsThenWrites((asked) => isAskedOf(asked, 'replaceStatus', 'patchStatus')),
  },
  {
    name: 'whole-collection-written',
    summary: 'a write stores its whole collection, so that what was written to another object meanwhile is lost',
    caughtBy: 'concurrency/writers-of-different-objects-do-not-meet',
    hooks: wholeCollectionWritten,
  },
  {
    name: 'gets-lag-behind',
    summary: 'a get soon after another one is answered from memory, whatever was written between',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'loft-sh/kiosk#74',
    hooks: laggingReads('get'),
  },
  {
    name: 'lists-lag-behind',
    summary: 'a list soon after another one is answered from memory, whatever was written between',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'kubernetes/kubernetes#97294',
    hooks: laggingReads('list', 'listAll'),
  },
  {
    name: 'lists-torn-between-moments',
    summary: 'a list shows some objects as they were a while ago, beside others as they are',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: tornLists,
  },
  {
    name: 'labels-come-late',
    summary: 'the labels of a write are stored some time after the rest, and reads show what there is',
    caughtBy: 'concurrency/reads-show-whole-states',
    hooks: labelsComeLate,
  },
  {
    name: 'parallel-writes-share-a-version',
    summary: 'patches of one object that come at the same time all answer one version',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'kubernetes-sigs/controller-runtime#2980',
    hooks: sharedVersions,
  },
  {
    name: 'two-creates-succeed',
    summary: 'a create whose name was taken a moment ago answers 200 with what is there',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    seenIn: 'nats-io/nats.rs#1301',
    hooks: lateCreate((existing) => existing),
  },
  {
    name: 'late-create-makes-it-anew',
    summary: 'a create whose name was taken a moment ago takes that object away and makes its own',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    hooks: lateCreate(madeAnew),
  },
  {
    name: 'generated-names-meet',
    summary: 'names that are generated at the same time are the same, and both creates succeed',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    hooks: namesOfTheClock,
  },
  {
    name: 'uids-of-the-clock',
    summary: 'objects that are made within some milliseconds get one uid',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    hooks: uidsOfTheClock,
  },
  {
    name: 'parallel-deletes-both-succeed',
    summary: 'a delete of what another delete took a moment ago answers a success too',
    caughtBy: 'delete/only-one-of-several-removes',
    hooks: doubleDelete,
  },
  {
    name: 'patch-brings-back-what-was-deleted',
    summary: 'a PATCH that finds its object deleted meanwhile makes it again from what it had read',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'flightctl/flightctl#476',
    hooks: patchRestores,
  },
  {
    name: 'delete-answered-before-it-is-done',
    summary: 'a delete is answered at once and carried out a moment later',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deferredDelete,
  },
  {
    name: 'delete-takes-the-next-object',
    summary: 'a delete is carried out once more a moment later, on whatever has the name by then',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deleteRepeated,
  },
  {
    name: 'get-shows-an-object-that-was-followed',
    summary: 'a get of a name that was deleted and made again shows the earlier object now and then',
    caughtBy: 'concurrency/name-belongs-to-one-object-at-a-time',
    seenIn: 'kubernetes/kubernetes#60478',
    hooks: forgottenObjects,
  },
  {
    name: 'collection-delete-skips-one',
    summary: 'a collection delete beside creates leaves one of the objects that were there before it',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: skippingCollectionDelete,
  },
  {
    name: 'collection-delete-goes-on',
    summary: 'a collection delete goes on after its answer, with what was made meanwhile',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: lastingCollectionDelete,
  },
];
