import { failureStatus, isObject, itemsOf, jsonResponse, madePath, metadataOf, succeeded } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks, FaultyResponse } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, isPlainList, type Which } from '../../requests.ts';
import { GAP_MS, LAG_MS, underWay } from '../../races.ts';
import { conflict, keepItems } from '../../responses.ts';
import { responding, membersOf, pause, podSpecsOf, refusing, sending, showing, overriding } from '../../ways.ts';

/** Changes what some requests through another group-version show of an object soon after its creation. */
function newToTheOtherGroup(
  which: Which,
  hide: (response: FaultyResponse, isNew: (object: Bendable) => boolean) => void,
): Fault['hooks'] {
  return () => {
    const made = new Map<unknown, { readonly by: string | undefined; readonly until: number }>();
    return {
      response: (response, request) => {
        const by = request.call?.resource?.id;
        if (!succeeded(response)) return;
        if (isOne(request, 'create'))
          made.set(metadataOf(response.json)['uid'], { by, until: performance.now() + LAG_MS });
        else if (isOne(request, which))
          hide(response, (object) => {
            const creation = made.get(metadataOf(object)['uid']);
            return creation !== undefined && creation.by !== by && performance.now() < creation.until;
          });
      },
    };
  };
}

/** A repeated create counts as a retry of the same request. */
function equalCreatesSucceed(): Hooks {
  const bodies = new Map<string, string>();
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'create') || !isObject(request.json)) return undefined;
      const [path, body] = [madePath(request, request.json), JSON.stringify(request.json)];
      const there = bodies.get(path) === body ? await upstream.send('GET', path) : undefined;
      bodies.set(path, body);
      return there !== undefined && succeeded(there) ? jsonResponse(200, there.json) : undefined;
    },
  };
}

/** A create keeps a member of the metadata that the client sent. */
function chosenByTheClient(member: string): Fault['hooks'] {
  return overriding('create', member, (asked) => asked[member] ?? undefined);
}

/** The names in some namespace, by kind. */
async function taken(
  response: FaultyResponse,
  request: FaultyRequest,
  send: (target: string) => Promise<FaultyResponse>,
  isSame: (name: string, other: string) => boolean,
): Promise<boolean> {
  const { resource } = request.call ?? {};
  const name = metadataOf(request.json)['name'];
  if (resource?.namespaced !== true || typeof name !== 'string' || !succeeded(response)) return false;
  const items = itemsOf(await send(`${resource.prefix}/${resource.plural}`)) ?? [];
  return items.some(
    (item) =>
      metadataOf(item)['uid'] !== metadataOf(response.json)['uid'] && isSame(name, String(metadataOf(item)['name'])),
  );
}

/** A create is refused without effect because its name is similar to a taken one. */
function takenWhere(isSame: (name: string, other: string) => boolean): Fault['hooks'] {
  return responding('create', async (response, request, upstream) => {
    if (!(await taken(response, request, (target) => upstream.send('GET', target), isSame))) return;
    await upstream.send('DELETE', `${request.path}/${String(metadataOf(response.json)['name'])}`, {
      gracePeriodSeconds: 0,
      orphanDependents: true,
    });
    Object.assign(response, {
      status: 409,
      json: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'AlreadyExists', code: 409 },
    });
  });
}

