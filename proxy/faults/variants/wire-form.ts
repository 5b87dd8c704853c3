import type { Variant } from '../fault.ts';
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
});
