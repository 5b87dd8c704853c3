export type { JsonType, ProtobufField, Schema, TypeId } from './schema.ts';
export { SCHEMAS } from './schemas.ts';
export { mergeKeyOf, propertySchema, resolved, schemaAt, schemaOf, stepInto } from './lookup.ts';
export { refTo, typeOfRef } from './refs.ts';
export { SCHEMA_DOCUMENT, SCHEMA_FORMATS, SCHEMA_KEYWORDS, pointerTo } from './document.ts';
