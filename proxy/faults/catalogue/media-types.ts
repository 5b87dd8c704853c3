import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { type BendField, bendObject, kindOf, nameOf, within, without } from '../../../shared/protobuf/bend-message.ts';
import {
  failureStatus,
  isObject,
  jsonResponse,
  objectAt,
  objectPath,
  succeeded,
  successStatus,
  walk,
} from '../bend.ts';
import type { FaultyRequest, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { unversioned } from '../races.ts';
import { alsoWrites } from '../unlocked-writes.ts';
import { acceptOf, isOfType, isOne, isList, isWatch, isPlainList, contentTypeOf } from '../requests.ts';
import { responding, asking, asSent, BODIED, forgiving, refusing } from '../ways.ts';

const saysMore = (request: FaultyRequest): boolean => contentTypeOf(request).includes(';');

/** Field numbers of objects and of their metadata. */
const METADATA = 1;

const SPEC_OR_DATA = 2;

const VERSION = 6;

const CREATED = 8;

const ANNOTATIONS = 12;

const speaks = (headers: Readonly<Record<string, string>>, name: 'accept' | 'content-type'): boolean =>
  headers[name]?.includes('protobuf') === true;

const sends = (request: FaultyRequest): boolean => isOne(request, BODIED) && speaks(request.headers, 'content-type');

const watchesInProtobuf = (request: FaultyRequest): boolean => isWatch(request) && speaks(request.headers, 'accept');

/** Bends the object in a protobuf response. */
function showing(bend: BendField): (response: FaultyResponse) => void {
  return (response) => {
    if (speaks(response.headers, 'content-type')) response.raw = bendObject(response.raw, bend);
  };
}

/** A message whose own integers are cut to 32 bits. */
function withShortIntegers(message: Uint8Array): Uint8Array {
  const [reader, writer] = [new BinaryReader(message), new BinaryWriter()];
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    writer.tag(number, wire);
    if (wire === WireType.Varint) writer.uint64(BigInt.asUintN(32, BigInt(reader.uint64())));
    else writer.raw(reader.skip(wire, number));
  }
  return writer.finish();
}

const accepts = (request: FaultyRequest, type: RegExp): boolean => type.test(acceptOf(request));

/** Whether the body of a request is YAML with such a part. */
const hasYaml = (request: FaultyRequest, part: RegExp): boolean =>
  contentTypeOf(request).includes('yaml') && part.test(request.raw.toString('utf8'));

