import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Request messages to etcd, with the field numbers of its `rpc.proto`, each in a gRPC frame. */

/** Frame header: not compressed, and the length of the message. */
const HEAD = new Uint8Array(5);

/** Fields of a Compare: the compared property of the key. The first field, the operator, is 0 (EQUAL). */
const CREATED_AT = { target: 1, member: 5 };
const WRITTEN_AT = { target: 2, member: 6 };

const UINT32_MAX = 0xffff_ffff;

const { LengthDelimited, Varint } = WireType;

export interface RangeQuestion {
  readonly from: string;
  /** Absent: the range is the key `from` alone. */
  readonly to?: string;
  readonly at?: number;
  readonly limit?: number;
  /** Whether to only count the keys. */
  readonly counted?: boolean;
}

/** For `KV/Range`. */
export function rangeRequest(question: RangeQuestion): Uint8Array {
  return framed(range(begun(), question));
}

export interface SwapQuestion {
  readonly key: string;
  /** Absent: the key is deleted. */
  readonly value: Uint8Array | undefined;
  readonly expect: number | 'absent';
  readonly lease: string | undefined;
  readonly unchanged: { readonly key: string; readonly revision: number } | undefined;
}

/** For `KV/Txn`: compares, then writes, or reads the current value if the comparison fails. */
export function swapRequest({ key, value, expect, lease, unchanged }: SwapQuestion): Uint8Array {
  const name = Buffer.from(key);
  const writer = begun();
  comparison(writer, name, expect);
  if (unchanged !== undefined) comparison(writer, Buffer.from(unchanged.key), unchanged.revision);
  writer.tag(2, LengthDelimited).fork();
  if (value === undefined) writer.tag(3, LengthDelimited).fork().tag(1, LengthDelimited).bytes(name).join();
  else put(writer.tag(2, LengthDelimited).fork(), name, value, lease).join();
  writer.join();
  writer
    .tag(3, LengthDelimited)
    .fork()
    .tag(1, LengthDelimited)
    .fork()
    .tag(1, LengthDelimited)
    .bytes(name)
    .join()
    .join();
  return framed(writer);
}

/** For `Watch/Watch`: all changes of all keys from this revision on. */
export function watchRequest(from: number): Uint8Array {
  const create = begun().tag(1, LengthDelimited).fork();
  bytes(bytes(create, 1, ALL), 2, ALL);
  return framed(create.tag(3, Varint).int64(from).tag(8, Varint).bool(true).join());
}

/** For `KV/Compact`. */
export function compactRequest(revision: number): Uint8Array {
  return framed(begun().tag(1, Varint).int64(revision));
}

/** For `Lease/LeaseGrant`. */
export function grantRequest(seconds: number): Uint8Array {
  return framed(begun().tag(1, Varint).int64(seconds));
}

/** For `Lease/LeaseKeepAlive` and `Lease/LeaseRevoke`. */
export function leaseRequest(lease: string): Uint8Array {
  return framed(begun().tag(1, Varint).int64(lease));
}

/** A range from this key to this key covers all keys. */
const ALL = '\0';

function range(writer: BinaryWriter, { from, to, limit, at, counted }: RangeQuestion): BinaryWriter {
  bytes(writer, 1, from);
  if (to !== undefined) bytes(writer, 2, to);
  if (limit !== undefined) writer.tag(3, Varint).int64(limit);
  if (at !== undefined) writer.tag(4, Varint).int64(at);
  return counted === true ? writer.tag(9, Varint).bool(true) : writer;
}

function put(writer: BinaryWriter, key: Uint8Array, value: Uint8Array, lease: string | undefined): BinaryWriter {
  writer.tag(1, LengthDelimited).bytes(key).tag(2, LengthDelimited).bytes(value);
  return lease === undefined ? writer : writer.tag(3, Varint).int64(lease);
}

function comparison(writer: BinaryWriter, key: Uint8Array, expect: number | 'absent'): void {
  const { target, member } = expect === 'absent' ? CREATED_AT : WRITTEN_AT;
  writer.tag(1, LengthDelimited).fork().tag(2, Varint).int32(target).tag(3, LengthDelimited).bytes(key);
  whole(writer.tag(member, Varint), expect === 'absent' ? 0 : expect).join();
}

/** Avoids the bigint detour of 64-bit numbers in most cases. */
function whole(writer: BinaryWriter, number: number): BinaryWriter {
  return number <= UINT32_MAX ? writer.uint32(number) : writer.int64(number);
}

function bytes(writer: BinaryWriter, member: number, text: string): BinaryWriter {
  return writer.tag(member, LengthDelimited).string(text);
}

/** One shared writer, which keeps its grown buffer. Each message is encoded synchronously. */
const shared = new BinaryWriter();

function begun(): BinaryWriter {
  // Discards the leftovers of a message whose encoding failed.
  shared.finish();
  return shared.raw(HEAD);
}

function framed(writer: BinaryWriter): Uint8Array {
  const made = writer.finish();
  new DataView(made.buffer).setUint32(1, made.length - HEAD.length);
  return made;
}
