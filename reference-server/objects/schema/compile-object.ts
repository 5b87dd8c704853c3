import type { Schema } from '../../../spec/schemas/schema.ts';
import type { CompiledType } from './compiled-type.ts';
import { NO_MEMBERS, inside, membersOf, requireObject } from './json-parts.ts';
import type { Members } from './json-parts.ts';

interface Member {
  readonly name: string;
  /** Where it stands among the members of its type. */
  readonly place: number;
  readonly type: CompiledType;
  readonly omitEmpty: boolean;
  readonly pointer: boolean;
}

type MembersByName = ReadonlyMap<string, Member>;

/** A member and what is answered for it. */
interface MemberValue {
  readonly member: Member;
  readonly value: unknown;
}

/**
 * The compiled form of an object with known members. Reading and writing go by the members that are there, which are far fewer than those that a
 * type knows, and give back the very same object where nothing in it has to change: most are as they should be, and none is ever changed in place.
 */
export function compileObject(
  properties: Readonly<Record<string, Schema>>,
  compile: (schema: Schema) => CompiledType,
): CompiledType {
  const members = Object.entries(properties).map(([name, schema], place): Member => ({
    name,
    place,
    type: compile(schema),
    omitEmpty: schema['x-omit-empty'] === true,
    pointer: schema['x-pointer'] === true,
  }));
  const byName = new Map(members.map((member): [string, Member] => [member.name, member]));
  let always: readonly MemberValue[] | undefined;
  let empty: object | undefined;
  const shape = (value: unknown, stored?: unknown): object =>
    shapedObject(byName, (always ??= alwaysShown(members)), value as Members, stored);
  return {
    decode: (value, stored) => decodedObject(byName, value, stored),
    shape,
    // One for all that have it.
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

/** `undefined` where it counts as not sent. */
function decodedMember(member: Member | undefined, sent: unknown, settled: unknown): unknown {
  if (member === undefined || sent === undefined || sent === null) return undefined;
  return sent === settled ? sent : member.type.decode(sent, settled);
}

/** A copy of the members before that one. Their names are those of the schema, none of which every object has by itself. */
function membersBefore(end: string, value: Members): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    if (name === end) break;
    copy[name] = value[name];
  }
  return copy;
}

/** Members that are answered although they are not set. */
function alwaysShown(members: readonly Member[]): readonly MemberValue[] {
  return members.flatMap((member) => {
    const value = member.pointer ? undefined : member.type.absent();
    return value === undefined ? [] : [{ member, value }];
  });
}

function shapedObject(byName: MembersByName, always: readonly MemberValue[], value: Members, stored: unknown): object {
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

/** `undefined` where it is left out. */
function shapedMember({ type, omitEmpty, pointer }: Member, set: unknown, settled: unknown): unknown {
  if (set === undefined || set === null) return undefined;
  const inner = set === settled ? set : type.shape(set, settled);
  return omitEmpty && !pointer && type.isEmpty(inner) ? undefined : inner;
}

/** Keeps them in the order of the schema, in about which most come. @returns whether it became the last */
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

/** The names are those of the schema, none of which every object has by itself. */
function objectOf(shown: readonly MemberValue[]): object {
  const object: Record<string, unknown> = {};
  for (const { member, value } of shown) object[member.name] = value;
  return object;
}
