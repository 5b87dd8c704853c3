import { deflateSync } from 'node:zlib';
import { isEnveloped } from '../../../shared/protobuf/bend-message.ts';
import { JSON_STREAM_TYPE } from '../../../spec/surface/media-types.ts';
import { everyObject, isObject, metadataOf } from '../bend.ts';
import type { FaultyRequest, Variant } from '../fault.ts';
import { operationsOf } from '../json-patch.ts';
import { variants } from '../named.ts';
import { isWatch } from '../requests.ts';
import { isInYaml } from '../responses.ts';
import { inDescendingOrder, withPaddedLengths } from './protobuf-forms.ts';
import { reprinted } from './reprinted.ts';
import { asksForJson } from './responses.ts';
import { escapeOf, jsonInYaml, withKeysAndAnchors } from './yaml-forms.ts';

/** A JSON text in which every character is escaped that may be dangerous anywhere, as for a page or a log. */
function escapedInFull(text: string): string {
  return text.replace(/\\.|[/<>&'\u007f-\uffff]/gs, (found) => {
    if (found.startsWith('\\')) return found;
    return found === '/' ? '\\/' : escapeOf(found);
  });
}

/** A text or a number of JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/gs;

/** A JSON text whose whole numbers have a fraction or an exponent, such as 1.0 and 6e2. */
function withoutWholeNumbers(text: string): string {
  return text.replace(TOKEN, (token) => {
    if (!/^-?\d{1,15}$/.test(token)) return token;
    const zeros = /[1-9](00+)$/.exec(token)?.[1]?.length ?? 0;
    return zeros === 0 ? `${token}.0` : `${token.slice(0, -zeros)}e${zeros}`;
  });
}

/** Whether a client takes bodies in the coding `deflate`. */
const takesDeflate = (codings = ''): boolean =>
  codings.split(',').some((coding) => /^\s*deflate\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));

/** A field that neither the envelope of objects nor a watch event has: number 15, three bytes. */
const LATER_FIELD = Buffer.from([(15 << 3) | 2, 3, 0x6e, 0x65, 0x77]);

/** Changes the times in the metadata of an object that the system writes. */
function changeTimes(object: unknown, change: (time: string) => string): void {
  const metadata = metadataOf(object);
  for (const member of ['creationTimestamp', 'deletionTimestamp']) {
    const time = metadata[member];
    if (typeof time === 'string') metadata[member] = change(time);
  }
}

const withFraction = (time: string): string => time.replace(/(:\d\d)Z$/, '$1.000000Z');
const withoutFraction = (time: string): string => time.replace(/\.000000Z$/, 'Z');

/** Takes the fractions back out of the times that a client sends as it read them. */
function takeFractionsOut(request: FaultyRequest): void {
  changeTimes(request.json, withoutFraction);
  for (const operation of operationsOf(request)) {
    const { path, value } = operation;
    if (typeof value === 'string' && /^\/metadata\/\w+Timestamp$/.test(String(path)))
      operation['value'] = withoutFraction(value);
    else if (isObject(value)) changeTimes(path === '/metadata' ? { metadata: value } : value, withoutFraction);
  }
}

