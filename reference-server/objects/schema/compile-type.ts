import { schemaOf, typeOfRef } from '../../../spec/schemas/lookup.ts';
import type { Schema, TypeId } from '../../../spec/schemas/schema.ts';
import { compileScalar } from './compile-scalar.ts';
import type { CompiledType } from './compiled-type.ts';
import { compileList, compileMap } from './compile-collection.ts';
import { compileObject } from './compile-object.ts';

const COMPILED = new Map<TypeId, CompiledType>();

/** The compiled form of a type; made at the first call for it. */
export function compiledType(typeId: TypeId): CompiledType {
  let compiled = COMPILED.get(typeId);
  if (compiled === undefined) {
    compiled = compile(schemaOf(typeId));
    COMPILED.set(typeId, compiled);
  }
  return compiled;
}

function compile(schema: Schema): CompiledType {
  const referred = typeOfRef(schema);
  if (referred !== undefined) return lazily(referred);
  if (schema.properties !== undefined) return compileObject(schema.properties, compile);
  if (schema.items !== undefined) return compileList(compile(schema.items));
  if (schema.additionalProperties !== undefined) return compileMap(compile(schema.additionalProperties));
  return compileScalar(schema);
}

/** A type inside another is looked up when first needed: types may contain themselves. */
function lazily(typeId: TypeId): CompiledType {
  let found: CompiledType | undefined;
  const type = (): CompiledType => (found ??= compiledType(typeId));
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
