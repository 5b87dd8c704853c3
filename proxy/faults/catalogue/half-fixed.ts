import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  copyOf,
  everyObject,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectPath,
  objectsOf,
  succeeded,
} from '../bend.ts';
import type { Asked, Bendable, Fault, Hooks } from '../fault.ts';
import { faults } from '../named.ts';
import {
  answering,
  asItIs,
  asking,
  forgiving,
  isOne,
  membersOf,
  podSpecsOf,
  refusing,
  sending,
  showing,
} from '../ways.ts';
import { isAskedOf, isOfType } from '../races.ts';

const isWatch = (asked: Asked): boolean => asked.call?.watching === true;

/** The path of a created object. */
function madePath(asked: Asked, object: unknown): string {
  return `${asked.path.replace(/\/$/, '')}/${String(metadataOf(object)['name'])}`;
}

/** A PUT skips the version check if the last write of the object was a status write. */
function unlockedAfterStatusWrites(): Hooks {
  const byStatus = new Map<string, boolean>();
  return {
    request: (asked) => {
      if (isOne(asked, 'replace') && byStatus.get(objectPath(asked)) === true)
        delete metadataOf(asked.json)['resourceVersion'];
    },
    response: (answered, asked) => {
      if (succeeded(answered) && asked.method !== 'GET')
        byStatus.set(objectPath(asked), isAskedOf(asked, 'replaceStatus', 'patchStatus'));
    },
  };
}

