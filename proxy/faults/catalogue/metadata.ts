import { copyOf, everyObject, isObject, itemsOf, metadataOf, succeeded } from '../bend.ts';
import type { Asked, Bendable, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { answering, forgiving, isOne, refusing, sending, showing } from '../ways.ts';

/** A create keeps a member of the metadata that the client sent. */
function chosenByTheClient(member: string): Fault['hooks'] {
  return () => {
    const chosen = new Map<string, unknown>();
    const bend = everyObject((object) => {
      const metadata = metadataOf(object);
      const value = chosen.get(String(metadata['uid']));
      if (value !== undefined) metadata[member] = value;
    });
    return {
      ...bend,
      response: (answered, asked) => {
        const value = metadataOf(asked.json)[member];
        if (isOne(asked, 'create') && succeeded(answered) && value !== undefined && value !== null)
          chosen.set(String(metadataOf(answered.json)['uid']), value);
        bend.response(answered, asked);
      },
    };
  };
}

/** The names in some namespace, by kind. */
async function taken(
  answered: FaultyResponse,
  asked: Asked,
  send: (target: string) => Promise<FaultyResponse>,
  isSame: (name: string, other: string) => boolean,
): Promise<boolean> {
  const { resource } = asked.call ?? {};
  const name = metadataOf(asked.json)['name'];
  if (resource?.namespaced !== true || typeof name !== 'string' || !succeeded(answered)) return false;
  const items = itemsOf(await send(`${resource.prefix}/${resource.plural}`)) ?? [];
  return items.some(
    (item) =>
      metadataOf(item)['uid'] !== metadataOf(answered.json)['uid'] && isSame(name, String(metadataOf(item)['name'])),
  );
}

/** A create is refused without effect because its name is similar to a taken one. */
function takenWhere(isSame: (name: string, other: string) => boolean): Fault['hooks'] {
  return answering('create', async (answered, asked, upstream) => {
    if (!(await taken(answered, asked, (target) => upstream.send('GET', target), isSame))) return;
    await upstream.send('DELETE', `${asked.path}/${String(metadataOf(answered.json)['name'])}`, {
      gracePeriodSeconds: 0,
      orphanDependents: true,
    });
    Object.assign(answered, {
      status: 409,
      json: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'AlreadyExists', code: 409 },
    });
  });
}

