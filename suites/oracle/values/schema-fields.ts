import { cached } from '../../../shared/cached.ts';
import { resolved, type Schema, schemaOf, typeOfRef } from '../../../spec/schemas/index.ts';
import { type Field, UNKNOWN_FIELD } from './field.ts';

const FIELDS = new Map<string, Field>();

/** The field of a whole value of that type. Throws `RangeError` for a type without a schema in the document. */
export function fieldOf(type: string): Field {
  return cached(FIELDS, type, () => fieldFrom(schemaOf(type), false));
}

const EXPLICIT = new WeakMap<Schema, Field>();
const IMPLICIT = new WeakMap<Schema, Field>();

/** The field of a schema node, cached. */
function fieldFrom(node: Schema, explicit: boolean): Field {
  return cached(explicit ? EXPLICIT : IMPLICIT, node, () => newField(node, explicit));
}

/** The node's own annotations say how a member merges. Its type may be in a referenced schema. */
function newField(node: Schema, explicit: boolean): Field {
  const schema = resolved(node);
  return {
    form: formOf(schema, typeOfRef(node)),
    explicit,
    merges: node['x-patch-strategy']?.split(',').includes('merge') === true,
    mergeKey: node['x-patch-merge-key'],
    member: (name) => memberOf(schema, name),
    element: () => (schema.items === undefined ? UNKNOWN_FIELD : fieldFrom(schema.items, true)),
  };
}

/** Members are explicit if the schema says so; entries of maps always are. */
function memberOf({ properties = {}, additionalProperties }: Schema, name: string): Field {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (property !== undefined) return fieldFrom(property, property['x-pointer'] === true);
  return additionalProperties === undefined ? UNKNOWN_FIELD : fieldFrom(additionalProperties, true);
}

function formOf(schema: Schema, type: string | undefined): Field['form'] {
  if (type === 'resource.Quantity') return 'quantity';
  if (schema.format === 'date-time') return 'time';
  if (schema.items !== undefined) return 'list';
  if (schema.additionalProperties !== undefined) return 'map';
  return schema.properties === undefined ? 'scalar' : 'object';
}
