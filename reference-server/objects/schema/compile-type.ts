import { schemaOf } from '../../../spec/schemas/lookup.ts';
import { typeOfRef } from '../../../spec/schemas/refs.ts';
import type { Schema, TypeId } from '../../../spec/schemas/schema.ts';
import { propertiesOf, type ServedMembers } from '../../resources/later-members.ts';
import { compileScalar } from './compile-scalar.ts';
import type { CompiledType } from './compiled-type.ts';
import { compileList, compileMap } from './compile-collection.ts';
import { compileObject } from './compile-object.ts';

const COMPILED: Readonly<Record<ServedMembers, Map<TypeId, CompiledType>>> = {
  'of-the-document': new Map(),
  'of-later-releases': new Map(),
};

/** The compiled form of a type with its served members. Compiled at the first call and cached. */
export function compiledType(typeId: TypeId, served: ServedMembers = 'of-later-releases'): CompiledType {
  const known = COMPILED[served];
  let compiled = known.get(typeId);
  if (compiled === undefined) {
    const schema = schemaOf(typeId);
    compiled = compile(
      schema.properties === undefined ? schema : { ...schema, properties: propertiesOf(typeId, schema, served) },
      served,
    );
    known.set(typeId, compiled);
  }
  return compiled;
}

function compile(schema: Schema, served: ServedMembers): CompiledType {
  const referred = typeOfRef(schema);
  if (referred !== undefined) return lazily(referred, served);
  if (schema.properties !== undefined) return compileObject(schema.properties, (member) => compile(member, served));
  if (schema.items !== undefined) return compileList(compile(schema.items, served));
  if (schema.additionalProperties !== undefined) return compileMap(compile(schema.additionalProperties, served));
  return compileScalar(schema);
}

/** Nested types are resolved at first use, because types may contain themselves. */
function lazily(typeId: TypeId, served: ServedMembers): CompiledType {
  let found: CompiledType | undefined;
  const type = (): CompiledType => (found ??= compiledType(typeId, served));
  return {
    decode: (value, stored) => type().decode(value, stored),
    shape: (value, stored) => type().shape(value, stored),
    absent: () => type().absent(),
    isEmpty: (value) => type().isEmpty(value),
    get zero() {
      return type().zero;
    },
  };
}
