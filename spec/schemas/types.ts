import { refTo } from './refs.ts';
import type { ProtobufField, Schema, Schemas, TypeId } from './schema.ts';

/** A member of a type, before the group of its type is known. */
export interface TypeMember {
  /**
   * In Go's notation: `string`, `*int32`, `[]Container`, `map[string]string`, `meta/v1.Time`. A name without a dot is a
   * type of the same group.
   */
  readonly type: string;
  /** The field of the protobuf message; `undefined` for `kind` and `apiVersion`, which no message carries. */
  readonly number: number | undefined;
  readonly omitEmpty: boolean;
  readonly options: MemberOptions;
  /** The type that it is inlined from, and the number of that type in the message. */
  readonly from?: { readonly type: string; readonly number: number };
}

interface MemberOptions {
  readonly enum?: readonly string[];
  /** Values with a meaning, where others are legal too; of a list: those of its elements. */
  readonly known?: readonly string[];
  /** The member by which elements of the list are merged. */
  readonly mergeKey?: string;
  /** The patch strategy, if it is not `merge` by a key. */
  readonly strategy?: string;
  /** The protobuf message that a list is by itself. */
  readonly message?: TypeId;
}

export type TypeMembers = Readonly<Record<string, TypeMember>>;

const SCALAR: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
};

/** A member that is always written. */
export function required(number: number, type: string, options: MemberOptions = {}): TypeMember {
  return { type, number, omitEmpty: false, options };
}

/** A member that is left out if it is empty. */
export function optional(number: number, type: string, options: MemberOptions = {}): TypeMember {
  return { type, number, omitEmpty: true, options };
}

const TYPE_META: TypeMembers = {
  kind: { type: 'string', number: undefined, omitEmpty: true, options: {} },
  apiVersion: { type: 'string', number: undefined, omitEmpty: true, options: {} },
};

/** `kind`, `apiVersion` and these members. */
export function typed(members: TypeMembers): TypeMembers {
  return { ...TYPE_META, ...members };
}

/** A kind: `kind`, `apiVersion`, `metadata` and these members. */
export function kind(members: TypeMembers): TypeMembers {
  return typed({ metadata: optional(1, 'meta/v1.ObjectMeta'), ...members });
}

/** A list of a kind. */
export function listOf(item: string): TypeMembers {
  return typed({ metadata: optional(1, 'meta/v1.ListMeta'), items: required(2, `[]${item}`) });
}

/** The members of a type that stand among those of another in JSON, and are a message of their own in protobuf. */
export function inlined(number: number, type: string, members: TypeMembers): TypeMembers {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, { ...member, from: { type, number } }]),
  );
}

/** The schemas of types of one group and version. */
export function types(group: string, declared: Readonly<Record<string, TypeMembers>>): Schemas {
  return Object.fromEntries(
    Object.entries(declared).map(([name, members]) => [`${group}.${name}`, typeSchema(group, members)]),
  );
}

function typeSchema(group: string, members: TypeMembers): Schema {
  const entries = Object.entries(members);
  const required = entries.filter(([, member]) => !member.omitEmpty).map(([name]) => name);
  const inlines = entries.flatMap(([, { from }]) =>
    from === undefined
      ? []
      : [[idOf(group, from.type), { number: from.number, type: idOf(group, from.type) }] as const],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, memberSchema(group, member)])),
    ...(required.length > 0 && { required }),
    ...(inlines.length > 0 && { 'x-inlines': Object.fromEntries(inlines) }),
  };
}

function memberSchema(group: string, { type, number, omitEmpty, options, from }: TypeMember): Schema {
  const named = type.replace(/^\*/, '');
  const strategy = options.strategy ?? (options.mergeKey === undefined ? undefined : 'merge');
  return {
    ...valueSchema(group, named, options),
    ...(strategy !== undefined && { 'x-patch-strategy': strategy }),
    ...(options.mergeKey !== undefined && { 'x-patch-merge-key': options.mergeKey }),
    ...(omitEmpty && { 'x-omit-empty': true }),
    ...(type !== named && { 'x-pointer': true }),
    ...(number !== undefined && { 'x-protobuf': protobufField(group, number, named, options) }),
    ...(from !== undefined && { 'x-inlined-from': idOf(group, from.type) }),
  };
}

function valueSchema(group: string, type: string, { enum: values, known }: MemberOptions): Schema {
  if (type.startsWith('[]'))
    return { type: 'array', items: valueSchema(group, type.slice(2), { ...(known && { known }) }) };
  if (type.startsWith(MAP))
    return { type: 'object', additionalProperties: valueSchema(group, type.slice(MAP.length), {}) };
  return {
    ...(SCALAR[type] ?? { $ref: refTo(idOf(group, type)) }),
    ...(values && { enum: values }),
    ...(known && { 'x-known-values': known }),
  };
}

const MAP = 'map[string]';

function protobufField(group: string, number: number, type: string, { message }: MemberOptions): ProtobufField {
  if (message !== undefined) return { number, type: message };
  if (type.startsWith('[]')) return { number, type: idOf(group, type.slice(2)), repeated: true };
  if (type.startsWith(MAP)) return { number, type: `map<string,${idOf(group, type.slice(MAP.length))}>` };
  return { number, type: idOf(group, type) };
}

function idOf(group: string, type: string): TypeId {
  return type.includes('.') || Object.hasOwn(SCALAR, type) ? type : `${group}.${type}`;
}
