import { schemaOf, typeOfRef } from '../../../spec/schemas/lookup.ts';
import type { Schema, TypeId } from '../../../spec/schemas/schema.ts';
import { compileScalar } from './compile-scalar.ts';
import type { CompiledType } from './compiled-type.ts';
import { TypeMismatch, described } from './type-mismatch.ts';

interface Member {
  readonly name: string;
  readonly type: CompiledType;
  readonly omitEmpty: boolean;
  readonly pointer: boolean;
}

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
  if (schema.properties !== undefined) return compileObject(schema.properties);
  if (schema.items !== undefined) return compileList(compile(schema.items));
  if (schema.additionalProperties !== undefined) return compileMap(compile(schema.additionalProperties));
  return compileScalar(schema);
}

/** A type inside another is looked up when first needed: types may contain themselves. */
function lazily(typeId: TypeId): CompiledType {
  return {
    decode: (value) => compiledType(typeId).decode(value),
    shape: (value) => compiledType(typeId).shape(value),
    absent: () => compiledType(typeId).absent(),
    isEmpty: (value) => compiledType(typeId).isEmpty(value),
    get zero() {
      return compiledType(typeId).zero;
    },
  };
}

function compileObject(properties: Readonly<Record<string, Schema>>): CompiledType {
  const members = Object.entries(properties).map(([name, schema]): Member => ({
    name,
    type: compile(schema),
    omitEmpty: schema['x-omit-empty'] === true,
    pointer: schema['x-pointer'] === true,
  }));
  const shape = (value: unknown): unknown => shapedObject(members, value as object);
  return { decode: (value) => decodedObject(members, value), shape, absent: () => shape({}), isEmpty: () => false, zero: undefined };
}

function decodedObject(members: readonly Member[], value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeMismatch(`expected an object, got ${described(value)}`);
  const decoded: Record<string, unknown> = {};
  for (const { name, type } of members) {
    const sent: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (sent !== undefined && sent !== null) decoded[name] = placed(name, () => type.decode(sent));
  }
  return decoded;
}

function shapedObject(members: readonly Member[], value: object): object {
  const shaped: Record<string, unknown> = {};
  for (const { name, type, omitEmpty, pointer } of members) {
    const set: unknown = Reflect.get(value, name);
    if (set === undefined || set === null) {
      const absent = pointer ? undefined : type.absent();
      if (absent !== undefined) shaped[name] = absent;
      continue;
    }
    const inner = type.shape(set);
    if (!omitEmpty || pointer || !type.isEmpty(inner)) shaped[name] = inner;
  }
  return shaped;
}

function compileList(element: CompiledType): CompiledType {
  return {
    decode: (value) => {
      if (!Array.isArray(value)) throw new TypeMismatch(`expected a list, got ${described(value)}`);
      const present = value.filter((item) => item !== null);
      return present.map((item, index) => placed(index, () => element.decode(item)));
    },
    shape: (value) => (value as readonly unknown[]).map((item) => element.shape(item)),
    absent: () => undefined,
    isEmpty: (value) => (value as readonly unknown[]).length === 0,
    zero: undefined,
  };
}

function compileMap(element: CompiledType): CompiledType {
  return {
    decode: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeMismatch(`expected an object, got ${described(value)}`);
      const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, inner === null ? element.zero : placed(key, () => element.decode(inner))]);
      return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
    },
    shape: (value) => {
      const entries = Object.entries(value as object).map(([key, inner]): [string, unknown] => [key, element.shape(inner)]);
      return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    absent: () => undefined,
    isEmpty: (value) => Object.keys(value as object).length === 0,
    zero: undefined,
  };
}

/** Runs a decoder; a mismatch in it is inside that member or element. */
function placed(segment: string | number, decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    if (error instanceof TypeMismatch) error.inside(segment);
    throw error;
  }
}
