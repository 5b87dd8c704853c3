import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectPath,
  objectsOf,
  succeeded,
} from '../bend.ts';
import type { Asked, Bendable, Fault, Hooks, Upstream } from '../fault.ts';
import { faults } from '../named.ts';
import { isAskedOf } from '../races.ts';
import { answering, forgiving, isOne } from '../ways.ts';

/** The path of the object of a create. */
function wantedPath(asked: Asked): string {
  return `${asked.path.replace(/\/$/, '')}/${String(metadataOf(asked.json)['name'])}`;
}

/** A create reserves its name before validation, and keeps it after a refusal. */
function namesOfRefusedCreates(): Hooks {
  const taken = new Set<string>();
  return {
    request: (asked) =>
      isOne(asked, 'create') && taken.has(wantedPath(asked))
        ? jsonResponse(409, failureStatus(409, 'AlreadyExists', 'the name is taken'))
        : undefined,
    response: (answered, asked) => {
      if (
        isOne(asked, 'create') &&
        (answered.status === 400 || answered.status === 422) &&
        metadataOf(asked.json)['name'] !== undefined
      )
        taken.add(wantedPath(asked));
    },
  };
}

/** The generation is incremented in memory before the version check. */
function generationsOfRefusedPuts(): Hooks {
  const counted = new Map<unknown, number>();
  const show = (object: Bendable): void => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] === 'number') metadata['generation'] += counted.get(metadata['uid']) ?? 0;
  };
  return {
    response: async (answered, asked, upstream) => {
      objectsOf(answered).forEach(show);
      if (!isOne(asked, 'replace') || (answered.status !== 409 && answered.status !== 422)) return;
      const { uid } = metadataOf((await upstream.send('GET', asked.path)).json);
      if (uid !== undefined) counted.set(uid, (counted.get(uid) ?? 0) + 1);
    },
    event: everyObject(show).event,
  };
}

/** Deletes the namespace's pods that refer to the ConfigMap or Secret of a PUT, as if to recreate them. */
async function removeUsers(asked: Asked, upstream: Upstream): Promise<void> {
  const { resource, namespace, name } = asked.call ?? {};
  if (resource?.kind !== 'ConfigMap' && resource?.kind !== 'Secret') return;
  const pods = `/api/v1/namespaces/${String(namespace)}/pods`;
  const users = (itemsOf(await upstream.send('GET', pods)) ?? []).filter((pod) =>
    JSON.stringify(pod['spec']).includes(JSON.stringify(name)),
  );
  await Promise.all(
    users.map((pod) =>
      upstream.send('DELETE', `${pods}/${String(metadataOf(pod)['name'])}`, { gracePeriodSeconds: 0 }),
    ),
  );
}

/** Whether a PATCH, of any type, removes the status. */
function removesStatus({ json }: Asked): boolean {
  if (Array.isArray(json))
    return json.some(
      (operation) => isObject(operation) && operation['op'] === 'remove' && operation['path'] === '/status',
    );
  return isObject(json) && json['status'] === null;
}

/** An object whose status a PATCH removed is shown without a status until the next status write. */
function statusGoesByPatch(): Hooks {
  const without = new Set<string>();
  const show = (object: Bendable, { call }: Asked): void => {
    const { name, namespace } = metadataOf(object);
    const { prefix, plural } = call?.resource ?? {};
    if (without.has(`${prefix}/namespaces/${String(namespace)}/${plural}/${String(name)}`)) object['status'] = {};
  };
  return {
    request: (asked) => {
      if (isOne(asked, 'patch') && removesStatus(asked)) without.add(asked.path);
      else if (isAskedOf(asked, 'replaceStatus', 'patchStatus', 'delete')) without.delete(objectPath(asked));
    },
    ...everyObject(show),
  };
}

/** Requests with additional effects. */
export const SIDE_EFFECT_FAULTS: readonly Fault[] = faults({
  'refused-create-takes-the-name': {
    summary: 'the name in a create that is refused as invalid is taken from then on, though nothing shows under it',
    caughtBy: 'create/refused-create-leaves-the-name-free',
    hooks: namesOfRefusedCreates,
  },
  'refused-put-grows-the-generation': {
    summary: 'a PUT that is refused grows the generation of the object, under the same version',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: generationsOfRefusedPuts,
  },
  'finalizers-of-a-refused-put-stay': {
    summary: 'a PUT that is refused for its version leaves the finalizers that it says',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: forgiving('replace', [409], async (_, asked, upstream) => {
      const { finalizers } = metadataOf(asked.json);
      if (Array.isArray(finalizers))
        await upstream.send('PATCH', objectPath(asked), { metadata: { finalizers } }, MERGE_PATCH_TYPE);
      return undefined;
    }),
  },
  'put-without-a-status-clears-it': {
    summary:
      'a PUT of the object whose body carries no status, or an empty one, clears the status; one that carries another status is right',
    caughtBy: 'replace/leaves-the-status-that-is-there',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: answering('replace', async (answered, asked, upstream) => {
      const [sent, stored] = [asked.json, answered.json].map((object) =>
        isObject(object) ? object['status'] : undefined,
      );
      if (!isObject(stored) || (isObject(sent) && Object.keys(sent).length > 0)) return;
      const cleared = await upstream.send(
        'PATCH',
        `${asked.path}/status`,
        [{ op: 'replace', path: '/status', value: {} }],
        JSON_PATCH_TYPE,
      );
      if (succeeded(cleared)) answered.json = cleared.json;
    }),
  },
  'patch-takes-the-status-away': {
    summary:
      'a PATCH of the object by which the status is null, or removed, takes it away; one that carries another status is right',
    caughtBy: 'patch/leaves-the-status-that-is-there',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: statusGoesByPatch,
  },
  'further-delete-removes-what-is-held': {
    summary: 'a second delete of an object that a finalizer holds removes it; the first one marks it as it should',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => {
      const marked = new Set<string>();
      return {
        response: async (answered, asked, upstream) => {
          if (!isOne(asked, 'delete') || !succeeded(answered)) return;
          if (marked.has(asked.path))
            await upstream.send('PATCH', asked.path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
          marked.add(asked.path);
        },
      };
    },
  },
  'pods-are-removed-when-what-they-use-changes': {
    summary: 'a PUT of a ConfigMap or Secret removes the pods that use it',
    caughtBy: 'replace/leaves-pods-that-use-it',
    hooks: answering('replace', (_, asked, upstream) => removeUsers(asked, upstream)),
  },
});
