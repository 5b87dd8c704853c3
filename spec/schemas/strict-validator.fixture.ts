import { Ajv2020 } from 'ajv/dist/2020.js';
import { SCHEMA_DOCUMENT, SCHEMA_FORMATS, SCHEMA_KEYWORDS } from './document.ts';

/**
 * A validator that knows all types and rejects unknown keywords. Compile `{ $ref: pointerTo('core/v1.Pod') }` with
 * it.
 */
export function strictValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { ...SCHEMA_FORMATS } });
  for (const keyword of SCHEMA_KEYWORDS) ajv.addKeyword(keyword);
  return ajv.addSchema(SCHEMA_DOCUMENT);
}
