import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { MediaTypeSchemas, OpenApi3Document, Operation3, Parameter3, PathItem3 } from './openapi3-document.ts';
import { extensions, message, named, text } from './protobuf-message.ts';
import type { SwaggerSchema } from './swagger-schema.ts';

/**
 * The media type of an OpenAPI 3 document in protobuf in responses; requests have `@` before the version, which no
 * Content-Type may contain.
 */
export const OPENAPI3_PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf';

/** An OpenAPI 3 document in protobuf, by the field numbers of the published messages. */
export function openApi3Bytes({ openapi, info, paths, components }: OpenApi3Document): Buffer {
  const writer = new BinaryWriter();
  text(writer, 1, openapi);
  message(writer, 2, (inner) => {
    text(inner, 1, info.title);
    text(inner, 6, info.version);
  });
  message(writer, 4, (inner) => named(inner, 1, paths, writePath));
  message(writer, 5, (inner) =>
    message(inner, 1, (schemas) => named(schemas, 1, components.schemas, writeSchemaOrReference)),
  );
  return Buffer.from(writer.finish());
}

const METHODS = { get: 4, put: 5, post: 6, delete: 7, patch: 10 } as const;

function writePath(writer: BinaryWriter, item: PathItem3): void {
  for (const [method, number] of Object.entries(METHODS)) {
    const operation = item[method as keyof typeof METHODS];
    if (operation !== undefined) message(writer, number, (inner) => writeOperation(inner, operation));
  }
  writeParameters(writer, 13, item.parameters);
}

function writeParameters(writer: BinaryWriter, number: number, parameters: readonly Parameter3[] = []): void {
  for (const parameter of parameters)
    message(writer, number, (inner) => message(inner, 1, (value) => writeParameter(value, parameter)));
}

function writeParameter(writer: BinaryWriter, { name, in: place, required, schema }: Parameter3): void {
  text(writer, 1, name);
  text(writer, 2, place);
  if (required === true) flag(writer, 4);
  message(writer, 10, (inner) => writeSchemaOrReference(inner, schema));
}

function writeOperation(writer: BinaryWriter, operation: Operation3): void {
  const { description, operationId, parameters, requestBody, responses } = operation;
  text(writer, 3, description);
  text(writer, 5, operationId);
  writeParameters(writer, 6, parameters);
  if (requestBody !== undefined)
    message(writer, 7, (inner) => message(inner, 1, (body) => writeContent(body, 2, requestBody.content)));
  message(writer, 8, (inner) =>
    named(inner, 2, responses, (value, response) =>
      message(value, 1, (fields) => {
        text(fields, 1, response.description);
        writeContent(fields, 3, response.content);
      }),
    ),
  );
  extensions(writer, 13, operation);
}

function writeContent(writer: BinaryWriter, number: number, content: MediaTypeSchemas): void {
  message(writer, number, (inner) =>
    named(inner, 1, content, (value, { schema }) =>
      message(value, 1, (fields) => writeSchemaOrReference(fields, schema)),
    ),
  );
}

function writeSchemaOrReference(writer: BinaryWriter, schema: SwaggerSchema): void {
  const { $ref } = schema;
  if ($ref === undefined) message(writer, 1, (inner) => writeSchema(inner, schema));
  else message(writer, 2, (inner) => text(inner, 1, $ref));
}

function writeSchema(writer: BinaryWriter, schema: SwaggerSchema): void {
  const { allOf = [], items, additionalProperties, properties, required = [], type, description, format } = schema;
  for (const name of required) text(writer, 23, name);
  if (type !== undefined) text(writer, 25, type);
  for (const part of allOf) message(writer, 26, (inner) => writeSchemaOrReference(inner, part));
  if (items !== undefined)
    message(writer, 30, (inner) => message(inner, 1, (value) => writeSchemaOrReference(value, items)));
  if (properties !== undefined) message(writer, 31, (inner) => named(inner, 1, properties, writeSchemaOrReference));
  if (additionalProperties !== undefined)
    message(writer, 32, (inner) => message(inner, 1, (value) => writeSchemaOrReference(value, additionalProperties)));
  if (description !== undefined) text(writer, 34, description);
  if (format !== undefined) text(writer, 35, format);
  extensions(writer, 36, schema);
}

function flag(writer: BinaryWriter, number: number): void {
  writer.tag(number, WireType.Varint).bool(true);
}
