import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { copyOf, everyObject, isObject, madePath, metadataOf, objectPath, objectsOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { isJsonPatch, operationsOf } from '../../json-patch.ts';
import { textsOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { BODIED, forgiving } from '../../ways.ts';

/** The generation is incremented in memory before the version check. */
function generationsOfRefusedPuts(): Hooks {
  const counted = new Map<unknown, number>();
  const show = (object: Bendable): void => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] === 'number') metadata['generation'] += counted.get(metadata['uid']) ?? 0;
  };
  return {
    response: async (response, request, upstream) => {
      objectsOf(response).forEach(show);
      if (!isOne(request, 'replace') || (response.status !== 409 && response.status !== 422)) return;
      const { uid } = metadataOf((await upstream.send('GET', request.path)).json);
      if (uid !== undefined) counted.set(uid, (counted.get(uid) ?? 0) + 1);
    },
    event: everyObject(show).event,
  };
}

/** A refused body is read into a variable that is used again, and its annotations stay there. */
function annotationsOfTheRefused(): Hooks {
  const left = new Map<string, unknown>();
  return {
    request: (request) => {
      if (!isOne(request, BODIED) || !isObject(request.json)) return;
      const [kind, metadata] = [String(request.call?.resource?.kind), metadataOf(request.json)];
      if (left.has(kind) && metadata['annotations'] === undefined) metadata['annotations'] = left.get(kind);
      left.delete(kind);
    },
    response: ({ status }, request) => {
      const { annotations } = metadataOf(request.json);
      if (isOne(request, BODIED) && status >= 400 && isObject(annotations))
        left.set(String(request.call?.resource?.kind), copyOf(annotations));
    },
  };
}

/** The next JSON patch of an object also carries out what a refused one did before its last test. */
function catchingUpOnRefusedPatches(): Hooks {
  const pending = new Map<string, readonly Bendable[]>();
  return {
    request: (request) => {
      if (isOne(request, 'patch') && isJsonPatch(request))
        request.json = [...(pending.get(objectPath(request)) ?? []), ...(request.json as readonly unknown[])];
    },
    response: (response, request) => {
      if (!isOne(request, 'patch') || !isJsonPatch(request)) return;
      const operations = operationsOf(request);
      const last = operations.findLastIndex(({ op }) => op === 'test');
      const done = operations.slice(0, Math.max(last, 0)).filter(({ op }) => op === 'add' || op === 'replace');
      if (succeeded(response) || done.length === 0) pending.delete(objectPath(request));
      else pending.set(objectPath(request), copyOf(done));
    },
  };
}

/** Faults of refused writes that leave a trace. */
export const REFUSED_WRITES: readonly Fault[] = faults({
  'refused-put-grows-the-generation': {
    summary: 'a refused PUT increases the generation of the object without a new version',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: generationsOfRefusedPuts,
  },
  'finalizers-of-a-refused-put-stay': {
    summary: 'a PUT that is refused for its stale version stores its finalizers all the same',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: forgiving('replace', [409], async (_, request, upstream) => {
      const { finalizers } = metadataOf(request.json);
      if (Array.isArray(finalizers))
        await upstream.send('PATCH', objectPath(request), { metadata: { finalizers } }, MERGE_PATCH_TYPE);
      return undefined;
    }),
  },
  // What the service does: "When a resource is created, the service stores it" - as it was sent. A refused body leaves
  // no trace in the one after it.
  'body-gets-the-annotations-of-a-refused-one': {
    summary:
      'a POST or PUT without annotations is stored with those of the one of its kind before it, if that was refused',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: annotationsOfTheRefused,
  },
  'refused-json-patch-is-caught-up-by-the-next': {
    summary: 'a JSON patch refused by a test leaves the operations before it to the next JSON patch of the object',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: catchingUpOnRefusedPatches,
  },
  // Errors 1: "Success responses are HTTP 200 with the resource"; a create that is refused has no other effect.
  'refused-create-leaves-its-labels-on-the-namesake': {
    summary: 'a create that the server refuses because its name is taken adds its labels to the object of that name',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: forgiving('create', [409], async (_, request, upstream) => {
      const labels = textsOf(request.json, 'labels');
      if (Object.keys(labels).length > 0)
        await upstream.send('PATCH', madePath(request, request.json), { metadata: { labels } }, MERGE_PATCH_TYPE);
      return undefined;
    }),
  },
});
