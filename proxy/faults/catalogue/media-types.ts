import { isObject, itemsOf, metadataOf, succeeded } from '../bend.ts';
import { unversioned } from '../races.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { answering, asking, asSent, forgiving, isOne, refusing } from '../ways.ts';

const acceptOf = (asked: Asked): string => asked.headers['accept'] ?? '';
const typeOf = (asked: Asked): string => asked.headers['content-type'] ?? '';

/** Hooks that bend the resources of discovery documents. */
function discovering(bend: (resources: Bendable[], document: Bendable) => void): Fault['hooks'] {
  return answering('discover', (answered) => {
    const document = answered.json;
    if (isObject(document) && Array.isArray(document['resources']))
      bend(document['resources'].filter(isObject), document);
  });
}

/** Faults of media types and discovery. */
export const MEDIA_TYPE_FAULTS: readonly Fault[] = faults({
  'stream-type-refused-for-lists': {
    summary: 'a list asked for as application/json;stream=watch is refused',
    caughtBy: 'media-types/lists-accept-the-stream-type',
    hooks: refusing(
      (asked) =>
        isOne(asked, ['list', 'listAll']) && asked.call?.watching !== true && acceptOf(asked).includes('stream=watch'),
      406,
      'NotAcceptable',
    ),
  },
  'stream-type-refused-for-watches': {
    summary: 'a watch asked for as application/json;stream=watch is refused; one asked for as plain JSON is served',
    caughtBy: 'watch/stream-type-is-accepted',
    hooks: refusing(
      (asked) => asked.call?.watching === true && acceptOf(asked).includes('stream=watch'),
      406,
      'NotAcceptable',
    ),
  },
  'quality-values-ignored': {
    summary: 'of several media types that a request accepts the first counts, whatever its quality value',
    caughtBy: 'media-types/quality-values-rank-what-is-accepted',
    seenIn: 'flask-restful/flask-restful#242',
    hooks: asking(
      (asked) => acceptOf(asked).includes(';q='),
      (asked) => void (asked.headers['accept'] = acceptOf(asked).split(',')[0]?.split(';')[0] ?? ''),
    ),
  },
  'yaml-delete-options-ignored': {
    summary: 'delete options in YAML are not read',
    caughtBy: 'media-types/yaml-delete-options-are-read',
    hooks: () => ({
      request: async (asked, upstream) =>
        asked.method === 'DELETE' && typeOf(asked).includes('yaml')
          ? upstream.send('DELETE', `${asked.path}?${asked.query}`)
          : undefined,
    }),
  },
  'yaml-puts-are-not-locked': {
    summary: 'a PUT in YAML with a version that was replaced is stored, as if it named none',
    caughtBy: 'media-types/yaml-refuses-what-json-does',
    hooks: () => ({
      yaml: true,
      request: (asked) => {
        if (isOne(asked, 'replace') && typeOf(asked).includes('yaml') && isObject(asked.json))
          asked.json = unversioned(asked.json);
      },
    }),
  },
  'yaml-objects-are-not-checked': {
    summary: 'a create in YAML of an object that may not be is acknowledged',
    caughtBy: 'media-types/yaml-refuses-what-json-does',
    hooks: () => ({
      yaml: true,
      ...forgiving((asked) => isOne(asked, 'create') && typeOf(asked).includes('yaml'), [422], asSent)(),
    }),
  },
  'yaml-turns-texts-into-numbers': {
    summary: 'in YAML, texts that look like numbers are written without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    seenIn: 'akuity/kargo#4100',
    hooks: () => ({
      response: (answered, asked) => {
        if (asked.method !== 'GET' || !acceptOf(asked).includes('yaml') || !succeeded(answered)) return;
        answered.raw = Buffer.from(
          answered.raw
            .toString('utf8')
            .replaceAll(/^(\s*(?!"?resourceVersion)\S+): ["'](\d+|true|false)["']$/gm, '$1: $2'),
        );
      },
    }),
  },
  'yaml-fails-at-control-characters': {
    summary: 'a read in YAML of an object with control characters answers 200 and a Status of code 500',
    caughtBy: 'media-types/yaml-shows-control-characters',
    hooks: () => ({
      response: (answered, asked) => {
        if (
          asked.method !== 'GET' ||
          !acceptOf(asked).includes('yaml') ||
          !succeeded(answered) ||
          !/\\x7f|\\x[89]|\\ufffe|[\u007f-\u009f\ufffe]/i.test(answered.raw.toString('utf8'))
        )
          return;
        answered.raw = Buffer.from(
          'kind: Status\napiVersion: v1\nmetadata: {}\nstatus: Failure\nmessage: control characters are not allowed\ncode: 500\n',
        );
      },
    }),
  },
  'yaml-put-refused': {
    summary: 'a PUT in YAML is refused; a create in YAML is right',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    seenIn: 'kubernetes/kubernetes#37455',
    hooks: refusing((asked) => isOne(asked, 'replace') && typeOf(asked).includes('yaml'), 415, 'UnsupportedMediaType'),
  },
  'yaml-delete-options-not-taken': {
    summary: 'a delete whose options are in YAML is answered 415',
    caughtBy: 'media-types/every-body-type-is-taken',
    hooks: refusing((asked) => isOne(asked, 'delete') && typeOf(asked).includes('yaml'), 415, 'UnsupportedMediaType'),
  },
  'yaml-lists-answered-as-json': {
    summary: 'a list asked for in YAML comes in JSON; a get in YAML is right',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: asking(
      (asked) => isOne(asked, ['list', 'listAll']) && acceptOf(asked).includes('yaml'),
      (asked) => void (asked.headers['accept'] = 'application/json'),
    ),
  },
  'pretty-ignored-by-lists': {
    summary: 'lists ignore pretty=true; a get is right',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: asking(['list', 'listAll'], (asked) => {
      asked.query.delete('pretty');
      asked.headers['user-agent'] = 'quiet';
    }),
  },
  'yaml-by-default': {
    summary: 'a request that accepts anything, or names nothing, is answered in YAML',
    caughtBy: 'media-types/json-is-the-default',
    hooks: asking(
      (asked) => asked.call !== undefined && !asked.call.watching && ['', '*/*'].includes(acceptOf(asked)),
      (asked) => void (asked.headers['accept'] = 'application/yaml'),
    ),
  },
  'discovery-is-untyped': {
    summary: 'a discovery document has neither kind nor apiVersion',
    caughtBy: 'discovery/is-an-api-resource-list',
    hooks: discovering((_, document) => {
      delete document['kind'];
      delete document['apiVersion'];
    }),
  },
  'discovery-names-the-version-alone': {
    summary: 'a discovery document names the version of its path without the group',
    caughtBy: 'discovery/names-the-group-version-of-its-path',
    hooks: discovering(
      (_, document) => void (document['groupVersion'] = String(document['groupVersion']).split('/').at(-1)),
    ),
  },
  'discovery-lists-reading-verbs-only': {
    summary: 'discovery lists the verbs get, list and watch only',
    caughtBy: 'discovery/verbs-that-work-are-listed',
    hooks: discovering((resources) => {
      for (const resource of resources)
        if (Array.isArray(resource['verbs']))
          resource['verbs'] = resource['verbs'].filter((verb) => ['get', 'list', 'watch'].includes(String(verb)));
    }),
  },
  'discovery-names-another-kind': {
    summary: 'discovery names a kind for each resource of extensions that it does not serve',
    caughtBy: 'discovery/kind-and-scope-are-right',
    seenIn: 'kubernetes/kubernetes#22413',
    hooks: discovering((resources, document) => {
      if (document['groupVersion'] === 'extensions/v1beta1')
        for (const resource of resources) resource['kind'] = `${String(resource['kind'])}Dummy`;
    }),
  },
  'missing-body-taken-for-nothing': {
    summary: 'a PATCH without a body answers 200 and the object as it is',
    caughtBy: 'validation/missing-bodies-are-refused',
    seenIn: 'strongloop/strong-remoting#342',
    hooks: () => ({
      request: async (asked, upstream) =>
        isOne(asked, ['patch', 'patchStatus']) && asked.raw.length === 0 ? upstream.send('GET', asked.path) : undefined,
    }),
  },
  'array-body-taken-for-its-element': {
    summary: 'a body that is no object is taken for an empty one: a create makes something nobody asked for',
    caughtBy: 'validation/bodies-that-are-no-objects-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (
          !isOne(asked, 'create') ||
          asked.json === undefined ||
          isObject(asked.json) ||
          asked.call?.resource?.kind !== 'ConfigMap'
        )
          return;
        asked.json = { metadata: { generateName: 'element-' } };
      },
    }),
  },
  'unreadable-timeout-ignored': {
    summary: 'a timeoutSeconds that is no number is ignored',
    caughtBy: 'validation/numbers-in-parameters-are-read',
    hooks: asking(
      (asked) => !/^\d*$/.test(asked.query.get('timeoutSeconds') ?? ''),
      (asked) => asked.query.delete('timeoutSeconds'),
    ),
  },
  'truncated-list': {
    summary: 'a list of more than two objects is cut after the second and says nothing of it',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: answering(['list', 'listAll'], (answered) => {
      const items = itemsOf(answered);
      if (
        items !== undefined &&
        items.length > 2 &&
        isObject(answered.json) &&
        metadataOf(answered.json)['continue'] === undefined
      )
        answered.json['items'] = items.slice(0, 2);
    }),
  },
});
