import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  containersOf,
  everyObject,
  isObject,
  itemsOf,
  keyOf,
  metadataOf,
  objectAt,
  objectPath,
  objectsOf,
  succeeded,
} from '../bend.ts';
import type { Asked, Bendable, Fault, Hooks, Upstream } from '../fault.ts';
import { faults } from '../named.ts';
import { isOfType } from '../races.ts';
import { BODIED, asking, isList, isOne, refusing, sending } from '../ways.ts';

const saysMore = (asked: Asked): boolean => (asked.headers['content-type'] ?? '').includes(';');

/** A terminating object is shown without its deletion timestamp after one of the chosen writes. */
function unmarkedBy(which: (asked: Asked) => boolean): Fault['hooks'] {
  return (): Hooks => {
    const unmarked = new Set<unknown>();
    const show = (object: Bendable): void => {
      const metadata = metadataOf(object);
      if (!unmarked.has(metadata['uid'])) return;
      delete metadata['deletionTimestamp'];
      delete metadata['deletionGracePeriodSeconds'];
    };
    return {
      response: (answered, asked) => {
        if (succeeded(answered) && which(asked)) unmarked.add(metadataOf(answered.json)['uid']);
        objectsOf(answered).forEach(show);
      },
      event: everyObject(show).event,
    };
  };
}

/** Deployments are shown with only the bound of a rolling update with which they were created. */
function halfRollingUpdates(): Hooks {
  const half = new Map<string, string>();
  return {
    response: (answered, asked) => {
      const sent = Object.keys(objectAt(asked.json, 'spec', 'strategy', 'rollingUpdate') ?? {});
      for (const object of objectsOf(answered)) {
        const shown = objectAt(object, 'spec', 'strategy', 'rollingUpdate');
        if (isOne(asked, 'create') && sent.length === 1) half.set(keyOf(object), String(sent[0]));
        const one = half.get(keyOf(object));
        if (one !== undefined && shown !== undefined) delete shown[one === 'maxSurge' ? 'maxUnavailable' : 'maxSurge'];
      }
    },
  };
}

/** The annotations of the stored object of a request; `undefined` if it has none. */
async function annotationsBeside(asked: Asked, upstream: Upstream): Promise<Bendable | undefined> {
  const { annotations } = metadataOf((await upstream.send('GET', objectPath(asked))).json);
  return isObject(annotations) ? annotations : undefined;
}

/** Faults in rare requests. */
export const CORNER_FAULTS: readonly Fault[] = faults({
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
  'name-beside-a-prefix-is-not-heeded': {
    summary: 'a create that has both a name and generateName gets a generated name',
    caughtBy: 'create/name-is-the-one-asked-for',
    hooks: sending('create', (body) => {
      if (metadataOf(body)['generateName'] !== undefined) delete metadataOf(body)['name'];
    }),
  },
  'put-without-data-keeps-it': {
    summary: 'a PUT that has no data at all keeps the data that was there; one that has some is right',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'replace') || !isObject(asked.json) || asked.json['data'] !== undefined) return;
        const data = objectAt((await upstream.send('GET', asked.path)).json, 'data');
        if (data !== undefined) asked.json['data'] = data;
      },
    }),
  },
  'half-a-rolling-update-is-not-completed': {
    summary: 'a rolling update that names one of its two bounds does not get the other',
    caughtBy: 'create/max-surge-has-its-default',
    hooks: halfRollingUpdates,
  },
  'tag-that-ends-in-latest-is-latest': {
    summary: 'a tag that ends in latest, such as not-latest, is taken for latest',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body))
        if (container['imagePullPolicy'] === undefined && /:[\w.-]+latest$/.test(String(container['image'])))
          container['imagePullPolicy'] = 'Always';
    }),
  },
  'watch-false-watches': {
    summary: 'watch=false on a collection watches all the same, as the parameter is there',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(
      (asked) => isList(asked) && asked.query.get('watch') === 'false',
      ({ query }) => {
        query.set('watch', 'true');
        query.set('timeoutSeconds', '1');
      },
    ),
  },
  'empty-list-has-no-version': {
    summary: 'a list of nothing has no resourceVersion; every other has',
    caughtBy: 'list/carries-list-metadata',
    seenIn: 'kubernetes/kubernetes#136143',
    hooks: () => ({
      response: (answered, asked) => {
        if (isList(asked) && itemsOf(answered)?.length === 0) delete metadataOf(answered.json)['resourceVersion'];
      },
    }),
  },
  'charset-of-a-body-refused': {
    summary: 'a body of type application/json is refused where its type names the charset too',
    caughtBy: 'media-types/body-may-say-its-charset',
    seenIn: 'kubernetes/kubernetes#14872',
    hooks: refusing((asked) => isOne(asked, BODIED) && saysMore(asked), 415, 'UnsupportedMediaType'),
  },
  'charset-of-a-patch-refused': {
    summary: 'a patch is refused where its media type names the charset too',
    caughtBy: 'media-types/patch-may-say-its-charset',
    seenIn: 'kubernetes/kubernetes#14872',
    hooks: refusing((asked) => isOne(asked, 'patch') && saysMore(asked), 415, 'UnsupportedMediaType'),
  },
  'put-takes-the-mark-back': {
    summary: 'a PUT without the deletion timestamp makes an object that is being deleted one that is not',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: unmarkedBy((asked) => isOne(asked, 'replace') && metadataOf(asked.json)['deletionTimestamp'] === undefined),
  },
  'patch-takes-the-mark-back': {
    summary: 'a PATCH by which the deletion timestamp is null makes an object that is being deleted one that is not',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: unmarkedBy((asked) => isOne(asked, 'patch') && metadataOf(asked.json)['deletionTimestamp'] === null),
  },
  'change-of-an-init-container-ignored': {
    summary:
      'a PUT of a pod that changes its init containers answers 200 and keeps them as they are; a change of its containers is refused',
    caughtBy: 'validation/no-member-of-a-container-changes',
    seenIn: 'kubernetes/kubernetes#29034',
    hooks: () => ({
      request: async (asked, upstream) => {
        const spec =
          isOne(asked, 'replace') && asked.call?.resource?.kind === 'Pod' ? objectAt(asked.json, 'spec') : undefined;
        const stored =
          spec === undefined
            ? undefined
            : objectAt((await upstream.send('GET', asked.path)).json, 'spec')?.['initContainers'];
        if (spec !== undefined && stored !== undefined) spec['initContainers'] = stored;
      },
    }),
  },
  'patch-sets-the-generation': {
    summary: 'a PATCH that names a generation answers with that one',
    caughtBy: 'world/generation-never-shrinks',
    hooks: () => ({
      response: (answered, asked) => {
        const { generation } = metadataOf(asked.json);
        if (
          isOne(asked, 'patch') &&
          typeof generation === 'number' &&
          succeeded(answered) &&
          metadataOf(answered.json)['generation'] !== undefined
        )
          metadataOf(answered.json)['generation'] = generation;
      },
    }),
  },
});