/** A PUT with the version of a former object of that name succeeds on the present one. */
function unlockedBetweenLives(): Hooks {
  const uids = new Map<string, unknown>();
  return {
    request: async (asked, upstream) => {
      if (!isOne(asked, 'replace')) return;
      const metadata = metadataOf(asked.json);
      const read = uids.get(String(metadata['resourceVersion']));
      const now = metadataOf((await upstream.send('GET', asked.path)).json)['uid'];
      if (read === undefined || now === undefined || read === now) return;
      delete metadata['resourceVersion'];
      delete metadata['uid'];
    },
    response: (answered) => {
      for (const metadata of objectsOf(answered).map(metadataOf))
        uids.set(String(metadata['resourceVersion']), metadata['uid']);
    },
  };
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

/** A recreated object without annotations gets those of its predecessor. */
function annotationsOutliveTheObject(): Hooks {
  const left = new Map<string, unknown>();
  return {
    request: async (asked, upstream) => {
      if (isOne(asked, 'delete'))
        left.set(objectPath(asked), metadataOf((await upstream.send('GET', asked.path)).json)['annotations']);
      const annotations = isOne(asked, 'create') ? left.get(madePath(asked, asked.json)) : undefined;
      if (annotations !== undefined && metadataOf(asked.json)['annotations'] === undefined)
        metadataOf(asked.json)['annotations'] = copyOf(annotations);
    },
  };
}

/** A recreated object is shown with the last status written under its name, until somebody writes it. */
function statusOutlivesTheObject(): Hooks {
  const written = new Map<string, unknown>();
  const kept = new Map<string, unknown>();
  const versionOf = (object: Bendable): string =>
    `${String(metadataOf(object)['uid'])} ${String(metadataOf(object)['resourceVersion'])}`;
  return {
    response: (answered, asked) => {
      if (!succeeded(answered) || !isObject(answered.json)) return;
      if (isAskedOf(asked, 'replaceStatus', 'patchStatus'))
        written.set(objectPath(asked), copyOf(answered.json['status']));
      const status = isOne(asked, 'create') ? written.get(madePath(asked, answered.json)) : undefined;
      if (status !== undefined) kept.set(versionOf(answered.json), status);
      for (const object of objectsOf(answered))
        if (kept.has(versionOf(object))) object['status'] = copyOf(kept.get(versionOf(object)));
    },
  };
}

/** A repeated create counts as a retry of the same request. */
function equalCreatesSucceed(): Hooks {
  const bodies = new Map<string, string>();
  return {
    request: async (asked, upstream) => {
      if (!isOne(asked, 'create') || !isObject(asked.json)) return undefined;
      const [path, body] = [madePath(asked, asked.json), JSON.stringify(asked.json)];
      const there = bodies.get(path) === body ? await upstream.send('GET', path) : undefined;
      bodies.set(path, body);
      return there !== undefined && succeeded(there) ? jsonResponse(200, there.json) : undefined;
    },
  };
}

/** Bugs that were fixed in one way or on one path, and not on the next. */
export const HALF_FIXED_FAULTS: readonly Fault[] = faults({
  'stale-put-accepted-after-a-status-write': {
    summary:
      'a PUT with a version that a write of /status has replaced overwrites; versions replaced by other writes are refused',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedAfterStatusWrites,
  },
  'put-of-a-former-life-accepted': {
    summary: 'a PUT with the version of an object that was deleted overwrites the one that was made under its name',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedBetweenLives,
  },
  'status-json-patch-writes-spec': {
    summary: 'a JSON patch of /status changes the spec too; merge patches and PUTs are right',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: answering(
      (asked) => isOne(asked, 'patchStatus') && isOfType(asked, JSON_PATCH_TYPE),
      async (answered, asked, upstream) => {
        const operations = Array.isArray(asked.json)
          ? asked.json.filter((each) => isObject(each) && String(each['path']).startsWith('/spec'))
          : [];
        const written =
          operations.length === 0
            ? undefined
            : await upstream.send('PATCH', objectPath(asked), operations, JSON_PATCH_TYPE);
        if (written !== undefined && succeeded(written)) answered.json = written.json;
      },
    ),
  },
  'generation-stays-after-a-strategic-patch': {
    summary: 'the generation does not grow by a strategic merge patch; by every other write it does',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: generationWithoutStrategicPatches,
  },
  'put-drops-finalizers': {
    summary: 'a PUT loses the finalizers in its body; a create and a PATCH keep them',
    caughtBy: 'replace/finalizers-and-owners-sent-are-kept',
    hooks: sending('replace', (body) => void delete metadataOf(body)['finalizers']),
  },
  'put-drops-owner-references': {
    summary: 'a PUT loses the references to owners in its body; a create keeps them',
    caughtBy: 'replace/finalizers-and-owners-sent-are-kept',
    hooks: sending('replace', (body) => void delete metadataOf(body)['ownerReferences']),
  },
  'yaml-lists-lack-the-last-item': {
    summary: 'a list in YAML lacks its last item where it has several; in JSON it is whole',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: () => ({
      yaml: true,
      response: (answered, asked) => {
        const items = (asked.headers['accept'] ?? '').includes('yaml') ? itemsOf(answered) : undefined;
        if (items !== undefined && items.length > 1) items.pop();
      },
    }),
  },
  'watch-with-field-selector-misses-removals': {
    summary: 'a watch with a field selector does not tell removals; with a label selector, or with none, it does',
    caughtBy: 'watch/removal-of-a-selected-object-is-told',
    hooks: () => ({
      event: (frame, asked) => (asked.query.has('fieldSelector') && frame.type === 'DELETED' ? [] : [frame]),
    }),
  },
  'patch-answers-the-other-view': {
    summary: 'a PATCH of a Deployment answers it in the other group-version than that of its path',
    caughtBy: 'patch/keeps-the-identity-of-the-object',
    hooks: answering('patch', ({ json }) => {
      if (isObject(json) && json['kind'] === 'Deployment')
        json['apiVersion'] = json['apiVersion'] === 'apps/v1beta1' ? 'extensions/v1beta1' : 'apps/v1beta1';
    }),
  },
  'recreated-object-keeps-annotations': {
    summary: 'an object that is made again without annotations has those of the object that had its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: annotationsOutliveTheObject,
  },
  'recreated-object-keeps-status': {
    summary: 'an object that is made again shows the status that was written to the object that had its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: statusOutlivesTheObject,
  },
  'equal-create-is-taken-for-a-retry': {
    summary:
      'a create of the very body by which the object was made answers 200 and the object, as though it were the same request sent again',
    caughtBy: 'create/existing-name-is-refused',
    hooks: equalCreatesSucceed,
  },
  'strategic-and-merge-patches-are-not-validated': {
    summary:
      'a merge patch or strategic merge patch that would make an object invalid answers 200 and changes nothing; a JSON patch is refused',
    caughtBy: 'validation/strategy-type-is-one-of-two',
    hooks: forgiving((asked) => isOne(asked, 'patch') && !isOfType(asked, JSON_PATCH_TYPE), [422], asItIs),
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
  'watch-with-both-selectors-heeds-the-field-selector': {
    summary:
      'a watch with a label selector and a field selector ignores the label selector; with one of them it is right',
    caughtBy: 'watch/field-selector-restricts',
    hooks: asking(
      (asked) => isWatch(asked) && asked.query.has('fieldSelector'),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'watch-with-both-selectors-heeds-the-label-selector': {
    summary:
      'a watch with a label selector and a field selector ignores the field selector; with one of them it is right',
    caughtBy: 'watch/field-selector-restricts',
    hooks: asking(
      (asked) => isWatch(asked) && asked.query.has('labelSelector'),
      ({ query }) => query.delete('fieldSelector'),
    ),
  },
  'yaml-status-put-refused': {
    summary: 'a PUT of /status in YAML is refused; a create and a PUT of the object in YAML are right',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing(
      (asked) => isOne(asked, 'replaceStatus') && isOfType(asked, 'application/yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
});
