import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { everyObject, isObject, itemsOf, metadataOf, objectAt } from '../bend.ts';
import type { Asked, Bendable, Fault, Hooks, WatchFrame } from '../fault.ts';
import { faults } from '../named.ts';
import { isOfType } from '../races.ts';
import { BODIED, asking, isList, refusing, sending } from '../ways.ts';

const accepts = (asked: Asked, type: RegExp): boolean => type.test(asked.headers['accept'] ?? '');

/** Changes the texts in a map of a body, if it is one. */
function eachText(map: unknown, bend: (text: string) => string): void {
  if (!isObject(map)) return;
  for (const [key, value] of Object.entries(map)) if (typeof value === 'string') map[key] = bend(value);
}

/** Hooks that change the texts of data and annotations before they are stored. */
function storing(bend: (text: string) => string): Fault['hooks'] {
  return sending(BODIED, (body) => {
    eachText(body['data'], bend);
    eachText(metadataOf(body)['annotations'], bend);
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[0-7][0-9A-F]/g, (code) => decodeURIComponent(code));
  }
}

/** Generations that count only changes of the template. */
function generationsOfTemplates(): Hooks {
  const counted = new Map<unknown, { readonly generation: number; readonly template: string }>();
  return everyObject((object: Bendable) => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] !== 'number') return;
    const template = JSON.stringify(objectAt(object, 'spec', 'template') ?? null);
    const known = counted.get(metadata['uid']);
    const generation = known === undefined ? 1 : known.generation + (known.template === template ? 0 : 1);
    counted.set(metadata['uid'], { generation, template });
    metadata['generation'] = generation;
  });
}

function telling(event: (frame: WatchFrame, asked: Asked) => readonly WatchFrame[]): Fault['hooks'] {
  return () => ({ event });
}

/** Bugs that need unusual but legal input. */
export const UNUSUAL_INPUT_FAULTS: readonly Fault[] = faults({
  'name-ends-at-its-first-dot': {
    summary: 'the name of a created object is cut at its first dot',
    caughtBy: 'create/name-is-the-one-asked-for',
    hooks: sending('create', (body) => {
      const metadata = metadataOf(body);
      if (typeof metadata['name'] === 'string') metadata['name'] = metadata['name'].split('.', 1)[0];
    }),
  },
  'texts-are-cut-at-a-thousand': {
    summary: 'texts of more than 1024 characters in data and annotations are cut there',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing((text) => text.slice(0, 1024)),
  },
  'texts-are-cut-at-64-kib': {
    summary: 'texts of more than 65535 characters in data and annotations are cut there',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'JuliaCloud/JuliaBox#387',
    hooks: storing((text) => text.slice(0, 65_535)),
  },
  'percent-signs-in-texts-are-decoded': {
    summary: 'texts in data and annotations are stored as though they were parts of a URL',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(decoded),
  },
  'init-containers-are-turned-round': {
    summary: 'the init containers of a created object are stored in the opposite order',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const spec = objectAt(body, 'spec', 'template', 'spec') ?? objectAt(body, 'spec');
      if (Array.isArray(spec?.['initContainers'])) spec['initContainers'].reverse();
    }),
  },
  'inherited-names-are-labels': {
    summary:
      'every object is taken to have the labels constructor and toString, as every object of JavaScript has such members',
    caughtBy: 'selectors/existence-selects-exactly',
    hooks: asking(
      (asked) => isList(asked) && ['constructor', 'toString'].includes(asked.query.get('labelSelector') ?? ''),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'spaces-in-a-set-are-parts-of-values': {
    summary: 'a space after a comma in a set of a label selector is taken for a part of the value',
    caughtBy: 'selectors/set-membership-selects-exactly',
    seenIn: 'cloudfoundry/cloud_controller_ng#1443',
    hooks: asking(
      (asked) => isList(asked) && asked.query.has('labelSelector'),
      ({ query }) =>
        query.set('labelSelector', String(query.get('labelSelector')).replaceAll(/, [^,)]*/g, ',no-such-value')),
    ),
  },
  'second-field-condition-ignored': {
    summary: 'of several conditions in a field selector only the first counts',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: asking(
      (asked) => isList(asked) && asked.query.has('fieldSelector'),
      ({ query }) => query.set('fieldSelector', String(query.get('fieldSelector')).split(',', 1)[0] ?? ''),
    ),
  },
  'any-type-is-not-acceptable': {
    summary: 'a request that accepts anything is answered 406',
    caughtBy: 'media-types/json-is-the-default',
    hooks: refusing((asked) => accepts(asked, /^\*\/\*$/), 406, 'NotAcceptable'),
  },
  'first-accepted-type-decides': {
    summary: 'a request that accepts several media types is answered 406 where the first is none that is produced',
    caughtBy: 'media-types/quality-values-rank-what-is-accepted',
    hooks: refusing((asked) => accepts(asked, /^text\/html/), 406, 'NotAcceptable'),
  },
  'apply-patch-taken-for-a-merge-patch': {
    summary: 'a PATCH of type application/apply-patch+yaml is taken for a merge patch',
    caughtBy: 'patch/other-media-types-are-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#2679',
    hooks: asking(
      (asked) => asked.method === 'PATCH' && isOfType(asked, 'application/apply-patch+yaml'),
      (asked) => {
        asked.headers['content-type'] = MERGE_PATCH_TYPE;
      },
    ),
  },
  'generation-follows-the-template-alone': {
    summary: 'the generation grows by changes of the pod template and by no other change of the spec',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: generationsOfTemplates,
  },
  'self-links-of-items-are-that-of-the-list': {
    summary: 'the selfLink of every item of a list is that of the list',
    caughtBy: 'world/self-links-name-their-object',
    seenIn: 'kubernetes/kubernetes#2082',
    hooks: () => ({
      response: (answered, asked) => {
        if (isList(asked)) for (const item of itemsOf(answered) ?? []) metadataOf(item)['selfLink'] = asked.path;
      },
    }),
  },
  'self-links-in-events-are-that-of-the-watch': {
    summary: 'the selfLink of the object of an event is the path of the watch',
    caughtBy: 'world/self-links-name-their-object',
    seenIn: 'kubernetes/kubernetes#2189',
    hooks: telling((frame, asked) => {
      metadataOf(frame.object)['selfLink'] = asked.path;
      return [frame];
    }),
  },
  'long-events-are-not-told': {
    summary: 'a watch leaves out events of more than 64 KiB, as a reader of lines has no more room',
    caughtBy: 'watch/misses-nothing',
    seenIn: 'etcd-io/etcd#12401',
    hooks: telling((frame) => (JSON.stringify(frame).length > 65_536 ? [] : [frame])),
  },
});
