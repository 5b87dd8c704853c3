import type { Schema, TypeId } from './schema.ts';

const PREFIX = '#/$defs/';

/** `#/$defs/core~1v1.Pod` for `core/v1.Pod`. */
export function refTo(type: TypeId): string {
  return PREFIX + type.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The type that a `$ref` leads to; `undefined` for a schema that has no `$ref`. */
export function typeOfRef(schema: Schema): TypeId | undefined {
  return schema.$ref?.slice(PREFIX.length).replaceAll('~1', '/').replaceAll('~0', '~');
}