/** Faults that rules of the family `media-types` find. */
export const MEDIA_TYPES_FAULTS: readonly Fault[] = faults({
  'yaml-with-a-document-marker-refused': {
    summary: 'a YAML body that begins with `---` is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing(
      (request) => contentTypeOf(request).includes('yaml') && request.raw.toString('utf8').startsWith('---'),
      400,
      'BadRequest',
    ),
  },
  'yaml-in-braces-refused': {
    summary: 'a YAML body whose mappings are in braces, as in JSON, is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing(
      (request) => contentTypeOf(request).includes('yaml') && /^(?:---\s+)?\{/.test(request.raw.toString('utf8')),
      400,
      'BadRequest',
    ),
  },
  'charset-of-a-body-refused': {
    summary: 'a body of type application/json is refused if its type names a charset',
    caughtBy: 'media-types/body-may-say-its-charset',
    seenIn: 'kubernetes/kubernetes#14872',
    hooks: refusing((request) => isOne(request, BODIED) && saysMore(request), 415, 'UnsupportedMediaType'),
  },
  'charset-of-a-patch-refused': {
    summary: 'a patch is refused if its media type names a charset',
    caughtBy: 'media-types/patch-may-say-its-charset',
    seenIn: 'kubernetes/kubernetes#14872',
    hooks: refusing((request) => isOne(request, 'patch') && saysMore(request), 415, 'UnsupportedMediaType'),
  },
  'yaml-status-put-refused': {
    summary: 'a PUT of /status in YAML is refused; a create and a PUT of the object in YAML are right',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing(
      (request) => isOne(request, 'replaceStatus') && isOfType(request, 'application/yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'stream-type-refused-for-lists': {
    summary: 'a list that accepts application/json;stream=watch is refused',
    caughtBy: 'media-types/lists-accept-the-stream-type',
    hooks: refusing(
      (request) => isPlainList(request) && acceptOf(request).includes('stream=watch'),
      406,
      'NotAcceptable',
    ),
  },
  'quality-values-ignored': {
    summary: 'if a request accepts several media types, the first one is used, whatever the quality values',
    caughtBy: 'media-types/quality-values-rank-what-is-accepted',
    seenIn: 'flask-restful/flask-restful#242',
    hooks: asking(
      (request) => acceptOf(request).includes(';q='),
      (request) => void (request.headers['accept'] = acceptOf(request).split(',')[0]?.split(';')[0] ?? ''),
    ),
  },
  'yaml-delete-options-ignored': {
    summary: 'delete options in YAML are ignored',
    caughtBy: 'media-types/yaml-delete-options-are-read',
    hooks: () => ({
      request: async (request, upstream) =>
        request.method === 'DELETE' && contentTypeOf(request).includes('yaml')
          ? upstream.send('DELETE', `${request.path}?${request.query}`)
          : undefined,
    }),
  },
  'yaml-blocks-end-with-one-newline': {
    summary: 'texts of a YAML body that end with several newlines are stored with one, as if no block could keep them',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: () => ({
      yaml: true,
      request: (request) => {
        if (!contentTypeOf(request).includes('yaml')) return;
        walk(request.json, (object) => {
          for (const [member, value] of Object.entries(object))
            if (typeof value === 'string') object[member] = value.replace(/\n+$/, '\n');
        });
      },
    }),
  },
  'yaml-puts-are-not-locked': {
    summary: 'a PUT in YAML with a version that was replaced is stored, as if it named none',
    caughtBy: 'media-types/yaml-refuses-what-json-does',
    hooks: () => ({
      yaml: true,
      request: (request) => {
        if (isOne(request, 'replace') && contentTypeOf(request).includes('yaml') && isObject(request.json))
          request.json = unversioned(request.json);
      },
    }),
  },
  'yaml-puts-write-the-status': {
    summary: 'a PUT of the object in YAML writes the status in its body too',
    caughtBy: 'replace/ignores-the-status-sent',
    hooks: () => ({
      yaml: true,
      ...alsoWrites('replace', async (request, _, send) => {
        const status = contentTypeOf(request).includes('yaml') ? objectAt(request.json, 'status') : undefined;
        return status === undefined ? undefined : send(`${request.path}/status`, { status });
      })(),
    }),
  },
  'yaml-status-puts-write-the-spec': {
    summary: 'a PUT of /status in YAML writes the spec in its body too',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: () => ({
      yaml: true,
      ...alsoWrites('replaceStatus', async (request, _, send) => {
        const spec = contentTypeOf(request).includes('yaml') ? objectAt(request.json, 'spec') : undefined;
        return spec === undefined ? undefined : send(objectPath(request), { spec });
      })(),
    }),
  },
  'yaml-objects-are-not-checked': {
    summary: 'a create of an invalid object in YAML returns success',
    caughtBy: 'media-types/yaml-refuses-what-json-does',
    hooks: () => ({
      yaml: true,
      ...forgiving((request) => isOne(request, 'create') && contentTypeOf(request).includes('yaml'), [422], asSent)(),
    }),
  },
  'yaml-turns-texts-into-numbers': {
    summary: 'in YAML, strings that look like numbers are written without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    seenIn: 'akuity/kargo#4100',
    hooks: () => ({
      response: (response, request) => {
        if (request.method !== 'GET' || !acceptOf(request).includes('yaml') || !succeeded(response)) return;
        response.raw = Buffer.from(
          response.raw
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
      response: (response, request) => {
        if (
          request.method !== 'GET' ||
          !acceptOf(request).includes('yaml') ||
          !succeeded(response) ||
          !/\\x7f|\\x[89]|\\ufffe|[\u007f-\u009f\ufffe]/i.test(response.raw.toString('utf8'))
        )
          return;
        response.raw = Buffer.from(
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
      (request) => isOne(request, 'replace') && contentTypeOf(request).includes('yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-delete-options-not-taken': {
    summary: 'a delete whose options are in YAML gets 415',
    caughtBy: 'media-types/every-body-type-is-taken',
    hooks: refusing(
      (request) => isOne(request, 'delete') && contentTypeOf(request).includes('yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-lists-answered-as-json': {
    summary: 'a list that accepts YAML gets JSON; a get in YAML is right',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: asking(
      (request) => isList(request) && acceptOf(request).includes('yaml'),
      (request) => void (request.headers['accept'] = 'application/json'),
    ),
  },
  'pretty-escapes-twice': {
    summary: 'with pretty=true, each < in a text is shown as the six characters of its escape',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: responding(
      ({ query }) => query.get('pretty') === 'true',
      ({ json }) =>
        walk(json, (object) => {
          for (const [member, value] of Object.entries(object))
            if (typeof value === 'string') object[member] = value.replaceAll('<', String.raw`\u003c`);
        }),
    ),
  },
  'pretty-ignored-by-lists': {
    summary: 'lists ignore pretty=true; a get is right',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: asking(['list', 'listAll'], (request) => {
      request.query.delete('pretty');
      request.headers['user-agent'] = 'quiet';
    }),
  },
  'yaml-by-default': {
    summary: 'a request that accepts anything, or has no Accept, gets YAML',
    caughtBy: 'media-types/json-is-the-default',
    hooks: asking(
      (request) => request.call !== undefined && !request.call.watching && ['', '*/*'].includes(acceptOf(request)),
      (request) => void (request.headers['accept'] = 'application/yaml'),
    ),
  },
  'protobuf-field-under-another-number': {
    summary:
      'a get in protobuf writes the field after the metadata, such as spec or data, under a number that no type has',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: responding(
      ['get', 'getStatus'],
      showing(([number, value]) => [[number === SPEC_OR_DATA ? 99 : number, value]]),
    ),
  },
  'protobuf-cuts-large-integers': {
    summary: 'a get in protobuf cuts the integers of a spec to 32 bits; in JSON they are right',
    caughtBy: 'create/large-integers-keep-their-digits',
    hooks: responding(
      'get',
      showing((field) => [field[0] === SPEC_OR_DATA ? [field[0], withShortIntegers(field[1])] : field]),
    ),
  },
  'protobuf-lists-ignore-label-selectors': {
    summary: 'a list in protobuf ignores its label selector',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: asking(
      (request) => isPlainList(request) && speaks(request.headers, 'accept'),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'protobuf-exports-are-whole': {
    summary: 'a get in protobuf ignores export=true',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: asking(
      (request) => isOne(request, 'get') && speaks(request.headers, 'accept'),
      ({ query }) => query.delete('export'),
    ),
  },
  'protobuf-create-answers-without-time': {
    summary: 'the response to a create in protobuf lacks the creation timestamp',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: responding('create', showing(within(METADATA, without(CREATED)))),
  },
  'protobuf-put-loses-annotations': {
    summary: 'a PUT in protobuf stores everything except the annotations',
    caughtBy: 'media-types/protobuf-bodies-are-stored-as-sent',
    hooks: asking(
      (request) => isOne(request, 'replace') && sends(request),
      (request) => void (request.raw = bendObject(request.raw, within(METADATA, without(ANNOTATIONS)))),
    ),
  },
  'protobuf-deletes-answered-in-json': {
    summary: 'a delete that accepts protobuf gets JSON; a get in protobuf is right',
    caughtBy: 'media-types/every-endpoint-answers-in-protobuf',
    hooks: asking(
      (request) => isOne(request, ['delete', 'deleteCollection']) && speaks(request.headers, 'accept'),
      (request) => void (request.headers['accept'] = 'application/json'),
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
    hooks: asking(watchesInProtobuf, (request) => void (request.headers['accept'] = 'application/json')),
  },
  'protobuf-watches-ignore-label-selectors': {
    summary: 'a watch in protobuf ignores its label selector',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: asking(watchesInProtobuf, ({ query }) => query.delete('labelSelector')),
  },
  'protobuf-watches-ignore-timeouts': {
    summary: 'a watch in protobuf ignores its timeoutSeconds',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: asking(watchesInProtobuf, ({ query }) => query.delete('timeoutSeconds')),
  },
  'protobuf-status-writes-store-the-spec': {
    summary: 'a PUT of /status in protobuf stores the spec that it carries too',
    caughtBy: 'media-types/protobuf-bodies-are-stored-as-sent',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replaceStatus') || !speaks(request.headers, 'content-type')) return;
        request.raw = bendObject(request.raw, within(METADATA, without(VERSION)));
        await upstream.send('PUT', objectPath(request), request.raw, contentTypeOf(request));
      },
    }),
  },
  'unreadable-protobuf-acknowledged': {
    summary: 'a create or PUT whose protobuf body is unreadable returns success, and nothing is stored',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: forgiving(sends, [400, 422, 500], (_, request) =>
      kindOf(request.raw) === undefined ? jsonResponse(200, successStatus()) : undefined,
    ),
  },
  'foreign-protobuf-stored-empty': {
    summary:
      'a create whose protobuf message is of another kind stores an empty object under its name if the kind allows that',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: () => ({
      request: async (request, upstream) => {
        const kind = isOne(request, 'create') && sends(request) ? kindOf(request.raw) : undefined;
        return kind === undefined || kind === request.call?.resource?.kind
          ? undefined
          : upstream.send('POST', request.path, { metadata: { name: nameOf(request.raw) } });
      },
    }),
  },
  'protobuf-objects-are-not-checked': {
    summary: 'a create of an invalid object in protobuf returns success',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (request) => isOne(request, 'create') && sends(request) && kindOf(request.raw) === request.call?.resource?.kind,
      [422],
      () => jsonResponse(200, successStatus()),
    ),
  },
  'protobuf-options-of-a-delete-not-checked': {
    summary: 'a delete whose protobuf options exclude each other is carried out with the first of them',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (request) => isOne(request, 'delete') && speaks(request.headers, 'content-type'),
      [400, 422],
      (_, request, upstream) => upstream.send('DELETE', request.path, { propagationPolicy: 'Background' }),
    ),
  },
  'protobuf-puts-are-not-locked': {
    summary: 'a PUT in protobuf with a version that was replaced is stored, as if it had the current one',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (request) => isOne(request, 'replace') && speaks(request.headers, 'content-type'),
      [409],
      (_, request, upstream) =>
        upstream.send('PATCH', request.path, { metadata: { annotations: { late: 'yes' } } }, MERGE_PATCH_TYPE),
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
    hooks: refusing((request) => accepts(request, /^\*\/\*$/), 406, 'NotAcceptable'),
  },
  'first-accepted-type-decides': {
    summary: 'a request gets 406 if the first media type that it accepts is not supported, whatever the others',
    caughtBy: 'media-types/quality-values-rank-what-is-accepted',
    hooks: refusing((request) => accepts(request, /^text\/html/), 406, 'NotAcceptable'),
  },
  'yaml-answered-as-json': {
    summary: 'a request that accepts YAML gets JSON',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: () => ({
      request: (request) => {
        if (acceptOf(request).includes('yaml')) request.headers['accept'] = 'application/json';
      },
    }),
  },
  'yaml-body-refused': {
    summary: 'a body of type application/yaml is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    seenIn: 'kubernetes/kubernetes#37455',
    hooks: () => ({
      request: (request) =>
        contentTypeOf(request).includes('yaml') && request.method === 'POST'
          ? jsonResponse(415, failureStatus(415, 'UnsupportedMediaType', 'only JSON is read'))
          : undefined,
    }),
  },
  'pretty-ignored': {
    summary: 'pretty=true is ignored',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: () => ({
      request: (request) => {
        request.query.delete('pretty');
        request.headers['user-agent'] = 'quiet';
      },
    }),
  },
  'content-type-is-text': {
    summary: 'JSON responses have the Content-Type text/plain',
    caughtBy: 'media-types/json-is-the-default',
    seenIn: 'kubernetes/kubernetes#44837',
    hooks: () => ({
      response: (response) => {
        if (response.json !== undefined && succeeded(response)) response.headers['content-type'] = 'text/plain';
      },
    }),
  },
  'charset-in-capitals-refused': {
    summary: 'a body of type application/json is refused if its charset has capitals, as in charset=UTF-8',
    caughtBy: 'media-types/body-may-say-its-charset',
    hooks: refusing(
      (request) => isOne(request, BODIED) && /[A-Z]/.test(contentTypeOf(request)),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-with-aliases-refused': {
    summary: 'a YAML body with an alias is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing((request) => hasYaml(request, /: \*\w+$/m), 400, 'BadRequest'),
  },
  'yaml-with-comments-refused': {
    summary: 'a YAML body that begins with a comment is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing((request) => hasYaml(request, /^#/), 400, 'BadRequest'),
  },
  'yaml-blocks-lose-their-line-ends': {
    summary: 'a text in a block of a YAML body is stored with spaces in place of its line ends',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: asking(
      (request) => hasYaml(request, /: \|$/m),
      (request) => void (request.raw = Buffer.from(request.raw.toString('utf8').replaceAll(/: \|$/gm, ': >'))),
    ),
  },
});
