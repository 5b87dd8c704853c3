import { succeeded, walk } from '../../bend.ts';
import type { FaultyRequest, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptOf, isChunked, isOne, isPlainList, isWrite, contentTypeOf, STATUS_WRITES } from '../../requests.ts';
import { responding, asking, BODIED, refusing } from '../../ways.ts';
import { returningJson } from './in-json.ts';

const saysMore = (request: FaultyRequest): boolean => contentTypeOf(request).includes(';');

const accepts = (request: FaultyRequest, type: RegExp): boolean => type.test(acceptOf(request));

/** Hides that a request wants a pretty response, by its parameter or as one of a browser. */
function ignorePretty(request: FaultyRequest): void {
  request.query.delete('pretty');
  request.headers['user-agent'] = 'quiet';
}

/** Faults of the choice of a media type, of its parameters, of how bodies travel, and of `pretty`. */
export const NEGOTIATION: readonly Fault[] = faults({
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
  // Parameter set W: "Body parameter `body` is required", however HTTP delimits it.
  'chunked-body-counts-as-empty': {
    summary: 'a body that travels in chunks, without its length, counts as an empty one',
    caughtBy: 'media-types/chunked-bodies-are-read',
    seenIn: 'unbit/uwsgi#1394',
    hooks: asking(
      (request) => isWrite(request) && isChunked(request),
      (request) => {
        request.json = undefined;
        request.raw = Buffer.alloc(0);
      },
    ),
  },
  // Media types: "any content type for ordinary bodies (samples use ... JSON)", which may begin with white space.
  'json-after-white-space-refused': {
    summary: 'the server refuses a JSON body that begins with a blank or a line end',
    caughtBy: 'media-types/every-writing-of-json-is-read',
    hooks: refusing(
      (request) =>
        isWrite(request) && /json|^$/.test(contentTypeOf(request)) && /^\s/.test(request.raw.toString('latin1', 0, 1)),
      400,
      'BadRequest',
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
    hooks: asking(['list', 'listAll'], ignorePretty),
  },
  // Parameter set W: `pretty`; GET .../status: "none (pretty)".
  'pretty-does-nothing-for-status': {
    summary: 'reads and writes of /status ignore pretty=true; those of the object are right',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: asking(['getStatus', ...STATUS_WRITES], ignorePretty),
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
  // Media types: "Responses (Produces) on all endpoints: `application/json`, `application/yaml`, ...".
  'collection-delete-answers-in-json': {
    summary: 'a collection delete returns its Status in JSON, whatever type the request accepts',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: returningJson('deleteCollection'),
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
  'pretty-ignored': {
    summary: 'pretty=true is ignored',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: asking(() => true, ignorePretty),
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
  'response-bears-the-first-type-that-is-accepted': {
    summary: 'a JSON response bears the first type of the Accept header, such as `text/html` of `text/html, */*`',
    caughtBy: 'media-types/one-of-several-types-is-enough',
    hooks: () => ({
      response: (response, request) => {
        const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(acceptOf(request))?.[1];
        if (type === undefined || /json|yaml|protobuf/.test(type)) return;
        if (response.json !== undefined && succeeded(response)) response.headers['content-type'] = type;
      },
    }),
  },
});
