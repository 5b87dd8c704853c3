import { copyOf, everyObject, keyOf, metadataOf, objectsOf, succeeded } from '../bend.ts';
import type { Bendable, Fault, FaultyResponse, Hooks } from '../fault.ts';
import { faults } from '../named.ts';
import { GAP_MS, LAG_MS, isAskedOf } from '../races.ts';

/** Reads with these verbs, during or soon after a write of the object, return an earlier read's result. */
function laggingReads(...verbs: readonly string[]): Fault['hooks'] {
  return () => {
    const earlier = new Map<string, { readonly response: FaultyResponse; readonly at: number }>();
    return {
      response: (answered, asked) => {
        if (!isAskedOf(asked, ...verbs) || !succeeded(answered)) return;
        const known = earlier.get(asked.path);
        if (known !== undefined && Date.now() - known.at < LAG_MS)
          Object.assign(answered, copyOf({ json: known.response.json }));
        else earlier.set(asked.path, { response: copyOf(answered), at: Date.now() });
      },
    };
  };
}

/** Parallel writes of one object share a version: the second version is replaced by the first wherever it shows. */
function sharedVersions(): Hooks {
  const shownVersions = new Map<string, string>();
  const last = new Map<string, { readonly version: string; readonly at: number }>();
  const bend = everyObject((object) => {
    const metadata = metadataOf(object);
    metadata['resourceVersion'] = shownVersions.get(String(metadata['resourceVersion'])) ?? metadata['resourceVersion'];
  });
  return {
    ...bend,
    response: (answered, asked) => {
      if (isAskedOf(asked, 'patch') && succeeded(answered)) {
        const version = String(metadataOf(answered.json)['resourceVersion']);
        const before = last.get(asked.path);
        if (before !== undefined && Date.now() - before.at < GAP_MS / 4) shownVersions.set(version, before.version);
        else last.set(asked.path, { version, at: Date.now() });
      }
      bend.response(answered, asked);
    },
  };
}

/** Labels are stored later than everything else. */
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
      if (succeeded(before))
        older.set(String(metadataOf(before.json)['uid']), {
          labels: metadataOf(before.json)['labels'],
          until: Date.now() + LAG_MS,
        });
    },
    response: (answered, asked) => {
      if (isAskedOf(asked, 'get', 'list', 'listAll')) bend.response(answered, asked);
    },
  };
}

/** A read of a name may return the object before a delete and recreation. */
function forgottenObjects(): Hooks {
  const first = new Map<string, { readonly object: unknown; readonly uid: unknown }>();
  let turns = 0;
  return {
    response: (answered, asked) => {
      if (!isAskedOf(asked, 'get') || !succeeded(answered)) return;
      const uid = metadataOf(answered.json)['uid'];
      const known = first.get(asked.path);
      if (known === undefined) first.set(asked.path, { object: copyOf(answered.json), uid });
      else if (known.uid !== uid && ++turns % 2 === 0) answered.json = copyOf(known.object);
    },
  };
}

/** A list during writes shows its first objects in an older state. */
function tornLists(): Hooks {
  const older = new Map<string, { readonly object: Bendable; readonly at: number }>();
  return {
    response: (answered, asked) => {
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

/** Reads that show outdated or impossible states during writes. */
export const LAGGING_READ_FAULTS: readonly Fault[] = faults({
  'gets-lag-behind': {
    summary: 'a get soon after another one is answered from memory, whatever was written between',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'loft-sh/kiosk#74',
    hooks: laggingReads('get'),
  },
  'lists-lag-behind': {
    summary: 'a list soon after another one is answered from memory, whatever was written between',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'kubernetes/kubernetes#97294',
    hooks: laggingReads('list', 'listAll'),
  },
  'lists-torn-between-moments': {
    summary: 'a list shows some objects as they were a while ago, beside others as they are',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: tornLists,
  },
  'labels-come-late': {
    summary: 'the labels of a write are stored some time after the rest, and reads show what there is',
    caughtBy: 'concurrency/reads-show-whole-states',
    hooks: labelsComeLate,
  },
  'parallel-writes-share-a-version': {
    summary: 'patches of one object that come at the same time all answer one version',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'kubernetes-sigs/controller-runtime#2980',
    hooks: sharedVersions,
  },
  'get-shows-an-object-that-was-followed': {
    summary: 'a get of a name that was deleted and made again shows the earlier object now and then',
    caughtBy: 'concurrency/name-belongs-to-one-object-at-a-time',
    seenIn: 'kubernetes/kubernetes#60478',
    hooks: forgottenObjects,
  },
});
