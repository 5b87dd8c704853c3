export type { JsonType, ProtobufField, Schema, Schemas, TypeId } from './schema.ts';
export { SCHEMAS } from './schemas.ts';
export { mergeKeyOf, propertySchema, refTo, resolved, schemaAt, schemaOf, stepInto, typeOfRef } from './lookup.ts';
export { SCHEMA_DOCUMENT, SCHEMA_FORMATS, SCHEMA_KEYWORDS, pointerTo } from './document.ts';
