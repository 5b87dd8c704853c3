import { everyObject, isObject, metadataOf } from '../bend.ts';
import type { FaultyRequest, Variant } from '../fault.ts';
import { operationsOf } from '../json-patch.ts';
import { variants } from '../named.ts';
import { isInYaml } from '../responses.ts';

/** A character of JSON as its escape. */
const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A JSON text in which every character is escaped that may be dangerous anywhere, as for a page or a log. */
function escapedInFull(text: string): string {
  return text.replace(/\\.|[/<>&'\u007f-\uffff]/gs, (found) => {
    if (found.startsWith('\\')) return found;
    return found === '/' ? '\\/' : escapeOf(found);
  });
}

/** The magic bytes of an object in protobuf. */
const MAGIC = Buffer.from('k8s\0');

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
    hooks: () => ({
      parts: (bytes) => {
        const text = bytes.toString('utf8');
        return [text.startsWith('{') ? Buffer.from(escapedInFull(text)) : bytes];
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
        // Some of these characters are line ends in YAML, or not allowed.
        const text = JSON.stringify(response.json).replace(/[\u007f-\ud7ff\ue000-\uffff]/g, escapeOf);
        Object.assign(response, { json: undefined, raw: Buffer.from(`${text}\n`) });
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
  'protobuf-has-fields-of-later-releases': {
    summary: 'objects and watch events in protobuf carry a field that earlier releases do not know',
    dialect: 'spec',
    hooks: () => ({
      response: (response) => {
        if (response.json === undefined && response.raw.subarray(0, MAGIC.length).equals(MAGIC))
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