/** Servers that write the same in other bytes. */
export const WIRE_FORM_VARIANTS: readonly Variant[] = variants({
  'json-is-escaped-in-full': {
    summary: 'JSON is plain ASCII: a slash is \\/, and <, >, &, quotation marks and all else have \\u escapes',
    dialect: 'spec',
    hooks: () => reprinted(escapedInFull),
  },
  'whole-numbers-have-fractions': {
    summary: 'the server writes whole numbers in JSON with a fraction or an exponent, such as 1.0 and 6e2',
    dialect: 'spec',
    hooks: () => reprinted(withoutWholeNumbers),
  },
  'watches-in-json-are-marked-as-streams': {
    summary: 'the server marks each watch in JSON with ;stream=watch, also if a client accepts plain JSON',
    dialect: 'spec',
    hooks: () => ({
      request: (request) => {
        if (isWatch(request) && asksForJson(request)) request.headers['accept'] = JSON_STREAM_TYPE;
      },
      // A refusal is no stream.
      response: ({ headers }, request) => {
        const type = headers['content-type'];
        if (isWatch(request) && type !== undefined) headers['content-type'] = type.replace(/;\s*stream=watch/, '');
      },
    }),
  },
  'media-types-in-mixed-case': {
    summary: 'the Content-Type of responses is Application/JSON or Application/YAML',
    dialect: 'spec',
    hooks: () => ({
      response: ({ headers }) => {
        const type = headers['content-type'];
        if (type !== undefined)
          headers['content-type'] = type
            .replace('application/json', 'Application/JSON')
            .replace('application/yaml', 'Application/YAML');
      },
    }),
  },
  'yaml-is-written-as-json': {
    summary: 'a body in YAML is written in the flow style of YAML, as JSON on one line',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (response, { query }) => {
        if (!isInYaml(response) || response.json === undefined || query.get('pretty') === 'true') return;
        Object.assign(response, { json: undefined, raw: Buffer.from(`${jsonInYaml(response.json)}\n`) });
      },
    }),
  },
  'yaml-has-markers-and-comments': {
    summary: 'a body in YAML begins with a document marker and a comment, and ends with the marker of the end',
    dialect: 'spec',
    hooks: () => ({
      response: (response) => {
        if (!isInYaml(response) || response.json !== undefined || response.raw.length === 0) return;
        const text = response.raw.toString('utf8');
        if (/^(?:---|%)/.test(text)) return;
        response.raw = Buffer.from(
          `--- # served from shard 3\n# kind: of a comment\n${text.replace(/\n?$/, '\n')}...\n`,
        );
      },
    }),
  },
  'yaml-has-explicit-keys-and-anchors': {
    summary: 'the server writes YAML with a question mark before each key, and a repeated map as an alias of the first',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (response) => {
        if (!isInYaml(response) || response.json === undefined) return;
        Object.assign(response, { json: undefined, raw: Buffer.from(withKeysAndAnchors(response.json)) });
      },
    }),
  },
  'yaml-has-windows-line-ends': {
    summary: 'the server begins a body in YAML with a byte order mark, and ends each of its lines with CR LF',
    dialect: 'spec',
    hooks: () => ({
      response: (response) => {
        if (!isInYaml(response) || response.json !== undefined || response.raw.length === 0) return;
        response.raw = Buffer.from(`\ufeff${response.raw.toString('utf8').replace(/\r?\n/g, '\r\n')}`);
      },
    }),
  },
  'protobuf-fields-in-another-order': {
    summary: 'the server writes the fields of objects and events in protobuf from the highest number down',
    dialect: 'spec',
    hooks: inDescendingOrder,
  },
  'protobuf-lengths-have-four-bytes': {
    summary: 'the server writes each length in protobuf in four bytes, which it keeps free before it knows it',
    dialect: 'spec',
    hooks: withPaddedLengths,
  },
  'bodies-in-deflate': {
    summary: 'the server compresses bodies by the coding deflate for clients that accept it',
    dialect: 'spec',
    hooks: () => ({
      response: (response, { headers }) => {
        if (!takesDeflate(headers['accept-encoding']) || response.raw.length === 0) return;
        Object.assign(response.headers, { 'content-encoding': 'deflate', vary: 'Accept-Encoding' });
        Object.assign(response, { json: undefined, raw: deflateSync(response.raw) });
      },
    }),
  },
  'protobuf-has-fields-of-later-releases': {
    summary: 'objects and watch events in protobuf carry a field that earlier releases do not know',
    dialect: 'spec',
    hooks: () => ({
      response: (response) => {
        if (response.json === undefined && isEnveloped(response.raw))
          response.raw = Buffer.concat([response.raw, LATER_FIELD]);
      },
      frame: (frame) => {
        const longer = Buffer.concat([frame, LATER_FIELD]);
        longer.writeUInt32BE(longer.length - 4, 0);
        return longer;
      },
    }),
  },
  'times-have-fractions': {
    summary: 'the times of creation and deletion have six digits of fractions of a second, all of them zero',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...everyObject((object) => changeTimes(object, withFraction)),
      request: takeFractionsOut,
    }),
  },
});
