import { dump, SCALAR_STYLE, type ScalarStyleRule } from 'js-yaml';
import { syntaxOf } from '../oracle/body.ts';
import type { Json } from '../oracle/json.ts';
import { objectBytes } from '../oracle/protobuf/object-bytes.ts';
import { isProtobuf } from '../oracle/protobuf/with-protobuf-read.ts';

/** Quotes every text, names of members too. */
const quoteTexts: ScalarStyleRule = (layout) => {
  if (layout.node.tag === 'tag:yaml.org,2002:str') layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/**
 * A value as a request body of that media type: YAML where it names YAML, protobuf where it names that and the value says a kind that the
 * document has, else JSON. Texts in YAML are quoted, so that a
 * parser of YAML 1.1 too reads `yes`, `1e3`, `12:30` and the name `-_0` as the texts that they are; there are no aliases.
 */
export function encodeBody(value: Json, contentType: string): string | Buffer {
  const message = isProtobuf(contentType) ? objectBytes(value) : undefined;
  if (message !== undefined) return message;
  if (syntaxOf(contentType) !== 'yaml') return JSON.stringify(value);
  return dump(value, { scalarStyleRules: [quoteTexts], noRefs: true, lineWidth: -1 });
}
