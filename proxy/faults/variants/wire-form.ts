import { CORE_SCHEMA, load } from 'js-yaml';
import type { FaultyResponse, Variant } from '../fault.ts';
import { variants } from '../named.ts';

/** A character of JSON as its escape. */
const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A JSON text in which every character is escaped that may be dangerous anywhere, as for a page or a log. */
function escapedInFull(text: string): string {
  return text.replace(/\\.|[/<>&'\u007f-\uffff]/gs, (found) => {
    if (found.startsWith('\\')) return found;
    return found === '/' ? '\\/' : escapeOf(found);
  });
}

/** The JSON text of a YAML text, which is YAML too; `undefined` if the text cannot be read. */
function asJsonText(yaml: string): string | undefined {
  try {
    const value: unknown = load(yaml, { schema: CORE_SCHEMA });
    // Some of these characters are line ends in YAML, or not allowed.
    return `${JSON.stringify(value).replace(/[\u007f-\ud7ff\ue000-\uffff]/g, escapeOf)}\n`;
  } catch {
    return undefined;
  }
}

/** One request in this many is refused as too many. */
const BUSY_EVERY = 89;

/** How long the server is busy, in milliseconds. The header has no fractions of seconds, and so tells less. */
const BUSY_MS = 2_000;

function busy(): FaultyResponse {
  return {
    status: 429,
    headers: { 'content-type': 'text/plain', 'retry-after': new Date(Date.now() + BUSY_MS).toUTCString() },
    json: undefined,
    raw: Buffer.from('The server is busy. Try again later.\n'),
  };
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
      response: (response, { query }) => {
        const isYaml = response.headers['content-type']?.includes('yaml') === true;
        if (!isYaml || response.raw.length === 0 || query.get('pretty') === 'true') return;
        const text = asJsonText(response.raw.toString('utf8'));
        if (text !== undefined) response.raw = Buffer.from(text);
      },
    }),
  },
  'busy-until-a-given-time': {
    summary: 'now and then a request gets 429 with a date in Retry-After, and must be sent again after it',
    dialect: 'spec',
    hooks: () => {
      let requests = 0;
      return {
        request: ({ call }) => {
          requests += 1;
          return call !== undefined && requests % BUSY_EVERY === 0 ? busy() : undefined;
        },
      };
    },
  },
});
