import { dump } from 'js-yaml';
import { syntaxOf } from '../oracle/body.ts';
import type { Json } from '../oracle/json.ts';

/**
 * A value as the text of a request body of that media type: YAML where it names YAML, else JSON. YAML strings are quoted, so that a
 * YAML 1.1 parser too reads `yes`, `1e3` and `12:30` as the strings that they are; there are no aliases.
 */
export function encodeBody(value: Json, contentType: string): string {
  if (syntaxOf(contentType) !== 'yaml') return JSON.stringify(value);
  return dump(value, { forceQuotes: true, quoteStyle: 'double', noRefs: true, lineWidth: -1 });
}
