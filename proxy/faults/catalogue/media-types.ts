import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { type BendField, bendObject, kindOf, nameOf, within, without } from '../bend-protobuf.ts';
import { failureStatus, isObject, jsonResponse, succeeded, successStatus } from '../bend.ts';
import type { Asked, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { unversioned } from '../races.ts';
import { acceptOf, isOfType, isOne, isList, isWatch, isPlainList, contentTypeOf } from '../requests.ts';
import { answering, asking, asSent, BODIED, forgiving, refusing } from '../ways.ts';

const saysMore = (asked: Asked): boolean => contentTypeOf(asked).includes(';');

/** Field numbers of objects and of their metadata. */
const METADATA = 1;

const SPEC_OR_DATA = 2;

const CREATED = 8;

const ANNOTATIONS = 12;

const speaks = (headers: Readonly<Record<string, string>>, name: 'accept' | 'content-type'): boolean =>
  headers[name]?.includes('protobuf') === true;

const sends = (asked: Asked): boolean => isOne(asked, BODIED) && speaks(asked.headers, 'content-type');

/** Bends the object in a protobuf response. */
function showing(bend: BendField): (answered: FaultyResponse) => void {
  return (answered) => {
    if (speaks(answered.headers, 'content-type')) answered.raw = bendObject(answered.raw, bend);
  };
}

const accepts = (asked: Asked, type: RegExp): boolean => type.test(acceptOf(asked));

/** Faults that rules of the family `media-types` find. */
export const MEDIA_TYPES_FAULTS: readonly Fault[] = faults({
  'charset-of-a-body-refused': {
    summary: 'a body of type application/json is refused if its type names a charset',
    caughtBy: 'media-types/body-may-say-its-charset',
    seenIn: 'kubernetes/kubernetes#14872',
    hooks: refusing((asked) => isOne(asked, BODIED) && saysMore(asked), 415, 'UnsupportedMediaType'),
  },
  'charset-of-a-patch-refused': {
    summary: 'a patch is refused if its media type names a charset',
    caughtBy: 'media-types/patch-may-say-its-charset',
    seenIn: 'kubernetes/kubernetes#14872',
    hooks: refusing((asked) => isOne(asked, 'patch') && saysMore(asked), 415, 'UnsupportedMediaType'),
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
  'stream-type-refused-for-lists': {
    summary: 'a list that accepts application/json;stream=watch is refused',
    caughtBy: 'media-types/lists-accept-the-stream-type',
    hooks: refusing((asked) => isPlainList(asked) && acceptOf(asked).includes('stream=watch'), 406, 'NotAcceptable'),
  },
  'quality-values-ignored': {
    summary: 'if a request accepts several media types, the first one is used, whatever the quality values',
    caughtBy: 'media-types/quality-values-rank-what-is-accepted',
    seenIn: 'flask-restful/flask-restful#242',
    hooks: asking(
      (asked) => acceptOf(asked).includes(';q='),
      (asked) => void (asked.headers['accept'] = acceptOf(asked).split(',')[0]?.split(';')[0] ?? ''),
    ),
  },
  'yaml-delete-options-ignored': {
    summary: 'delete options in YAML are ignored',
    caughtBy: 'media-types/yaml-delete-options-are-read',
    hooks: () => ({
      request: async (asked, upstream) =>
        asked.method === 'DELETE' && contentTypeOf(asked).includes('yaml')
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
        if (isOne(asked, 'replace') && contentTypeOf(asked).includes('yaml') && isObject(asked.json))
          asked.json = unversioned(asked.json);
      },
    }),
  },
  'yaml-objects-are-not-checked': {
    summary: 'a create of an invalid object in YAML returns success',
    caughtBy: 'media-types/yaml-refuses-what-json-does',
    hooks: () => ({
      yaml: true,
      ...forgiving((asked) => isOne(asked, 'create') && contentTypeOf(asked).includes('yaml'), [422], asSent)(),
    }),
  },
  'yaml-turns-texts-into-numbers': {
    summary: 'in YAML, strings that look like numbers are written without quotes',
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
    summary: 'a read in YAML of an object with control characters gets 200 and a Status of code 500',
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
    hooks: refusing(
      (asked) => isOne(asked, 'replace') && contentTypeOf(asked).includes('yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-delete-options-not-taken': {
    summary: 'a delete whose options are in YAML gets 415',
    caughtBy: 'media-types/every-body-type-is-taken',
    hooks: refusing(
      (asked) => isOne(asked, 'delete') && contentTypeOf(asked).includes('yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-lists-answered-as-json': {
    summary: 'a list that accepts YAML gets JSON; a get in YAML is right',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: asking(
      (asked) => isList(asked) && acceptOf(asked).includes('yaml'),
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
    summary: 'a request that accepts anything, or has no Accept, gets YAML',
    caughtBy: 'media-types/json-is-the-default',
    hooks: asking(
      (asked) => asked.call !== undefined && !asked.call.watching && ['', '*/*'].includes(acceptOf(asked)),
      (asked) => void (asked.headers['accept'] = 'application/yaml'),
    ),
  },
  'protobuf-field-under-another-number': {
    summary:
      'a get in protobuf writes the field after the metadata, such as spec or data, under a number that no type has',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: answering(
      ['get', 'getStatus'],
      showing(([number, value]) => [[number === SPEC_OR_DATA ? 99 : number, value]]),
    ),
  },
  'protobuf-create-answers-without-time': {
    summary: 'the response to a create in protobuf lacks the creation timestamp',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: answering('create', showing(within(METADATA, without(CREATED)))),
  },
  'protobuf-put-loses-annotations': {
    summary: 'a PUT in protobuf stores everything except the annotations',
    caughtBy: 'media-types/protobuf-bodies-are-stored-as-sent',
    hooks: asking(
      (asked) => isOne(asked, 'replace') && sends(asked),
      (asked) => void (asked.raw = bendObject(asked.raw, within(METADATA, without(ANNOTATIONS)))),
    ),
  },
  'protobuf-deletes-answered-in-json': {
    summary: 'a delete that accepts protobuf gets JSON; a get in protobuf is right',
    caughtBy: 'media-types/every-endpoint-answers-in-protobuf',
    hooks: asking(
      (asked) => isOne(asked, ['delete', 'deleteCollection']) && speaks(asked.headers, 'accept'),
      (asked) => void (asked.headers['accept'] = 'application/json'),
    ),
  },
  'protobuf-frames-without-length': {
    summary: 'the events of a watch in protobuf lack the length before each',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: () => ({ frame: (frame) => frame.subarray(4) }),
  },
  'protobuf-watches-answered-in-json': {
    summary: 'a watch that accepts protobuf gets JSON; a get in protobuf is right',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: asking(
      (asked) => isWatch(asked) && speaks(asked.headers, 'accept'),
      (asked) => void (asked.headers['accept'] = 'application/json'),
    ),
  },
  'unreadable-protobuf-acknowledged': {
    summary: 'a create or PUT whose protobuf body is unreadable returns success, and nothing is stored',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: forgiving(sends, [400, 422, 500], (_, asked) =>
      kindOf(asked.raw) === undefined ? jsonResponse(200, successStatus()) : undefined,
    ),
  },
  'foreign-protobuf-stored-empty': {
    summary:
      'a create whose protobuf message is of another kind stores an empty object under its name if the kind allows that',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: () => ({
      request: async (asked, upstream) => {
        const kind = isOne(asked, 'create') && sends(asked) ? kindOf(asked.raw) : undefined;
        return kind === undefined || kind === asked.call?.resource?.kind
          ? undefined
          : upstream.send('POST', asked.path, { metadata: { name: nameOf(asked.raw) } });
      },
    }),
  },
  'protobuf-objects-are-not-checked': {
    summary: 'a create of an invalid object in protobuf returns success',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (asked) => isOne(asked, 'create') && sends(asked) && kindOf(asked.raw) === asked.call?.resource?.kind,
      [422],
      () => jsonResponse(200, successStatus()),
    ),
  },
  'protobuf-options-of-a-delete-not-checked': {
    summary: 'a delete whose protobuf options exclude each other is carried out with the first of them',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (asked) => isOne(asked, 'delete') && speaks(asked.headers, 'content-type'),
      [400, 422],
      (_, asked, upstream) => upstream.send('DELETE', asked.path, { propagationPolicy: 'Background' }),
    ),
  },
  'protobuf-puts-are-not-locked': {
    summary: 'a PUT in protobuf with a version that was replaced is stored, as if it had the current one',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (asked) => isOne(asked, 'replace') && speaks(asked.headers, 'content-type'),
      [409],
      (_, asked, upstream) =>
        upstream.send('PATCH', asked.path, { metadata: { annotations: { late: 'yes' } } }, MERGE_PATCH_TYPE),
    ),
  },
  'several-accepted-types-refused': {
    summary: 'a request that accepts more than one media type gets 406',
    caughtBy: 'media-types/one-of-several-types-is-enough',
    hooks: refusing(
      ({ headers, call }) => call !== undefined && !call.watching && (headers['accept'] ?? '').includes(','),
      406,
      'NotAcceptable',
    ),
  },
  'content-type-of-a-get-refused': {
    summary: 'a get or a list with the Content-Type application/yaml gets 415',
    caughtBy: 'media-types/content-type-of-a-read-is-no-matter',
    hooks: refusing(
      ({ method, headers }) => method === 'GET' && (headers['content-type'] ?? '').startsWith('application/yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'any-type-is-not-acceptable': {
    summary: 'a request that accepts anything gets 406',
    caughtBy: 'media-types/json-is-the-default',
    hooks: refusing((asked) => accepts(asked, /^\*\/\*$/), 406, 'NotAcceptable'),
  },
  'first-accepted-type-decides': {
    summary: 'a request gets 406 if the first media type that it accepts is not supported, whatever the others',
    caughtBy: 'media-types/quality-values-rank-what-is-accepted',
    hooks: refusing((asked) => accepts(asked, /^text\/html/), 406, 'NotAcceptable'),
  },
  'yaml-answered-as-json': {
    summary: 'a request that accepts YAML gets JSON',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: () => ({
      request: (asked) => {
        if (acceptOf(asked).includes('yaml')) asked.headers['accept'] = 'application/json';
      },
    }),
  },
  'yaml-body-refused': {
    summary: 'a body of type application/yaml is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    seenIn: 'kubernetes/kubernetes#37455',
    hooks: () => ({
      request: (asked) =>
        contentTypeOf(asked).includes('yaml') && asked.method === 'POST'
          ? jsonResponse(415, failureStatus(415, 'UnsupportedMediaType', 'only JSON is read'))
          : undefined,
    }),
  },
  'pretty-ignored': {
    summary: 'pretty=true is ignored',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: () => ({
      request: (asked) => {
        asked.query.delete('pretty');
        asked.headers['user-agent'] = 'quiet';
      },
    }),
  },
  'content-type-is-text': {
    summary: 'JSON responses have the Content-Type text/plain',
    caughtBy: 'media-types/json-is-the-default',
    seenIn: 'kubernetes/kubernetes#44837',
    hooks: () => ({
      response: (answered) => {
        if (answered.json !== undefined && succeeded(answered)) answered.headers['content-type'] = 'text/plain';
      },
    }),
  },
});
