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

type Members = Readonly<Record<string, unknown>>;

const NOTHING: Members = {};
const NO_ITEMS: readonly unknown[] = [];

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

function compileObject(properties: Readonly<Record<string, Schema>>): CompiledType {
  const members = Object.entries(properties).map(([name, schema]): Member => ({
    name,
    type: compile(schema),
    omitEmpty: schema['x-omit-empty'] === true,
    pointer: schema['x-pointer'] === true,
  }));
  const shape = (value: unknown, stored?: unknown): unknown => shapedObject(members, value as Members, stored);
  const byName = new Map(members.map((member): [string, Member] => [member.name, member]));
  return { decode: (value, stored) => decodedObject(byName, value, stored), shape, absent: () => shape({}), isEmpty: () => false, zero: undefined };
}

/** Goes by the members that were sent: they are far fewer than those that the type knows. */
function decodedObject(byName: ReadonlyMap<string, Member>, value: unknown, stored: unknown): object {
  requireObject(value);
  const known = membersOf(stored);
  const decoded: Record<string, unknown> = {};
  let at = '';
  try {
    for (const name of Object.keys(value)) {
      const member = byName.get(name);
      if (member === undefined) continue;
      at = name;
      const sent: unknown = (value as Members)[name];
      if (sent === undefined || sent === null) continue;
      const settled = known[name];
      decoded[name] = sent === settled ? sent : member.type.decode(sent, settled);
    }
  } catch (error) {
    throw inside(error, at);
  }
  return decoded;
}

/** The names are those of the schema, none of which every object has by itself. */
function shapedObject(members: readonly Member[], value: Members, stored: unknown): object {
  const known = membersOf(stored);
  const shaped: Record<string, unknown> = {};
  for (const { name, type, omitEmpty, pointer } of members) {
    const set = value[name];
    if (set === undefined || set === null) {
      const absent = pointer ? undefined : type.absent();
      if (absent !== undefined) shaped[name] = absent;
      continue;
    }
    const settled = known[name];
    const inner = set === settled ? set : type.shape(set, settled);
    if (!omitEmpty || pointer || !type.isEmpty(inner)) shaped[name] = inner;
  }
  return shaped;
}

function compileList(element: CompiledType): CompiledType {
  return {
    decode: (value, stored) => decodedList(element, value, itemsOf(stored)),
    shape: (value, stored) => shapedList(element, value as readonly unknown[], itemsOf(stored)),
    absent: () => undefined,
    isEmpty: (value) => (value as readonly unknown[]).length === 0,
    zero: undefined,
  };
}

/** Elements that are null are left out. */
function decodedList(element: CompiledType, value: unknown, stored: readonly unknown[]): unknown[] {
  if (!Array.isArray(value)) throw new TypeMismatch(`expected a list, got ${described(value)}`);
  const decoded: unknown[] = [];
  let at = 0;
  try {
    for (; at < value.length; at += 1) {
      const item: unknown = value[at];
      if (item !== null) decoded.push(item === stored[at] ? item : element.decode(item, stored[at]));
    }
  } catch (error) {
    throw inside(error, at);
  }
  return decoded;
}

function shapedList(element: CompiledType, value: readonly unknown[], stored: readonly unknown[]): unknown[] {
  return value.map((item, at) => (item === stored[at] ? item : element.shape(item, stored[at])));
}

function compileMap(element: CompiledType): CompiledType {
  return {
    decode: (value) => decodedMap(element, value),
    shape: (value) => shapedMap(element, value as Members),
    absent: () => undefined,
    isEmpty: (value) => Object.keys(value as object).length === 0,
    zero: undefined,
  };
}

/** By key. Most maps are in that order already, and nothing in them changes: then it is the same one. */
function shapedMap(element: CompiledType, value: Members): object {
  let last = '';
  let isShaped = true;
  for (const key of Object.keys(value)) {
    if (key < last || element.shape(value[key]) !== value[key]) isShaped = false;
    last = key;
  }
  if (isShaped) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, element.shape(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same map, where all in it is read as what it is. */
function decodedMap(element: CompiledType, value: unknown): object {
  requireObject(value);
  const sent = value as Members;
  const keys = Object.keys(sent);
  if (keys.every((key) => decodedEntry(element, sent, key) === sent[key])) return value;
  const decoded = keys.map((key): [string, unknown] => [key, decodedEntry(element, sent, key)]);
  return Object.fromEntries(decoded.filter(([, read]) => read !== undefined));
}

function decodedEntry(element: CompiledType, sent: Members, key: string): unknown {
  const inner = sent[key];
  try {
    return inner === null ? element.zero : element.decode(inner);
  } catch (error) {
    throw inside(error, key);
  }
}

/** Members of what is stored, where an object of that type is. */
function membersOf(stored: unknown): Members {
  return typeof stored === 'object' && stored !== null ? (stored as Members) : NOTHING;
}

function itemsOf(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : NO_ITEMS;
}

function requireObject(value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeMismatch(`expected an object, got ${described(value)}`);
}

/** A mismatch that came from inside that member or element. */
function inside(error: unknown, segment: string | number): unknown {
  return error instanceof TypeMismatch ? error.inside(segment) : error;
}
