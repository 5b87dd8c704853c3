import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  eachText,
  everyObject,
  isObject,
  metadataOf,
  objectAt,
  objectPath,
  objectsOf,
  succeeded,
  walk,
} from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks, UpstreamClient } from '../../fault.ts';
import { operationsOf, stepsOf, valueAt } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isOfType, isOne, isPatch } from '../../requests.ts';
import { readsThenWrites } from '../../two-step-writes.ts';
import { responding, asking, changedByStored, storing } from '../../ways.ts';
import { patching } from './patching.ts';

const KEY_OF_DIGITS = /^\/(?:data|metadata\/labels|metadata\/annotations)\/\d+$/;

/** The annotations of the stored object of a request; `undefined` if it has none. */
async function annotationsBeside(request: FaultyRequest, upstream: UpstreamClient): Promise<Bendable | undefined> {
  const { annotations } = metadataOf((await upstream.send('GET', objectPath(request))).json);
  return isObject(annotations) ? annotations : undefined;
}

/** Hides each growth of the generation by a strategic merge patch. */
function generationWithoutStrategicPatches(): Hooks {
  const hidden = new Map<unknown, number>();
  const before = new WeakMap<FaultyRequest, unknown>();
  const show = (object: Bendable): void => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] === 'number') metadata['generation'] -= hidden.get(metadata['uid']) ?? 0;
  };
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'patch') && isOfType(request, STRATEGIC_MERGE_PATCH_TYPE))
        before.set(request, metadataOf((await upstream.send('GET', request.path)).json)['generation']);
    },
    response: (response, request) => {
      const { uid, generation } = metadataOf(response.json);
      const old = before.get(request);
      if (succeeded(response) && typeof old === 'number' && typeof generation === 'number')
        hidden.set(uid, (hidden.get(uid) ?? 0) + generation - old);
      objectsOf(response).forEach(show);
    },
    event: everyObject(show).event,
  };
}

/** Hooks that change operations of JSON patches, given the stored object. */
function operating(bend: (operation: Bendable, path: string, stored: unknown) => void): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      if (!isPatch(request, JSON_PATCH_TYPE)) return;
      const stored = (await upstream.send('GET', objectPath(request))).json;
      for (const operation of operationsOf(request)) bend(operation, String(operation['path']), stored);
    },
  });
}