/** Creates that confuse objects: taken names, uids, versions and times. */
export const IDENTITY: readonly Fault[] = faults({
  'equal-create-is-taken-for-a-retry': {
    summary: 'a create that repeats the body of an earlier create gets 200 and the object, as if it were a retry',
    caughtBy: 'create/existing-name-is-refused',
    hooks: equalCreatesSucceed,
  },
  'init-containers-get-no-defaults': {
    summary:
      'init containers are shown without terminationMessagePath and terminationMessagePolicy; containers have both',
    caughtBy: 'create/termination-message-path-has-its-default',
    hooks: showing((object) => {
      for (const container of podSpecsOf(object).flatMap((spec) => membersOf(spec, 'initContainers'))) {
        delete container['terminationMessagePath'];
        delete container['terminationMessagePolicy'];
      }
    }),
  },
  'created-object-is-listed-late': {
    summary: 'the first list after the create of an object lacks it',
    caughtBy: 'create/created-object-is-listed',
    seenIn: 'k3s-io/kine#391',
    hooks: () => {
      const made = new Set<unknown>();
      return {
        response: (response, request) => {
          const items = itemsOf(response);
          if (isOne(request, 'create') && succeeded(response)) made.add(metadataOf(response.json)['uid']);
          else if (isPlainList(request) && items !== undefined && isObject(response.json))
            response.json['items'] = items.filter((item) => !made.delete(metadataOf(item)['uid']));
        },
      };
    },
  },
  'other-group-shows-new-objects-late': {
    summary: 'a get through the other group of a Deployment does not find it for 40 ms after its creation',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: newToTheOtherGroup('get', (response, isNew) => {
      if (isObject(response.json) && isNew(response.json))
        Object.assign(response, jsonResponse(404, failureStatus(404, 'NotFound', 'not found')));
    }),
  },
  'other-group-lists-new-objects-late': {
    summary: 'lists through the other group of a Deployment lack it for 40 ms after its creation',
    caughtBy: 'create/created-object-is-listed',
    hooks: newToTheOtherGroup(isPlainList, (response, isNew) => keepItems(response, (item) => !isNew(item))),
  },
  'created-object-is-shown-late': {
    summary: 'the first get of every third created object does not find it',
    caughtBy: 'create/created-object-is-shown-by-get',
    seenIn: 'k3s-io/kine#391',
    hooks: () => {
      const made = new Set<string>();
      let count = 0;
      return {
        response: (response, request) => {
          if (isOne(request, 'create') && succeeded(response)) {
            count += 1;
            if (count % 3 === 0) made.add(`${request.path}/${String(metadataOf(response.json)['name'])}`);
          } else if (isOne(request, 'get') && succeeded(response) && made.delete(request.path))
            Object.assign(response, jsonResponse(404, failureStatus(404, 'NotFound', 'not found')));
        },
      };
    },
  },
  'client-chooses-creation-time': {
    summary: 'a creation timestamp in the body of a create becomes that of the object',
    caughtBy: 'create/client-cannot-choose-the-creation-time',
    hooks: chosenByTheClient('creationTimestamp'),
  },
  'client-chooses-self-link': {
    summary: 'a selfLink in the body of a create becomes that of the object',
    caughtBy: 'create/client-cannot-choose-the-self-link',
    hooks: chosenByTheClient('selfLink'),
  },
  'namespace-of-the-path-not-filled-in': {
    summary: 'the response to a create shows the namespace in the body, or none if the body names none',
    caughtBy: 'create/name-is-the-one-asked-for',
    seenIn: 'fabric8io/kubernetes-client#3194',
    hooks: responding('create', (response, request) => {
      if (!metadataOf(request.json)['namespace']) delete metadataOf(response.json)['namespace'];
    }),
  },
  'owner-references-dropped': {
    summary: 'ownerReferences in the body of a create are dropped',
    caughtBy: 'create/owner-references-are-kept',
    seenIn: 'EnMasseProject/enmasse#2107',
    hooks: sending('create', (body) => delete metadataOf(body)['ownerReferences']),
  },
  'second-owner-reference-dropped': {
    summary: 'a create keeps only the first of its ownerReferences',
    caughtBy: 'create/owner-references-are-kept',
    hooks: sending('create', (body) => {
      const owners = metadataOf(body)['ownerReferences'];
      if (Array.isArray(owners)) owners.splice(1);
    }),
  },
  'second-finalizer-dropped-by-creates': {
    summary: 'a create keeps only the first of its finalizers',
    caughtBy: 'create/owner-references-are-kept',
    hooks: sending('create', (body) => {
      const finalizers = metadataOf(body)['finalizers'];
      if (Array.isArray(finalizers)) finalizers.splice(1);
    }),
  },
  'generate-name-refused': {
    summary: 'a create with generateName and without a name is refused',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/kubernetes#127900',
    hooks: refusing(
      (request) =>
        isOne(request, 'create') &&
        metadataOf(request.json)['generateName'] !== undefined &&
        metadataOf(request.json)['name'] === undefined,
      422,
      'Invalid',
    ),
  },
  'creation-timestamp-is-null': {
    summary: 'the creation timestamp of every object is null',
    caughtBy: 'create/creation-timestamp-is-rfc-3339',
    seenIn: 'kubernetes-sigs/controller-runtime#3402',
    hooks: showing((object) => void (metadataOf(object)['creationTimestamp'] = null)),
  },
  'objects-lack-uid': {
    summary: 'objects have no uid',
    caughtBy: 'create/uid-has-uuid-form',
    seenIn: 'kubernetes/kubernetes#98833',
    hooks: showing((object) => delete metadataOf(object)['uid']),
  },
  'uid-is-a-number': {
    summary: 'the uid of an object is a string of digits',
    caughtBy: 'create/uid-has-uuid-form',
    hooks: showing((object) => {
      const metadata = metadataOf(object);
      metadata['uid'] = String(Number.parseInt(String(metadata['uid']).replaceAll('-', '').slice(0, 12), 16));
    }),
  },
  'created-object-lacks-version': {
    summary: 'the response to a create has no resourceVersion',
    caughtBy: 'create/resource-version-is-set',
    seenIn: 'kubernetes-sigs/controller-runtime#3310',
    hooks: responding('create', (response) => void (metadataOf(response.json)['resourceVersion'] = '')),
  },
  'self-link-lacks-the-name': {
    summary: 'the selfLink of a created object is that of its collection',
    caughtBy: 'create/self-link-is-the-path',
    seenIn: 'kubernetes/kubernetes#58875',
    hooks: responding('create', (response, request) => void (metadataOf(response.json)['selfLink'] = request.path)),
  },
  'create-answers-201': {
    summary: 'a create that has stored the object gets 201',
    caughtBy: 'create/success-has-the-stated-status',
    hooks: responding('create', (response) => void (response.status = 201)),
  },
  'create-answers-202': {
    summary: 'a create that has stored the object gets 202',
    caughtBy: 'create/success-has-the-stated-status',
    hooks: responding('create', (response) => void (response.status = 202)),
  },
  'name-is-taken-in-every-namespace': {
    summary: 'a create is refused if another namespace has an object of that name',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: takenWhere((name, other) => name === other),
  },
  'name-is-locked-in-every-namespace': {
    summary: 'a create is refused while another create of that name is under way in another namespace',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: () => {
      const creating = underWay((request) =>
        isOne(request, 'create')
          ? `${request.call?.resource?.id} ${String(metadataOf(request.json)['name'])}`
          : undefined,
      );
      return {
        ...creating.hooks,
        request: async (request, upstream) => {
          await creating.hooks.request?.(request, upstream);
          if (creating.count(request) > 1) return conflict();
          if (isOne(request, 'create')) await pause(GAP_MS);
          return undefined;
        },
      };
    },
  },
  'name-is-taken-by-prefix': {
    summary: 'a create is refused if the name of another object begins with its name',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: takenWhere((name, other) => other.startsWith(name) && other !== name),
  },
  'generated-name-is-empty': {
    summary: 'the response to a create with generateName and without a name has an empty name',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/client-go#439',
    hooks: responding(
      (request) => isOne(request, 'create') && isObject(request.json) && metadataOf(request.json)['name'] === undefined,
      (response) => void (metadataOf(response.json)['name'] = ''),
    ),
  },
});
