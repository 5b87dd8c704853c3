import { schemaOf } from '../../spec/schemas/index.ts';
import type { Schema } from '../../spec/schemas/schema.ts';
import type { Field } from './field.ts';
import { UNKNOWN_FIELD } from './field.ts';

const FIELDS = new Map<string, Field>();

/** The field of a whole value of that type; unknown where there is no such type. */
export function fieldOf(type: string): Field {
  const known = FIELDS.get(type);
  if (known !== undefined) return known;
  const schema = schemaOf(type);
  const field = schema === undefined ? UNKNOWN_FIELD : fieldFrom(schema, schema);
  FIELDS.set(type, field);
  return field;
}

const TYPE_OF_REFERENCE = /^#\/\$defs\/(.*)$/;

/** The field of a node, whose own annotations say how a member is merged, and whose type may be elsewhere. */
function fieldFrom(node: Schema, explicitly: Pick<Schema, 'x-pointer'>): Field {
  const [, reference] = TYPE_OF_REFERENCE.exec(node.$ref ?? '') ?? [];
  const type = reference?.replaceAll('~1', '/').replaceAll('~0', '~');
  const schema = type === undefined ? node : (schemaOf(type) ?? node);
  return {
    form: formOf(schema, type),
    explicit: explicitly['x-pointer'] === true,
    merges: node['x-patch-strategy']?.split(',').includes('merge') === true,
    mergeKey: node['x-patch-merge-key'],
    member: (name) => memberOf(schema, name),
    element: () => (schema.items === undefined ? UNKNOWN_FIELD : fieldFrom(schema.items, EXPLICIT)),
  };
}

const EXPLICIT = { 'x-pointer': true } as const;

function memberOf({ properties = {}, additionalProperties }: Schema, name: string): Field {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (property !== undefined) return fieldFrom(property, property);
  return additionalProperties === undefined ? UNKNOWN_FIELD : fieldFrom(additionalProperties, EXPLICIT);
}

function formOf(schema: Schema, type: string | undefined): Field['form'] {
  if (type === 'resource.Quantity') return 'quantity';
  if (schema.format === 'date-time') return 'time';
  if (schema.items !== undefined) return 'list';
  if (schema.additionalProperties !== undefined) return 'map';
  return schema.properties === undefined ? 'scalar' : 'object';
}