/** Hooks that take an empty object in a patch of that type for the removal of all labels, annotations or data. */
function clearingByEmptyMaps(type: string): Fault['hooks'] {
  const isOfThatType = (request: FaultyRequest): boolean => isPatch(request, type);
  return changedByStored(isOfThatType, (body, stored) => {
    for (const path of [['metadata', 'labels'], ['metadata', 'annotations'], ['data']]) {
      const [map, kept] = [objectAt(body, ...path), objectAt(stored, ...path)];
      if (map === undefined || kept === undefined || Object.keys(map).length > 0) continue;
      for (const key of Object.keys(kept)) map[key] = null;
    }
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

/** Sets a value where a patch has null for a missing member. */
function nullsOverAbsent(patch: unknown, stored: unknown, put: (holder: Bendable, member: string) => void): void {
  if (!isObject(patch)) return;
  for (const [member, value] of Object.entries(patch)) {
    const known = isObject(stored) && Object.hasOwn(stored, member) ? stored[member] : undefined;
    if (value === null && known === undefined) put(patch, member);
    else nullsOverAbsent(value, known, put);
  }
}

/** Patches that merge wrongly, or act on another state than the stored one. */
export const MERGES: readonly Fault[] = faults({
  'merge-patches-cut-texts-at-64-kib': {
    summary: 'a merge patch cuts the values of data and annotations after 65535 characters; a create keeps them',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: storing(
      (request) => isPatch(request, MERGE_PATCH_TYPE),
      (text) => text.slice(0, 65_535),
    ),
  },
  'strategic-patches-ignore-the-case-of-keys': {
    summary: 'of two label keys in a strategic merge patch that differ only in case, the first one is stored',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => {
      const labels = objectAt(json, 'metadata', 'labels') ?? {};
      const keys = Object.keys(labels);
      keys.forEach((key, index) => {
        if (keys.slice(0, index).some((other) => other.toLowerCase() === key.toLowerCase())) delete labels[key];
      });
    }),
  },
  'json-patches-compose-texts': {
    summary: 'the texts of a map that a JSON patch adds are stored in the composed form of Unicode',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      for (const { value } of operationsOf(request)) eachText(value, (text) => text.normalize('NFC'));
    }),
  },
  'empty-map-of-a-merge-patch-clears': {
    summary: 'an empty object for labels, annotations or data in a merge patch removes all of them',
    caughtBy: 'patch/empty-patch-changes-nothing',
    hooks: clearingByEmptyMaps(MERGE_PATCH_TYPE),
  },
  'empty-map-of-a-strategic-patch-clears': {
    summary: 'an empty object for labels, annotations or data in a strategic merge patch removes all of them',
    caughtBy: 'patch/empty-patch-changes-nothing',
    hooks: clearingByEmptyMaps(STRATEGIC_MERGE_PATCH_TYPE),
  },
  'empty-map-in-a-merge-patch-empties': {
    summary: 'a merge patch with an empty map of annotations removes all annotations',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: () => ({
      request: async (request, upstream) => {
        const sent = isOfType(request, MERGE_PATCH_TYPE) ? metadataOf(request.json)['annotations'] : undefined;
        if (isObject(sent) && Object.keys(sent).length === 0)
          for (const key of Object.keys((await annotationsBeside(request, upstream)) ?? {})) sent[key] = null;
      },
    }),
  },
  'null-for-a-map-ignored': {
    summary: 'null for the whole map of annotations in a merge patch is ignored; for an entry it is right',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#607',
    hooks: asking(
      (request) => isOfType(request, MERGE_PATCH_TYPE),
      ({ json }) => {
        if (metadataOf(json)['annotations'] === null) delete metadataOf(json)['annotations'];
      },
    ),
  },
  'generation-stays-after-a-strategic-patch': {
    summary: 'a strategic merge patch does not increase the generation; every other write does',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: generationWithoutStrategicPatches,
  },
  'patch-answers-the-other-view': {
    summary: 'a PATCH of a Deployment returns it in another group version than that of its path',
    caughtBy: 'patch/keeps-the-identity-of-the-object',
    hooks: responding('patch', ({ json }) => {
      if (isObject(json) && json['kind'] === 'Deployment')
        json['apiVersion'] = json['apiVersion'] === 'apps/v1beta1' ? 'extensions/v1beta1' : 'apps/v1beta1';
    }),
  },
  'json-patch-replace-at-the-end-appends': {
    summary: 'a `replace` at the index after the last element appends',
    caughtBy: 'patch/impossible-operation-is-refused',
    seenIn: 'json-everything/json-everything#829',
    hooks: operating((operation, path, stored) => {
      const element = elementAt(stored, path);
      if (operation['op'] === 'replace' && element !== undefined && Number(element.step) === element.list.length)
        operation['op'] = 'add';
    }),
  },
  'json-patch-indexes-may-have-zeros-before-them': {
    summary: 'an index with leading zeros in a JSON patch is accepted',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operation, path, stored) => {
      const element = elementAt(stored, path);
      if (element !== undefined && /^0\d+$/.test(element.step))
        operation['path'] = path.slice(0, -element.step.length) + String(Number(element.step));
    }),
  },
  'json-patch-test-heeds-no-order': {
    summary: 'a `test` of a list passes even if the elements are in another order',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operation, path, stored) => {
      const [known, request] = [valueAt(stored, stepsOf(path)), operation['value']];
      if (
        operation['op'] === 'test' &&
        Array.isArray(known) &&
        Array.isArray(request) &&
        known.length === request.length
      )
        operation['value'] = known;
    }),
  },
  'json-patch-ignores-keys-of-digits': {
    summary: 'a JSON patch does nothing to labels, annotations and data whose key is a number',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: () => ({
      request: (request) => {
        if (isPatch(request) && Array.isArray(request.json))
          request.json = request.json.filter((each) => !KEY_OF_DIGITS.test(String((each as Bendable)['path'])));
      },
    }),
  },
  'json-patch-of-a-map-merges': {
    summary: 'a JSON patch that sets a whole map keeps the former entries',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operation, path, stored) => {
      const [known, value] = [valueAt(stored, stepsOf(path)), operation['value']];
      if (operation['op'] !== 'test' && isObject(known) && isObject(value)) operation['value'] = { ...known, ...value };
    }),
  },
  'patch-reads-then-writes': {
    summary: 'a PATCH is read, changed and stored without a lock, so parallel writes are lost',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites((request) => isOne(request, 'patch')),
  },
  'null-over-absent-is-stored': {
    summary: 'null for an absent label or annotation in a merge patch or strategic merge patch stores an empty string',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/kubernetes#94887',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isPatch(request) || !isObject(request.json)) return;
        const stored = metadataOf((await upstream.send('GET', objectPath(request))).json);
        for (const map of ['labels', 'annotations'])
          nullsOverAbsent(metadataOf(request.json)[map], stored[map], (holder, member) => void (holder[member] = ''));
      },
    }),
  },
  'patched-template-annotations-replace-the-others': {
    summary: 'a merge patch or strategic merge patch of an annotation of a pod template removes the others of it',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored('patch', (body, stored) => {
      const path = ['spec', 'template', 'metadata', 'annotations'];
      const [sent, kept] = [objectAt(body, ...path), objectAt(stored, ...path)];
      if (sent === undefined) return;
      for (const key of Object.keys(kept ?? {})) if (!Object.hasOwn(sent, key)) sent[key] = null;
    }),
  },
  'patches-do-not-remove': {
    summary: 'a strategic merge patch never removes members: null and `$patch: delete` have no effect',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) => {
      walk(request.json, (object) => {
        for (const [member, value] of Object.entries(object)) {
          if (value === null) delete object[member];
          if (Array.isArray(value))
            object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'delete');
        }
      });
    }),
  },
});
