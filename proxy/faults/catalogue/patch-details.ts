import { containersOf, copyOf, failureStatus, isObject, jsonAnswer, metadataOf, objectPath, succeeded, walk } from '../bend.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { answering, asItIs, asking, asSent, forgiving, isOne, MERGE, refusing } from '../ways.ts';

const JSON_PATCH = 'application/json-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

const isPatch = (asked: Asked, type?: string): boolean => asked.method === 'PATCH' && (type === undefined || (asked.headers['content-type'] ?? '').startsWith(type));

function operationsOf(asked: Asked): Bendable[] {
  return Array.isArray(asked.json) ? asked.json.filter(isObject) : [];
}

function patching(type: string, bend: (asked: Asked) => void): Fault['hooks'] {
  return asking((asked) => isPatch(asked, type), bend);
}

/** A value that is set where a patch says null, in the members that the object lacks. */
function nullsOverAbsent(patch: unknown, stored: unknown, put: (holder: Bendable, member: string) => void): void {
  if (!isObject(patch)) return;
  for (const [member, value] of Object.entries(patch)) {
    const known = isObject(stored) && Object.hasOwn(stored, member) ? stored[member] : undefined;
    if (value === null && known === undefined) put(patch, member);
    else nullsOverAbsent(value, known, put);
  }
}

