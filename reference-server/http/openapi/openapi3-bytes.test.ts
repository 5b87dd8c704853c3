import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../routing/routes.ts';
import { openApi3Bytes } from './openapi3-bytes.ts';
import { openApi3Document } from './openapi3-document.ts';

/** A read message: by field name, repeated fields as lists. */
type ReadMessage = Record<string, unknown>;

/** The used fields of the published messages, as `number:name:type`: the type is empty for text, `*` for a list. */
const MESSAGES: Readonly<Record<string, string>> = {
  Document: '1:openapi 2:info:Info 4:paths:Paths 5:components:Components',
  Info: '1:title 6:version',
  Paths: '1:entries:*NamedPathItem',
  NamedPathItem: '1:name 2:value:PathItem',
  PathItem:
    '4:get:Operation 5:put:Operation 6:post:Operation 7:delete:Operation 10:patch:Operation 13:parameters:*ParameterOrReference',
  ParameterOrReference: '1:alone:Parameter',
  Parameter: '1:name 2:in 4:required 10:schema:SchemaOrReference',
  Operation:
    '3:description 5:operationId 6:parameters:*ParameterOrReference 7:requestBody:RequestBodyOrReference 8:responses:Responses 13:extensions:*NamedAny',
  RequestBodyOrReference: '1:alone:RequestBody',
  RequestBody: '2:content:MediaTypes',
  MediaTypes: '1:entries:*NamedMediaType',
  NamedMediaType: '1:name 2:value:MediaType',
  MediaType: '1:schema:SchemaOrReference',
  Responses: '2:entries:*NamedResponseOrReference',
  NamedResponseOrReference: '1:name 2:value:ResponseOrReference',
  ResponseOrReference: '1:alone:Response',
  Response: '1:description 3:content:MediaTypes',
  Components: '1:schemas:SchemasOrReferences',
  SchemasOrReferences: '1:entries:*NamedSchemaOrReference',
  NamedSchemaOrReference: '1:name 2:value:SchemaOrReference',
  SchemaOrReference: '1:alone:Schema 2:alone:Reference',
  Reference: '1:$ref',
  Schema:
    '23:required:* 25:type 26:allOf:*SchemaOrReference 30:items:ItemsItem 31:properties:Properties 32:additionalProperties:AdditionalPropertiesItem 34:description 35:format 36:extensions:*NamedAny',
  ItemsItem: '1:alone:SchemaOrReference',
  Properties: '1:entries:*NamedSchemaOrReference',
  AdditionalPropertiesItem: '1:alone:SchemaOrReference',
  NamedAny: '1:name 2:value:Any',
  Any: '2:yaml',
};

const FIELDS = new Map(
  Object.entries(MESSAGES).map(([message, fields]) => [
    message,
    new Map(fields.split(' ').map((field) => [Number(field.split(':')[0]), field.split(':').slice(1)])),
  ]),
);

/** The message in its JSON form: without the wrapper messages of choices and maps. Throws for an unknown field. */
function read(bytes: Uint8Array, message: string): unknown {
  const reader = new BinaryReader(bytes);
  const found: ReadMessage = {};
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const [name, type = ''] = FIELDS.get(message)?.get(number) ?? [];
    if (name === undefined) throw new Error(`${message} has no field ${number}`);
    if (wireType === WireType.Varint) found[name] = reader.bool();
    else add(found, name, type, reader.bytes());
  }
  if (message === 'Any') return JSON.parse(String(found['yaml']));
  return plain(found);
}

function add(found: ReadMessage, name: string, type: string, bytes: Uint8Array): void {
  const kind = type.replace('*', '');
  const value = kind === '' ? Buffer.from(bytes).toString('utf8') : read(bytes, kind);
  if (type.startsWith('*') || name === 'entries')
    found[name] = [...((found[name] as unknown[] | undefined) ?? []), value];
  else found[name] = value;
}

function plain({ alone, entries, extensions, ...rest }: ReadMessage): unknown {
  if (alone !== undefined) return alone;
  return { ...rest, ...map(entries), ...map(extensions) };
}

function map(named: unknown): ReadMessage {
  return Object.fromEntries(
    ((named ?? []) as { readonly name: string; readonly value: unknown }[]).map(({ name, value }) => [name, value]),
  );
}

describe('an OpenAPI 3 document in protobuf', () => {
  it.each(['/api/v1', '/apis/apps/v1'])(
    'has the same content for %s as the JSON form, by the numbers of the published messages',
    (prefix) => {
      const document = openApi3Document({ routes: ROUTES, takesDryRun: true, served: 'of-later-releases' }, prefix);
      if (document === undefined) throw new Error('it is served');
      expect(read(openApi3Bytes(document), 'Document')).toEqual(JSON.parse(JSON.stringify(document)));
    },
  );
});
