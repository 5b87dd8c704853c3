import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  containersOf,
  copyOf,
  everyObject,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  objectsOf,
  succeeded,
  walk,
} from '../bend.ts';
import type { Asked, Bendable, Fault, Hooks, Upstream } from '../fault.ts';
import { operationsOf, stepsOf, valueAt } from '../json-patch.ts';
import { faults } from '../named.ts';
import { isPatch, isOfType, isOne } from '../requests.ts';
import { readsThenWrites } from '../two-step-writes.ts';
import { answering, asItIs, asking, asSent, forgiving, refusing } from '../ways.ts';

/** The annotations of the stored object of a request; `undefined` if it has none. */
async function annotationsBeside(asked: Asked, upstream: Upstream): Promise<Bendable | undefined> {
  const { annotations } = metadataOf((await upstream.send('GET', objectPath(asked))).json);
  return isObject(annotations) ? annotations : undefined;
}

/** Hides each growth of the generation by a strategic merge patch. */
function generationWithoutStrategicPatches(): Hooks {
  const hidden = new Map<unknown, number>();
  const before = new WeakMap<Asked, unknown>();
  const show = (object: Bendable): void => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] === 'number') metadata['generation'] -= hidden.get(metadata['uid']) ?? 0;
  };
  return {
    request: async (asked, upstream) => {
      if (isOne(asked, 'patch') && isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE))
        before.set(asked, metadataOf((await upstream.send('GET', asked.path)).json)['generation']);
    },
    response: (answered, asked) => {
      const { uid, generation } = metadataOf(answered.json);
      const old = before.get(asked);
      if (succeeded(answered) && typeof old === 'number' && typeof generation === 'number')
        hidden.set(uid, (hidden.get(uid) ?? 0) + generation - old);
      objectsOf(answered).forEach(show);
    },
    event: everyObject(show).event,
  };
}

/** Hooks that change operations of JSON patches, given the stored object. */
function operating(bend: (operation: Bendable, path: string, stored: unknown) => void): Fault['hooks'] {
  return () => ({
    request: async (asked, upstream) => {
      if (!isPatch(asked, JSON_PATCH_TYPE)) return;
      const stored = (await upstream.send('GET', objectPath(asked))).json;
      for (const operation of operationsOf(asked)) bend(operation, String(operation['path']), stored);
    },
  });
}

/** The list that contains a path's element, and the element's name in the path. */
function elementAt(
  stored: unknown,
  path: string,
): { readonly list: readonly unknown[]; readonly step: string } | undefined {
  const end = path.lastIndexOf('/');
  const list = valueAt(stored, stepsOf(path.slice(0, end)));
  return Array.isArray(list) ? { list, step: path.slice(end + 1) } : undefined;
}

/** Prefix of the member that states the order of a list. */
const ORDER_OF = '$setElementOrder/';

function patching(type: string, bend: (asked: Asked) => void): Fault['hooks'] {
  return asking((asked) => isPatch(asked, type), bend);
}

/** Sets a value where a patch has null for a missing member. */
function nullsOverAbsent(patch: unknown, stored: unknown, put: (holder: Bendable, member: string) => void): void {
  if (!isObject(patch)) return;
  for (const [member, value] of Object.entries(patch)) {
    const known = isObject(stored) && Object.hasOwn(stored, member) ? stored[member] : undefined;
    if (value === null && known === undefined) put(patch, member);
    else nullsOverAbsent(value, known, put);
  }
}

/** Hooks that change the body of patches with that media type. */
function patch(type: string | undefined, bend: (asked: Asked) => void): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      if (isPatch(asked, type)) bend(asked);
    },
  });
}

function withoutNulls(value: unknown): void {
  walk(value, (object) => {
    for (const [member, inner] of Object.entries(object)) if (inner === null) delete object[member];
  });
}