/** What patches get wrong in one corner and right everywhere else. */
export const PATCH_DETAIL_FAULTS: readonly Fault[] = [
  {
    name: 'null-over-absent-is-stored',
    summary: 'null for a label or annotation that is not there, in a merge patch of either kind, stores an empty text',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/kubernetes#94887',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isPatch(asked) || !isObject(asked.json)) return;
        const stored = metadataOf((await upstream.send('GET', objectPath(asked))).json);
        for (const map of ['labels', 'annotations']) nullsOverAbsent(metadataOf(asked.json)[map], stored[map], (holder, member) => void (holder[member] = ''));
      },
    }),
  },
  {
    name: 'patches-do-not-remove',
    summary: 'a strategic merge patch adds and changes members and removes none: neither null nor $patch delete does anything',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC, (asked) => {
      walk(asked.json, (object) => {
        for (const [member, value] of Object.entries(object)) {
          if (value === null) delete object[member];
          if (Array.isArray(value)) object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'delete');
        }
      });
    }),
  },
  {
    name: 'strategic-patch-replace-merges',
    summary: 'the directive `$patch: replace` in a strategic merge patch merges',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC, (asked) => walk(asked.json, (object) => {
      if (object['$patch'] === 'replace') delete object['$patch'];
      for (const [member, value] of Object.entries(object)) if (Array.isArray(value)) object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'replace');
    })),
  },
  {
    name: 'ports-merge-by-name',
    summary: 'a strategic merge patch replaces the list of the ports of a container; all other lists are right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kyverno/kyverno#1410',
    hooks: patching(STRATEGIC, (asked) => {
      for (const container of containersOf(asked.json)) if (Array.isArray(container['ports'])) container['ports'] = [{ $patch: 'replace' }, ...container['ports']];
    }),
  },
  {
    name: 'environment-is-replaced-by-strategic-patch',
    summary: 'a strategic merge patch replaces the environment of a container; all other lists are right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC, (asked) => {
      for (const container of containersOf(asked.json)) if (Array.isArray(container['env'])) container['env'] = [{ $patch: 'replace' }, ...container['env']];
    }),
  },
  {
    name: 'strategic-patch-is-a-merge-patch-for-one-kind',
    summary: 'a strategic merge patch of a CronJob replaces lists; for every other kind it is right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: asking((asked) => isPatch(asked, STRATEGIC) && asked.call?.resource?.kind === 'CronJob', (asked) => void (asked.headers['content-type'] = MERGE)),
  },
  {
    name: 'json-patch-add-replaces-elements',
    summary: 'an `add` at an index of a list replaces the element that is there',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH, (asked) => {
      for (const operation of operationsOf(asked)) if (operation['op'] === 'add' && /\/\d+$/.test(String(operation['path']))) operation['op'] = 'replace';
    }),
  },
  {
    name: 'json-patch-append-prepends',
    summary: 'an `add` at `-` adds at the beginning of the list',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH, (asked) => {
      for (const operation of operationsOf(asked)) if (operation['op'] === 'add' && String(operation['path']).endsWith('/-')) operation['path'] = String(operation['path']).replace(/-$/, '0');
    }),
  },
  {
    name: 'json-patch-move-copies',
    summary: 'a `move` leaves what it moves where it was too',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH, (asked) => {
      for (const operation of operationsOf(asked)) if (operation['op'] === 'move') operation['op'] = 'copy';
    }),
  },
  {
    name: 'json-patch-carried-out-up-to-the-failure',
    summary: 'the operations before a failing one are carried out, though the patch is refused',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    hooks: () => ({
      answer: async (answered, asked, upstream) => {
        if (!isPatch(asked, JSON_PATCH) || succeeded(answered)) return;
        const operations = operationsOf(asked);
        const test = operations.findIndex(({ op }) => op === 'test');
        const before = test > 0 ? operations.slice(0, test) : operations.slice(0, -1);
        if (before.length > 0) await upstream.send('PATCH', asked.path, before, JSON_PATCH);
      },
    }),
  },
  {
    name: 'failing-test-is-a-server-error',
    summary: 'a JSON patch whose test fails, or that does not apply, is answered 500',
    caughtBy: 'patch/malformed-patch-is-refused',
    seenIn: 'kubernetes/kubernetes#68202',
    hooks: forgiving((asked) => isPatch(asked, JSON_PATCH), [400, 409, 422], () => jsonAnswer(500, failureStatus(500, 'InternalError', 'testing value failed'))),
  },
  {
    name: 'malformed-patch-is-a-server-error',
    summary: 'a patch that is no object is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#54423',
    hooks: forgiving((asked) => asked.method === 'PATCH' && !isObject(asked.json), [400, 415, 422], () => jsonAnswer(500, failureStatus(500, 'InternalError', 'cannot unmarshal'))),
  },
  {
    name: 'patch-of-wrong-types-is-a-server-error',
    summary: 'a patch that makes a member of another type is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#79210',
    hooks: forgiving((asked) => asked.method === 'PATCH' && isObject(asked.json), [400, 422], () => jsonAnswer(500, failureStatus(500, 'InternalError', 'unrecognized type'))),
  },
  {
    name: 'inapplicable-json-patch-ignored',
    summary: 'a JSON patch that cannot be carried out answers 200 and the object as it is',
    caughtBy: 'patch/malformed-patch-is-refused',
    seenIn: 'kubernetes/kubernetes#68225',
    hooks: forgiving((asked) => isPatch(asked, JSON_PATCH), [400, 409, 422], asItIs),
  },
  {
    name: 'patch-ignored',
    summary: 'a PATCH answers 200 and the object as it is, and changes nothing',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#364',
    hooks: () => ({ request: async (asked, upstream) => (isOne(asked, 'patch') ? upstream.send('GET', asked.path) : undefined) }),
  },
  {
    name: 'patch-answered-and-not-stored',
    summary: 'a merge patch answers the object with the change, and does not store it',
    caughtBy: 'patch/answer-is-the-patched-object',
    seenIn: 'fabric8io/kubernetes-client#1352',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'patch') && isPatch(asked, MERGE)) before.set(asked, (await upstream.send('GET', asked.path)).json);
        },
        answer: async (answered, asked, upstream) => {
          const stored = before.get(asked);
          if (!succeeded(answered) || !isObject(stored)) return;
          const body = copyOf(stored);
          delete metadataOf(body)['resourceVersion'];
          await upstream.send('PUT', asked.path, body);
        },
      };
    },
  },
  {
    name: 'patch-keeps-version',
    summary: 'the answer to a PATCH that changed the object carries the version from before',
    caughtBy: 'patch/changes-the-version',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'patch')) before.set(asked, metadataOf((await upstream.send('GET', asked.path)).json)['resourceVersion']);
        },
        answer: (answered, asked) => {
          const version = before.get(asked);
          if (succeeded(answered) && version !== undefined) metadataOf(answered.json)['resourceVersion'] = version;
        },
      };
    },
  },
  {
    name: 'patch-does-not-grow-generation',
    summary: 'the generation grows with a PUT and not with a PATCH',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'patch')) before.set(asked, metadataOf((await upstream.send('GET', asked.path)).json)['generation']);
        },
        answer: (answered, asked) => {
          const generation = before.get(asked);
          if (succeeded(answered) && generation !== undefined) metadataOf(answered.json)['generation'] = generation;
        },
      };
    },
  },
  {
    name: 'generation-starts-anew-with-each-patch',
    summary: 'the answer to a PATCH shows generation 1',
    caughtBy: 'world/generation-never-shrinks',
    hooks: answering('patch', (answered) => {
      const metadata = metadataOf(answered.json);
      if (metadata['generation'] !== undefined) metadata['generation'] = 1;
    }),
  },
  {
    name: 'patch-names-another-identity',
    summary: 'a PATCH that names another uid answers 200 and shows that uid',
    caughtBy: 'patch/identity-cannot-be-changed',
    hooks: () => ({
      answer: async (answered, asked, upstream) => {
        const uid = isObject(asked.json) ? metadataOf(asked.json)['uid'] : operationsOf(asked).find(({ path }) => path === '/metadata/uid')?.['value'];
        if (!isOne(asked, 'patch') || typeof uid !== 'string') return;
        const stored = await upstream.send('GET', asked.path);
        metadataOf(stored.json)['uid'] = uid;
        Object.assign(answered, stored);
      },
    }),
  },
  {
    name: 'patch-names-another-kind',
    summary: 'a PATCH that names another kind answers 200 and shows that kind',
    caughtBy: 'patch/kind-cannot-be-changed',
    seenIn: 'kubernetes/kubernetes#54840',
    hooks: () => ({
      answer: async (answered, asked, upstream) => {
        const kind = isObject(asked.json) ? asked.json['kind'] : operationsOf(asked).find(({ path }) => path === '/kind')?.['value'];
        if (!isOne(asked, 'patch') || typeof kind !== 'string' || kind === asked.call?.resource?.kind) return;
        const stored = await upstream.send('GET', asked.path);
        if (isObject(stored.json)) stored.json['kind'] = kind;
        Object.assign(answered, stored);
      },
    }),
  },
  {
    name: 'put-names-another-kind',
    summary: 'a PUT that names another kind answers 200 and shows that kind',
    caughtBy: 'replace/kind-cannot-be-changed',
    hooks: forgiving((asked) => isOne(asked, 'replace') && isObject(asked.json) && asked.json['kind'] !== asked.call?.resource?.kind, [400, 409, 422], asSent),
  },
  {
    name: 'patch-creates',
    summary: 'a PATCH of an object that is not there answers 200 as though it had made it',
    caughtBy: 'patch/of-an-absent-object-is-refused',
    hooks: forgiving((asked) => isOne(asked, 'patch'), [404], (answered, asked) => asSent(answered, asked) ?? jsonAnswer(200, { metadata: { name: asked.call?.name } })),
  },
  {
    name: 'repeated-patch-not-stored',
    summary: 'a PATCH that was sent for the object before is taken for a repeat: it answers 200 and changes nothing',
    caughtBy: 'patch/last-write-wins',
    hooks: () => {
      const seen = new Set<string>();
      return {
        request: async (asked, upstream) => {
          if (!isOne(asked, 'patch')) return undefined;
          const key = `${asked.path} ${JSON.stringify(asked.json)}`;
          if (seen.has(key)) return upstream.send('GET', asked.path);
          seen.add(key);
          return undefined;
        },
      };
    },
  },
  {
    name: 'patch-takes-its-version-for-a-condition',
    summary: 'a merge patch that names a version which was replaced is refused, but stored',
    caughtBy: 'patch/stale-version-is-no-condition',
    hooks: () => {
      const stale = new WeakSet<Asked>();
      return {
        request: async (asked, upstream) => {
          const version = metadataOf(asked.json)['resourceVersion'];
          if (!isOne(asked, 'patch') || typeof version !== 'string') return;
          if (metadataOf((await upstream.send('GET', asked.path)).json)['resourceVersion'] !== version) stale.add(asked);
        },
        answer: (answered, asked) => {
          if (stale.has(asked) && succeeded(answered)) Object.assign(answered, jsonAnswer(409, failureStatus(409, 'Conflict', 'the object has been modified')));
        },
      };
    },
  },
  {
    name: 'json-patch-refused',
    summary: 'a JSON patch is refused as of no known media type',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    seenIn: 'kubernetes/kubernetes#69330',
    hooks: refusing((asked) => isPatch(asked, JSON_PATCH), 415, 'UnsupportedMediaType'),
  },
];
