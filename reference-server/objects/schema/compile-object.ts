import type { Schema } from '../../../spec/schemas/schema.ts';
import type { CompiledType } from './compiled-type.ts';
import { inside, type JsonMembers, membersOf, NO_MEMBERS, requireObject } from './json-parts.ts';

interface CompiledMember {
  readonly name: string;
  /** Index of the member in its type. */
  readonly place: number;
  readonly type: CompiledType;
  readonly omitEmpty: boolean;
  readonly pointer: boolean;
}

type MembersByName = ReadonlyMap<string, CompiledMember>;

/** A member and its value in the response. */
interface MemberValue {
  readonly member: CompiledMember;
  readonly value: unknown;
}

/**
 * The compiled form of an object with known members. Decoding and shaping iterate over the members that are set,
 * which are far fewer than the members of the type. An object that needs no change is returned as it is, and no
 * object is changed in place.
 */
export function compileObject(
  properties: Readonly<Record<string, Schema>>,
  compile: (schema: Schema) => CompiledType,
): CompiledType {
  const members = Object.entries(properties).map(([name, schema], place): CompiledMember => ({
    name,
    place,
    type: compile(schema),
    omitEmpty: schema['x-omit-empty'] === true,
    pointer: schema['x-pointer'] === true,
  }));
  const byName = new Map(members.map((member): [string, CompiledMember] => [member.name, member]));
  let always: readonly MemberValue[] | undefined;
  let empty: object | undefined;
  const shape = (value: unknown, stored?: unknown): object =>
    shapedObject(byName, (always ??= alwaysShown(members)), value as JsonMembers, stored);
  return {
    decode: (value, stored) => decodedObject(byName, value, stored),
    shape,
    // One frozen instance shared by all.
    absent: () => (empty ??= Object.freeze(shape(NO_MEMBERS))),
    isEmpty: () => false,
    zero: undefined,
  };
}

function decodedObject(byName: MembersByName, value: unknown, stored: unknown): object {
  requireObject(value);
  const known = membersOf(stored);
  let decoded: Record<string, unknown> | undefined;
  let at = '';
  try {
    for (const name in value) {
      at = name;
      const sent = value[name];
      const read = decodedMember(byName.get(name), sent, known[name]);
      if (decoded === undefined) {
        if (read === sent && read !== undefined) continue;
        decoded = membersBefore(name, value);
      }
      if (read !== undefined) decoded[name] = read;
    }
  } catch (error) {
    throw inside(error, at);
  }
  return decoded ?? value;
}

/** `undefined` if the member counts as not sent. */
function decodedMember(member: CompiledMember | undefined, sent: unknown, settled: unknown): unknown {
  if (member === undefined || sent === undefined || sent === null) return undefined;
  return sent === settled ? sent : member.type.decode(sent, settled);
}

/** A copy of the members before this one. All names come from the schema; none is a member of `Object.prototype`. */
function membersBefore(end: string, value: JsonMembers): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    if (name === end) break;
    copy[name] = value[name];
  }
  return copy;
}

/** Members that appear in responses even if they are not set. */
function alwaysShown(members: readonly CompiledMember[]): readonly MemberValue[] {
  return members.flatMap((member) => {
    const value = member.pointer ? undefined : member.type.absent();
    return value === undefined ? [] : [{ member, value }];
  });
}

function shapedObject(
  byName: MembersByName,
  always: readonly MemberValue[],
  value: JsonMembers,
  stored: unknown,
): object {
  const known = membersOf(stored);
  const shown: MemberValue[] = [];
  let isShaped = true;
  for (const name in value) {
    const member = byName.get(name);
    const inner = member === undefined ? undefined : shapedMember(member, value[name], known[name]);
    if (inner !== value[name] || inner === undefined) isShaped = false;
    if (member !== undefined && inner !== undefined && !insert(shown, { member, value: inner })) isShaped = false;
  }
  for (const each of always) {
    const set = value[each.member.name];
    if (set !== undefined && set !== null) continue;
    isShaped = false;
    insert(shown, each);
  }
  return isShaped ? value : objectOf(shown);
}

/** `undefined` if the member is left out. */
function shapedMember({ type, omitEmpty, pointer }: CompiledMember, set: unknown, settled: unknown): unknown {
  if (set === undefined || set === null) return undefined;
  const inner = set === settled ? set : type.shape(set, settled);
  return omitEmpty && !pointer && type.isEmpty(inner) ? undefined : inner;
}

/** Inserts in schema order; most members arrive nearly in order. @returns whether the member became the last */
function insert(shown: MemberValue[], added: MemberValue): boolean {
  let at = shown.length;
  for (; at > 0; at -= 1) {
    const before = shown[at - 1];
    if (before === undefined || before.member.place < added.member.place) break;
    shown[at] = before;
  }
  shown[at] = added;
  return at === shown.length - 1;
}

/** All names come from the schema; none is a member of `Object.prototype`. */
function objectOf(shown: readonly MemberValue[]): object {
  const object: Record<string, unknown> = {};
  for (const { member, value } of shown) object[member.name] = value;
  return object;
}