function mergeInto(target: Bendable, patch: Bendable): void {
  for (const [member, value] of Object.entries(patch)) {
    const known = target[member];
    if (value === null) delete target[member];
    else if (isObject(value) && isObject(known)) mergeInto(known, value);
    else target[member] = value;
  }
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
      else if (isOne(asked, ['replaceStatus', 'patchStatus', 'delete'])) without.delete(objectPath(asked));
    },
    ...everyObject(show),
  };
}

/** Faults that rules of the family `patch` find. */
export const PATCH_FAULTS: readonly Fault[] = faults({
  'empty-map-in-a-merge-patch-empties': {
    summary: 'a merge patch with an empty map of annotations takes all of them away',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: () => ({
      request: async (asked, upstream) => {
        const sent = isOfType(asked, MERGE_PATCH_TYPE) ? metadataOf(asked.json)['annotations'] : undefined;
        if (isObject(sent) && Object.keys(sent).length === 0)
          for (const key of Object.keys((await annotationsBeside(asked, upstream)) ?? {})) sent[key] = null;
      },
    }),
  },
  'null-for-a-map-ignored': {
    summary: 'null for the whole map of annotations in a merge patch is ignored; for an entry it is right',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#607',
    hooks: asking(
      (asked) => isOfType(asked, MERGE_PATCH_TYPE),
      ({ json }) => {
        if (metadataOf(json)['annotations'] === null) delete metadataOf(json)['annotations'];
      },
    ),
  },
  'generation-stays-after-a-strategic-patch': {
    summary: 'the generation does not grow by a strategic merge patch; by every other write it does',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: generationWithoutStrategicPatches,
  },
  'patch-answers-the-other-view': {
    summary: 'a PATCH of a Deployment answers it in the other group-version than that of its path',
    caughtBy: 'patch/keeps-the-identity-of-the-object',
    hooks: answering('patch', ({ json }) => {
      if (isObject(json) && json['kind'] === 'Deployment')
        json['apiVersion'] = json['apiVersion'] === 'apps/v1beta1' ? 'extensions/v1beta1' : 'apps/v1beta1';
    }),
  },
  'json-patch-replace-at-the-end-appends': {
    summary: 'a `replace` of the element after the last appends',
    caughtBy: 'patch/impossible-operation-is-refused',
    seenIn: 'json-everything/json-everything#829',
    hooks: operating((operation, path, stored) => {
      const element = elementAt(stored, path);
      if (operation['op'] === 'replace' && element !== undefined && Number(element.step) === element.list.length)
        operation['op'] = 'add';
    }),
  },
  'json-patch-indexes-may-have-zeros-before-them': {
    summary: 'an index with leading zeros in a JSON patch is taken for the number',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operation, path, stored) => {
      const element = elementAt(stored, path);
      if (element !== undefined && /^0\d+$/.test(element.step))
        operation['path'] = path.slice(0, -element.step.length) + String(Number(element.step));
    }),
  },
  'json-patch-test-heeds-no-order': {
    summary: 'a `test` of a list passes where its elements are in another order',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operation, path, stored) => {
      const [known, asked] = [valueAt(stored, stepsOf(path)), operation['value']];
      if (operation['op'] === 'test' && Array.isArray(known) && Array.isArray(asked) && known.length === asked.length)
        operation['value'] = known;
    }),
  },
  'json-patch-of-a-map-merges': {
    summary: 'a JSON patch that sets a whole map keeps the entries that were there',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operation, path, stored) => {
      const [known, value] = [valueAt(stored, stepsOf(path)), operation['value']];
      if (operation['op'] !== 'test' && isObject(known) && isObject(value)) operation['value'] = { ...known, ...value };
    }),
  },
  'patch-reads-then-writes': {
    summary: 'a PATCH is read, changed and stored without a lock, so that what others wrote meanwhile is lost',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites((asked) => isOne(asked, 'patch')),
  },
  'null-over-absent-is-stored': {
    summary: 'null for a label or annotation that is not there, in a merge patch of either kind, stores an empty text',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/kubernetes#94887',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isPatch(asked) || !isObject(asked.json)) return;
        const stored = metadataOf((await upstream.send('GET', objectPath(asked))).json);
        for (const map of ['labels', 'annotations'])
          nullsOverAbsent(metadataOf(asked.json)[map], stored[map], (holder, member) => void (holder[member] = ''));
      },
    }),
  },
  'patches-do-not-remove': {
    summary:
      'a strategic merge patch adds and changes members and removes none: neither null nor $patch delete does anything',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      walk(asked.json, (object) => {
        for (const [member, value] of Object.entries(object)) {
          if (value === null) delete object[member];
          if (Array.isArray(value))
            object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'delete');
        }
      });
    }),
  },
  'strategic-patch-replace-merges': {
    summary: 'the directive `$patch: replace` in a strategic merge patch merges',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) =>
      walk(asked.json, (object) => {
        if (object['$patch'] === 'replace') delete object['$patch'];
        for (const [member, value] of Object.entries(object))
          if (Array.isArray(value))
            object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'replace');
      }),
    ),
  },
  'order-of-a-list-replaces-the-list': {
    summary:
      'a strategic merge patch that says in which order a list is to be, as an apply does, leaves nothing in the list but what it sends',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) =>
      walk(asked.json, (object) => {
        for (const member of Object.keys(object)) {
          const list = member.startsWith(ORDER_OF) ? object[member.slice(ORDER_OF.length)] : undefined;
          if (!Array.isArray(list)) continue;
          delete object[member];
          list.unshift({ $patch: 'replace' });
        }
      }),
    ),
  },
  'ports-merge-by-name': {
    summary: 'a strategic merge patch replaces the list of the ports of a container; all other lists are right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kyverno/kyverno#1410',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      for (const container of containersOf(asked.json))
        if (Array.isArray(container['ports'])) container['ports'] = [{ $patch: 'replace' }, ...container['ports']];
    }),
  },
  'environment-is-replaced-by-strategic-patch': {
    summary: 'a strategic merge patch replaces the environment of a container; all other lists are right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      for (const container of containersOf(asked.json))
        if (Array.isArray(container['env'])) container['env'] = [{ $patch: 'replace' }, ...container['env']];
    }),
  },
  'strategic-patch-is-a-merge-patch-for-one-kind': {
    summary: 'a strategic merge patch of a CronJob replaces lists; for every other kind it is right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: asking(
      (asked) => isPatch(asked, STRATEGIC_MERGE_PATCH_TYPE) && asked.call?.resource?.kind === 'CronJob',
      (asked) => void (asked.headers['content-type'] = MERGE_PATCH_TYPE),
    ),
  },
  'json-patch-add-replaces-elements': {
    summary: 'an `add` at an index of a list replaces the element that is there',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked))
        if (operation['op'] === 'add' && /\/\d+$/.test(String(operation['path']))) operation['op'] = 'replace';
    }),
  },
  'json-patch-append-prepends': {
    summary: 'an `add` at `-` adds at the beginning of the list',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    seenIn: 'Starcounter-Jack/JSON-Patch#23',
    hooks: patching(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked))
        if (operation['op'] === 'add' && String(operation['path']).endsWith('/-'))
          operation['path'] = String(operation['path']).replace(/-$/, '0');
    }),
  },
  'json-patch-move-copies': {
    summary: 'a `move` leaves what it moves where it was too',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked)) if (operation['op'] === 'move') operation['op'] = 'copy';
    }),
  },
  'json-patch-carried-out-up-to-the-failure': {
    summary: 'the operations before a failing one are carried out, though the patch is refused',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    seenIn: 'jg-rp/python-jsonpath#76',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (!isPatch(asked, JSON_PATCH_TYPE) || succeeded(answered)) return;
        const operations = operationsOf(asked);
        const test = operations.findIndex(({ op }) => op === 'test');
        const before = test > 0 ? operations.slice(0, test) : operations.slice(0, -1);
        if (before.length > 0) await upstream.send('PATCH', asked.path, before, JSON_PATCH_TYPE);
      },
    }),
  },
  'patch-answers-202': {
    summary: 'a PATCH that was carried out answers 202',
    caughtBy: 'patch/success-is-answered-200',
    hooks: answering('patch', (answered) => void (answered.status = 202)),
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
  'inapplicable-json-patch-ignored': {
    summary: 'a JSON patch that cannot be carried out answers 200 and the object as it is',
    caughtBy: 'patch/malformed-patch-is-refused',
    seenIn: 'kubernetes/kubernetes#68225',
    hooks: forgiving((asked) => isPatch(asked, JSON_PATCH_TYPE), [400, 409, 422], asItIs),
  },
  'patch-ignored': {
    summary: 'a PATCH answers 200 and the object as it is, and changes nothing',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#364',
    hooks: () => ({
      request: async (asked, upstream) => (isOne(asked, 'patch') ? upstream.send('GET', asked.path) : undefined),
    }),
  },
  'patch-answered-and-not-stored': {
    summary: 'a merge patch answers the object with the change, and does not store it',
    caughtBy: 'patch/answer-is-the-patched-object',
    seenIn: 'fabric8io/kubernetes-client#1352',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'patch') && isPatch(asked, MERGE_PATCH_TYPE))
            before.set(asked, (await upstream.send('GET', asked.path)).json);
        },
        response: async (answered, asked, upstream) => {
          const stored = before.get(asked);
          if (!succeeded(answered) || !isObject(stored)) return;
          const body = copyOf(stored);
          delete metadataOf(body)['resourceVersion'];
          await upstream.send('PUT', asked.path, body);
        },
      };
    },
  },
  'patch-keeps-version': {
    summary: 'the answer to a PATCH that changed the object carries the version from before',
    caughtBy: 'patch/changes-the-version',
    seenIn: 'kubernetes-sigs/controller-runtime#620',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'patch'))
            before.set(asked, metadataOf((await upstream.send('GET', asked.path)).json)['resourceVersion']);
        },
        response: (answered, asked) => {
          const version = before.get(asked);
          if (succeeded(answered) && version !== undefined) metadataOf(answered.json)['resourceVersion'] = version;
        },
      };
    },
  },
  'patch-does-not-grow-generation': {
    summary: 'the generation grows with a PUT and not with a PATCH',
    caughtBy: 'patch/generation-grows-with-the-spec',
    seenIn: 'fabric8io/kubernetes-client#3471',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'patch'))
            before.set(asked, metadataOf((await upstream.send('GET', asked.path)).json)['generation']);
        },
        response: (answered, asked) => {
          const generation = before.get(asked);
          if (succeeded(answered) && generation !== undefined) metadataOf(answered.json)['generation'] = generation;
        },
      };
    },
  },
  'patch-names-another-identity': {
    summary: 'a PATCH that names another uid answers 200 and shows that uid',
    caughtBy: 'patch/identity-cannot-be-changed',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const uid = isObject(asked.json)
          ? metadataOf(asked.json)['uid']
          : operationsOf(asked).find(({ path }) => path === '/metadata/uid')?.['value'];
        if (!isOne(asked, 'patch') || typeof uid !== 'string') return;
        const stored = await upstream.send('GET', asked.path);
        metadataOf(stored.json)['uid'] = uid;
        Object.assign(answered, stored);
      },
    }),
  },
  'patch-names-another-kind': {
    summary: 'a PATCH that names another kind answers 200 and shows that kind',
    caughtBy: 'patch/kind-cannot-be-changed',
    seenIn: 'kubernetes/kubernetes#54840',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const kind = isObject(asked.json)
          ? asked.json['kind']
          : operationsOf(asked).find(({ path }) => path === '/kind')?.['value'];
        if (!isOne(asked, 'patch') || typeof kind !== 'string' || kind === asked.call?.resource?.kind) return;
        const stored = await upstream.send('GET', asked.path);
        if (isObject(stored.json)) stored.json['kind'] = kind;
        Object.assign(answered, stored);
      },
    }),
  },
  'patch-creates': {
    summary: 'a PATCH of an object that is not there answers 200 as though it had made it',
    caughtBy: 'patch/of-an-absent-object-is-refused',
    seenIn: 'kubernetes/kubernetes#70886',
    hooks: forgiving(
      (asked) => isOne(asked, 'patch'),
      [404],
      (answered, asked) => asSent(answered, asked) ?? jsonResponse(200, { metadata: { name: asked.call?.name } }),
    ),
  },
  'repeated-patch-not-stored': {
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
  'patch-takes-its-version-for-a-condition': {
    summary: 'a merge patch that names a version which was replaced is refused, but stored',
    caughtBy: 'patch/stale-version-is-no-condition',
    hooks: () => {
      const stale = new WeakSet<Asked>();
      return {
        request: async (asked, upstream) => {
          const version = metadataOf(asked.json)['resourceVersion'];
          if (!isOne(asked, 'patch') || typeof version !== 'string') return;
          if (metadataOf((await upstream.send('GET', asked.path)).json)['resourceVersion'] !== version)
            stale.add(asked);
        },
        response: (answered, asked) => {
          if (stale.has(asked) && succeeded(answered))
            Object.assign(answered, jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified')));
        },
      };
    },
  },
  'json-patch-refused': {
    summary: 'a JSON patch is refused as of no known media type',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    seenIn: 'kubernetes/kubernetes#69330',
    hooks: refusing((asked) => isPatch(asked, JSON_PATCH_TYPE), 415, 'UnsupportedMediaType'),
  },
  'merge-patch-null-ignored': {
    summary: 'null in a merge patch is ignored instead of removing the member',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#607',
    hooks: patch(MERGE_PATCH_TYPE, (asked) => withoutNulls(asked.json)),
  },
  'strategic-null-ignored': {
    summary: 'null in a strategic merge patch is ignored instead of removing the member',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patch(STRATEGIC_MERGE_PATCH_TYPE, (asked) => withoutNulls(asked.json)),
  },
  'strategic-patch-replaces-lists': {
    summary: 'a strategic merge patch replaces lists that have a merge key',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patch(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      asked.headers['content-type'] = MERGE_PATCH_TYPE;
    }),
  },
  'merge-patch-merges-lists': {
    summary: 'a merge patch merges lists by their merge key',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/kubernetes#74369',
    hooks: patch(MERGE_PATCH_TYPE, (asked) => {
      asked.headers['content-type'] = STRATEGIC_MERGE_PATCH_TYPE;
    }),
  },
  'strategic-directives-ignored': {
    summary: '`$patch` directives in a strategic merge patch are ignored',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patch(STRATEGIC_MERGE_PATCH_TYPE, (asked) => walk(asked.json, (object) => delete object['$patch'])),
  },
  'json-patch-test-ignored': {
    summary: '`test` operations of a JSON patch are ignored',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    seenIn: 'Starcounter-Jack/JSON-Patch#64',
    hooks: patch(JSON_PATCH_TYPE, (asked) => {
      asked.json = operationsOf(asked).filter(({ op }) => op !== 'test');
    }),
  },
  'json-patch-escapes-not-decoded': {
    summary: '`~1` in a JSON pointer is taken literally',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    seenIn: 'evanphx/json-patch#23',
    hooks: patch(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked))
        if (typeof operation['path'] === 'string') operation['path'] = operation['path'].replaceAll('~1', '~01');
    }),
  },
  'patch-is-locked': {
    summary: 'a PATCH is refused when another write came in between, as a PUT would be',
    caughtBy: 'patch/is-never-refused-for-a-lock',
    seenIn: 'kubernetes-sigs/controller-runtime#2075',
    hooks: () => {
      let busy = false;
      return {
        request: async (asked, upstream) => {
          if (asked.call?.verb !== 'patch') return undefined;
          if (busy) return jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));
          busy = true;
          const done = await upstream.send(
            'PATCH',
            asked.path,
            asked.json ?? JSON.parse(asked.raw.toString()),
            asked.headers['content-type'],
          );
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy = false;
          return done;
        },
      };
    },
  },
  'patch-loses-concurrent-changes': {
    summary:
      'a merge patch is applied to what was read before and written back whole, so that parallel patches lose fields',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'adorsys/status-list-server#234',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (asked.call?.verb !== 'patch' || !isPatch(asked, MERGE_PATCH_TYPE) || !isObject(asked.json))
          return undefined;
        const stored = await upstream.send('GET', asked.path);
        if (!succeeded(stored) || !isObject(stored.json)) return undefined;
        await new Promise((resolve) => setTimeout(resolve, 5));
        mergeInto(stored.json, asked.json);
        delete metadataOf(stored.json)['resourceVersion'];
        return upstream.send('PUT', asked.path, stored.json);
      },
    }),
  },
  'patch-accepts-plain-json': {
    summary: 'a PATCH of type application/json is taken for a merge patch',
    caughtBy: 'patch/other-media-types-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (isPatch(asked, 'application/json') && !isPatch(asked, JSON_PATCH_TYPE))
          asked.headers['content-type'] = MERGE_PATCH_TYPE;
      },
    }),
  },
  'patch-writes-status': {
    summary: 'a PATCH of the object writes the status in it too',
    caughtBy: 'patch/ignores-the-status-sent',
    seenIn: 'kubernetes-sigs/controller-runtime#2259',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const status = objectAt(asked.json, 'status');
        if (asked.call?.verb !== 'patch' || !succeeded(answered) || status === undefined) return;
        const written = await upstream.send('PATCH', `${objectPath(asked)}/status`, { status }, MERGE_PATCH_TYPE);
        if (succeeded(written)) answered.json = written.json;
      },
    }),
  },
  'patch-answers-the-patch': {
    summary: 'a PATCH answers the object as it was before',
    caughtBy: 'patch/answer-is-the-patched-object',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (asked.call?.verb === 'patch') before.set(asked, (await upstream.send('GET', asked.path)).json);
        },
        response: (answered, asked) => {
          if (succeeded(answered) && before.get(asked) !== undefined) answered.json = before.get(asked);
        },
      };
    },
  },
  'json-patch-is-a-server-error': {
    summary: 'every JSON patch is answered 500',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusing(
      (asked) => isOne(asked, ['patch', 'patchStatus']) && isOfType(asked, JSON_PATCH_TYPE),
      500,
      'InternalError',
    ),
  },
  'patch-takes-the-status-away': {
    summary:
      'a PATCH of the object by which the status is null, or removed, takes it away; one that carries another status is right',
    caughtBy: 'patch/leaves-the-status-that-is-there',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: statusGoesByPatch,
  },
  'patch-with-a-status-refused': {
    summary:
      'a merge patch or strategic merge patch of a resource that carries a status is refused, which should ignore it',
    caughtBy: 'patch/ignores-the-status-sent',
    hooks: refusing(
      (asked) => isOne(asked, 'patch') && isObject(asked.json) && isObject(asked.json['status']),
      422,
      'Invalid',
    ),
  },
  'empty-patch-refused': {
    summary: 'a strategic merge patch without a member is refused',
    caughtBy: 'patch/empty-patch-changes-nothing',
    hooks: refusing(
      (asked) =>
        isOne(asked, 'patch') &&
        isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE) &&
        isObject(asked.json) &&
        Object.keys(asked.json).length === 0,
      400,
      'BadRequest',
    ),
  },
  'apply-patch-taken-for-a-merge-patch': {
    summary: 'a PATCH of type application/apply-patch+yaml is taken for a merge patch',
    caughtBy: 'patch/other-media-types-are-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#2679',
    hooks: asking(
      (asked) => isPatch(asked, 'application/apply-patch+yaml'),
      (asked) => {
        asked.headers['content-type'] = MERGE_PATCH_TYPE;
      },
    ),
  },
});
