import type { ScalarStyleRule } from 'js-yaml';
import { dump, SCALAR_STYLE } from 'js-yaml';
import { syntaxOf } from '../oracle/body.ts';
import type { Json } from '../oracle/json.ts';

/** Quotes every text, names of members too. */
const quoteTexts: ScalarStyleRule = (layout) => {
  if (layout.node.tag === 'tag:yaml.org,2002:str') layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/**
 * A value as the text of a request body of that media type: YAML where it names YAML, else JSON. Texts in YAML are quoted, so that a
 * parser of YAML 1.1 too reads `yes`, `1e3`, `12:30` and the name `-_0` as the texts that they are; there are no aliases.
 */
export function encodeBody(value: Json, contentType: string): string {
  if (syntaxOf(contentType) !== 'yaml') return JSON.stringify(value);
  return dump(value, { scalarStyleRules: [quoteTexts], noRefs: true, lineWidth: -1 });
}
