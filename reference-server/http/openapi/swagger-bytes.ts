import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { OperationObject, PathItem, SwaggerQueryParameter, SwaggerDocument } from './openapi-documents.ts';
import { extensions, message, named, text } from './protobuf-message.ts';
import type { SwaggerSchema } from './swagger-schema.ts';

/**
 * The media type of a Swagger document in protobuf in responses; requests have `@` before the version, which no
 * Content-Type may contain.
 */
export const SWAGGER_PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** A Swagger document in protobuf, by the field numbers of the published messages. */
export function swaggerBytes({ swagger, info, paths, definitions }: SwaggerDocument): Buffer {
  const writer = new BinaryWriter();
  text(writer, 1, swagger);
  message(writer, 2, (inner) => {
    text(inner, 1, info.title);
    text(inner, 2, info.version);
  });
  message(writer, 8, (inner) => named(inner, 2, paths, writePath));
  message(writer, 9, (inner) => named(inner, 1, definitions, writeSchema));
  return Buffer.from(writer.finish());
}

const METHODS = { get: 2, put: 3, post: 4, delete: 5, patch: 8 } as const;

function writePath(writer: BinaryWriter, item: PathItem): void {
  for (const [method, number] of Object.entries(METHODS)) {
    const operation = item[method as keyof typeof METHODS];
    if (operation !== undefined) message(writer, number, (inner) => writeOperation(inner, operation));
  }
}

function writeOperation(writer: BinaryWriter, operation: OperationObject): void {
  text(writer, 3, operation.description);
  text(writer, 5, operation.operationId);
  for (const type of operation.produces ?? []) text(writer, 6, type);
  for (const type of operation.consumes ?? []) text(writer, 7, type);
  for (const parameter of operation.parameters ?? [])
    message(writer, 8, (item) =>
      message(item, 1, (any) =>
        message(any, 2, (beside) => message(beside, 3, (inner) => writeParameter(inner, parameter))),
      ),
    );
  message(writer, 9, (inner) =>
    named(inner, 1, operation.responses, (value, { description }) =>
      message(value, 1, (response) => text(response, 1, description)),
    ),
  );
  extensions(writer, 13, operation);
}

function writeParameter(writer: BinaryWriter, { name, in: place, type }: SwaggerQueryParameter): void {
  text(writer, 2, place);
  text(writer, 4, name);
  text(writer, 6, type);
}

function writeSchema(writer: BinaryWriter, schema: SwaggerSchema): void {
  const { items, additionalProperties, properties, type } = schema;
  if (schema.$ref !== undefined) text(writer, 1, schema.$ref);
  if (schema.format !== undefined) text(writer, 2, schema.format);
  if (schema.description !== undefined) text(writer, 4, schema.description);
  for (const name of schema.required ?? []) text(writer, 19, name);
  if (additionalProperties !== undefined)
    message(writer, 21, (inner) => message(inner, 1, (value) => writeSchema(value, additionalProperties)));
  if (type !== undefined) message(writer, 22, (inner) => text(inner, 1, type));
  if (items !== undefined) message(writer, 23, (inner) => message(inner, 1, (value) => writeSchema(value, items)));
  if (properties !== undefined) message(writer, 25, (inner) => named(inner, 1, properties, writeSchema));
  extensions(writer, 31, schema);
}
