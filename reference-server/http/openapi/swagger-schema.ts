import { typeOfRef } from '../../../spec/schemas/refs.ts';
import type { Schema, TypeId } from '../../../spec/schemas/schema.ts';

/** A schema of Swagger 2.0 and OpenAPI 3.0, which have one type for each value and no `null`. */
export interface SwaggerSchema {
  readonly $ref?: string;
  /** For a reference with further members in OpenAPI 3.0, which ignores members beside `$ref`. */
  readonly allOf?: readonly SwaggerSchema[];
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: SwaggerSchema;
  readonly additionalProperties?: SwaggerSchema;
  readonly properties?: Readonly<Record<string, SwaggerSchema>>;
  readonly required?: readonly string[];
  readonly [extension: `x-kubernetes-${string}`]: unknown;
}

/** `core.v1.Pod` for `core/v1.Pod`: names of definitions have no slash. */
export function definitionName(type: TypeId): string {
  return type.replaceAll('/', '.');
}

/** The prefix of references: in Swagger 2.0 they may have members beside them. */
export type Prefix = '#/definitions/' | '#/components/schemas/';

/** The schema with its references under `prefix`. */
export function swaggerSchema(schema: Schema, prefix: Prefix): SwaggerSchema {
  const referred = typeOfRef(schema);
  const merge = schema['x-patch-strategy'];
  const key = schema['x-patch-merge-key'];
  const reference = referred === undefined ? undefined : { $ref: prefix + definitionName(referred) };
  const isAlone = prefix === '#/definitions/' || (merge === undefined && key === undefined);
  return {
    ...(reference === undefined ? bodyOf(schema, prefix) : isAlone ? reference : { allOf: [reference] }),
    ...(merge === undefined ? {} : { 'x-kubernetes-patch-strategy': merge }),
    ...(key === undefined ? {} : { 'x-kubernetes-patch-merge-key': key }),
  };
}

function bodyOf(schema: Schema, prefix: Prefix): SwaggerSchema {
  const { format, items, additionalProperties, properties, required } = schema;
  const types = new Set([schema.type ?? 'object'].flat());
  types.delete('null');
  const [type] = types.has('string') ? ['string'] : types;
  const named = types.has('integer') && types.has('string') ? 'int-or-string' : format;
  return {
    ...(type === undefined ? {} : { type }),
    ...(named === undefined ? {} : { format: named }),
    ...(items === undefined ? {} : { items: swaggerSchema(items, prefix) }),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: swaggerSchema(additionalProperties, prefix) }),
    ...(required === undefined ? {} : { required }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, swaggerSchema(member, prefix)]),
          ),
        }),
  };
}