/** Faults of metadata that the system sets or keeps. */
export const METADATA_FAULTS: readonly Fault[] = faults({
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
    summary: 'the answer to a create shows the namespace that its body had, none where it had none',
    caughtBy: 'create/name-is-the-one-asked-for',
    seenIn: 'fabric8io/kubernetes-client#3194',
    hooks: answering('create', (answered, asked) => {
      if (!metadataOf(asked.json)['namespace']) delete metadataOf(answered.json)['namespace'];
    }),
  },
  'patch-creates-anew': {
    summary: 'an object that was patched is shown with the time of the patch as its creation time',
    caughtBy: 'world/identity-is-for-life',
    hooks: () => {
      const patched = new Map<string, string>();
      const bend = everyObject((object) => {
        const since = patched.get(String(metadataOf(object)['uid']));
        if (since !== undefined) metadataOf(object)['creationTimestamp'] = since;
      });
      return {
        ...bend,
        response: (answered, asked) => {
          if (isOne(asked, 'patch') && succeeded(answered))
            patched.set(
              String(metadataOf(answered.json)['uid']),
              `${new Date(Date.now() + 60_000).toISOString().slice(0, 19)}Z`,
            );
          bend.response(answered, asked);
        },
      };
    },
  },
  'owner-references-dropped': {
    summary: 'references to owners in the body of a create are dropped',
    caughtBy: 'create/owner-references-are-kept',
    seenIn: 'EnMasseProject/enmasse#2107',
    hooks: sending('create', (body) => delete metadataOf(body)['ownerReferences']),
  },
  'generate-name-refused': {
    summary: 'a create with generateName and without a name is refused',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/kubernetes#127900',
    hooks: refusing(
      (asked) =>
        isOne(asked, 'create') &&
        metadataOf(asked.json)['generateName'] !== undefined &&
        metadataOf(asked.json)['name'] === undefined,
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
    summary: 'the uid of an object is a number in text',
    caughtBy: 'create/uid-has-uuid-form',
    hooks: showing((object) => {
      const metadata = metadataOf(object);
      metadata['uid'] = String(Number.parseInt(String(metadata['uid']).replaceAll('-', '').slice(0, 12), 16));
    }),
  },
  'created-object-lacks-version': {
    summary: 'the answer to a create has no resourceVersion',
    caughtBy: 'create/resource-version-is-set',
    seenIn: 'kubernetes-sigs/controller-runtime#3310',
    hooks: answering('create', (answered) => void (metadataOf(answered.json)['resourceVersion'] = '')),
  },
  'self-link-lacks-the-name': {
    summary: 'the selfLink of a created object is that of its collection',
    caughtBy: 'create/self-link-is-the-path',
    seenIn: 'kubernetes/kubernetes#58875',
    hooks: answering('create', (answered, asked) => void (metadataOf(answered.json)['selfLink'] = asked.path)),
  },
  'self-link-of-get-lacks-the-namespace': {
    summary: 'the selfLink in the answer of a get lacks the namespace',
    caughtBy: 'get/self-link-is-the-path',
    seenIn: 'kubernetes/kubernetes#6154',
    hooks: answering('get', (answered) => {
      const metadata = metadataOf(answered.json);
      metadata['selfLink'] = String(metadata['selfLink']).replace(/\/namespaces\/[^/]+/, '');
    }),
  },
  'create-answers-202': {
    summary: 'a create that has stored the object answers 202',
    caughtBy: 'create/success-has-the-stated-status',
    hooks: answering('create', (answered) => void (answered.status = 202)),
  },
  'put-answers-202': {
    summary: 'a PUT of an object that is there answers 202',
    caughtBy: 'replace/success-is-answered-200',
    hooks: answering('replace', (answered) => void (answered.status = 202)),
  },
  'patch-answers-202': {
    summary: 'a PATCH that was carried out answers 202',
    caughtBy: 'patch/success-is-answered-200',
    hooks: answering('patch', (answered) => void (answered.status = 202)),
  },
  'name-is-taken-in-every-namespace': {
    summary: 'a create is refused where another namespace has an object of that name',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: takenWhere((name, other) => name === other),
  },
  'name-is-taken-by-prefix': {
    summary: 'a create is refused where the name of another object begins with the name',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: takenWhere((name, other) => other.startsWith(name) && other !== name),
  },
  'generated-name-is-empty': {
    summary: 'an object that is made with generateName and without a name is answered with an empty name',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/client-go#439',
    hooks: answering(
      (asked) => isOne(asked, 'create') && isObject(asked.json) && metadataOf(asked.json)['name'] === undefined,
      (answered) => void (metadataOf(answered.json)['name'] = ''),
    ),
  },
  'keys-with-a-slash-lose-their-prefix': {
    summary: 'the prefix of a label key, up to its slash, is dropped',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => rekey(body, (key) => key.slice(key.indexOf('/') + 1))),
  },
  'dots-in-keys-become-members': {
    summary: 'a dot in the key of a label or annotation is taken for a dash',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'jonschlinkert/data-store#20',
    hooks: sending('create', (body) => rekey(body, (key) => key.replaceAll('.', '-'))),
  },
  'data-loses-the-key-proto': {
    summary: 'the key __proto__ in data is lost',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'tsouza/yajs#12',
    hooks: sending('create', (body) => {
      if (isObject(body['data'])) body['data'] = Object.assign({}, body['data']);
    }),
  },
  'line-ends-in-values-become-spaces': {
    summary: 'line ends in the values of data are stored as spaces',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const { data } = body;
      if (body['kind'] === 'ConfigMap' && isObject(data))
        for (const [key, value] of Object.entries(data))
          if (typeof value === 'string')
            Object.defineProperty(data, key, {
              value: value.replaceAll('\n', ' '),
              enumerable: true,
              configurable: true,
              writable: true,
            });
    }),
  },
  'put-takes-a-new-uid-for-a-new-object': {
    summary: 'the answer to a PUT shows the uid and the creation time that its body carries',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: answering('replace', (answered, asked) => {
      const { uid, creationTimestamp } = metadataOf(asked.json);
      const metadata = metadataOf(answered.json);
      if (uid !== undefined) metadata['uid'] = uid;
      else metadata['uid'] = '00000000-0000-4000-8000-000000000000';
      if (creationTimestamp !== undefined) metadata['creationTimestamp'] = creationTimestamp;
    }),
  },
  'patch-changes-uid': {
    summary: 'the answer to a PATCH shows another uid',
    caughtBy: 'patch/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: answering(
      'patch',
      (answered) => void (metadataOf(answered.json)['uid'] = '00000000-0000-4000-8000-000000000000'),
    ),
  },
  'status-write-changes-uid': {
    summary: 'the answer to a write of /status shows another uid',
    caughtBy: 'status/write-keeps-the-identity',
    seenIn: 'operator-framework/java-operator-sdk#396',
    hooks: answering(
      ['replaceStatus', 'patchStatus'],
      (answered) => void (metadataOf(answered.json)['uid'] = '00000000-0000-4000-8000-000000000000'),
    ),
  },
  'unversioned-put-refused-and-stored': {
    summary: 'a PUT without a version is answered 409 and stored all the same',
    caughtBy: 'replace/without-a-version-acts-or-leaves-no-trace',
    hooks: answering(
      (asked) => isOne(asked, 'replace') && metadataOf(asked.json)['resourceVersion'] === undefined,
      (answered) => {
        Object.assign(answered, {
          status: 409,
          json: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Conflict', code: 409 },
        });
      },
    ),
  },
  'kind-of-the-body-wins': {
    summary: 'a body that names another kind is accepted, and its object shown with the kind that it named',
    caughtBy: 'validation/foreign-kinds-are-not-stored-as-sent',
    hooks: forgiving(['create', 'replace'], [400, 409, 422], (_, asked) =>
      isObject(asked.json) && asked.json['kind'] !== asked.call?.resource?.kind
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            json: copyOf(asked.json),
            raw: Buffer.alloc(0),
          }
        : undefined,
    ),
  },
  'version-of-the-body-wins': {
    summary: 'a body that names another apiVersion is accepted, and its object shown with the one that it named',
    caughtBy: 'validation/unknown-api-versions-are-not-stored-as-sent',
    hooks: forgiving(['create', 'replace'], [400, 409, 422], (_, asked) =>
      isObject(asked.json) && asked.json['apiVersion'] !== asked.call?.resource?.apiVersion
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            json: copyOf(asked.json),
            raw: Buffer.alloc(0),
          }
        : undefined,
    ),
  },
  'namespace-of-the-body-ignored': {
    summary: 'a body that names another namespace than its path is stored in that of the path',
    caughtBy: 'validation/body-cannot-name-another-namespace',
    hooks: sending(['create', 'replace'], (body, { call }) => {
      if (call?.namespace !== undefined) metadataOf(body)['namespace'] = call.namespace;
    }),
  },
});

/** Renames the keys of labels and annotations in a body. */
function rekey(body: Bendable, map: (key: string) => string): void {
  const metadata = metadataOf(body);
  for (const name of ['labels', 'annotations']) {
    const entries = metadata[name];
    if (isObject(entries))
      metadata[name] = Object.fromEntries(Object.entries(entries).map(([key, value]) => [map(key), value]));
  }
}
