import { refTo } from './refs.ts';
import type { Schemas, TypeId } from './schema.ts';
import { SCHEMAS } from './schemas.ts';

const ID = 'plumbline:types';

/** All types as one JSON Schema, for a validator: add it, then compile `{ $ref: pointerTo('core/v1.Pod') }`. */
export const SCHEMA_DOCUMENT: { readonly $schema: string; readonly $id: string; readonly $defs: Schemas } = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: ID,
  $defs: SCHEMAS,
};

/** Our annotations; a strict validator must know them. */
export const SCHEMA_KEYWORDS: readonly string[] = [
  'x-known-values',
  'x-patch-strategy',
  'x-patch-merge-key',
  'x-protobuf',
  'x-omit-empty',
  'x-pointer',
  'x-inlines',
  'x-inlined-from',
  'x-protobuf-message',
];

/** The accepted values of each format of the schemas: numbers for the first two, strings for the others. */
export const SCHEMA_FORMATS: Readonly<
  Record<
    string,
    | { readonly type: 'number'; readonly validate: (value: number) => boolean }
    | { readonly type: 'string'; readonly validate: RegExp }
  >
> = {
  int32: { type: 'number', validate: (value) => value >= -(2 ** 31) && value < 2 ** 31 },
  int64: { type: 'number', validate: (value) => value >= -(2 ** 63) && value < 2 ** 63 },
  byte: { type: 'string', validate: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/ },
  'date-time': { type: 'string', validate: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/ },
};

/** A reference to a type from outside of the document. */
export function pointerTo(type: TypeId): string {
  return ID + refTo(type);
}
