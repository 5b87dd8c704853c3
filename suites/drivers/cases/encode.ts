import { dump, SCALAR_STYLE, type ScalarStyleRule } from 'js-yaml';
import { syntaxOf } from '../../oracle/exchanges/body.ts';
import type { Json } from '../../oracle/json.ts';
import { objectBytes } from '../../oracle/protobuf/object-bytes.ts';
import { isProtobuf } from '../../oracle/protobuf/with-protobuf-read.ts';

/** Quotes every text, including names of members. */
const quoteTexts: ScalarStyleRule = (layout) => {
  if (layout.node.tag === 'tag:yaml.org,2002:str') layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/**
 * Encodes a request body: as YAML if the media type names YAML, as protobuf if it names protobuf and the value has a
 * kind of the document, else as JSON. Texts in YAML are quoted, so a YAML 1.1 parser also reads `yes`, `1e3`,
 * `12:30` and the name `-_0` as texts; there are no aliases.
 */
export function encodeBody(value: Json, contentType: string): string | Buffer {
  const message = isProtobuf(contentType) ? objectBytes(value) : undefined;
  if (message !== undefined) return message;
  if (syntaxOf(contentType) !== 'yaml') return JSON.stringify(value);
  return dump(value, { scalarStyleRules: [quoteTexts], noRefs: true, lineWidth: -1 });
}
