import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { EtcdEvent, EtcdRange, KeyValue, Swapped } from './etcd-values.ts';

/** Messages that an etcd answers, by the numbers of its `rpc.proto` and `kv.proto`. Reading throws `Error` on what is no such message. */

/** Reads one member where it knows its number. @returns whether it did */
type Member = (number: number, reader: BinaryReader) => boolean;

/** Of `KV/Range`. */
export function rangeResponse(message: Uint8Array): EtcdRange {
  return range(new BinaryReader(message), message.length);
}

/** Of `KV/Txn`. */
export function swapResponse(message: Uint8Array): Swapped {
  let ok = false;
  let revision = 0;
  let current: KeyValue | undefined;
  each(new BinaryReader(message), message.length, (number, reader) => {
    if (number === 1) revision = header(reader, endOf(reader));
    else if (number === 2) ok = reader.bool();
    else if (number === 3 && !ok) current = ranged(reader, endOf(reader));
    else return false;
    return true;
  });
  return ok ? { ok, revision } : { ok, current };
}

export interface WatchResponse {
  /** Whether it says that the watch has begun. */
  readonly begins: boolean;
  readonly events: readonly EtcdEvent[];
  /** Why there will be no more, where that is so. */
  readonly canceled: string | undefined;
  /** The oldest revision that is kept, where it ends for that. */
  readonly oldest: number | undefined;
}

/** Of `Watch/Watch`. */
export function watchResponse(message: Uint8Array): WatchResponse {
  const events: EtcdEvent[] = [];
  let begins = false;
  let isCanceled = false;
  let reason = '';
  let oldest: number | undefined;
  each(new BinaryReader(message), message.length, (number, reader) => {
    if (number === 3) begins = reader.bool();
    else if (number === 4) isCanceled = reader.bool();
    else if (number === 5) oldest = Number(reader.int64());
    else if (number === 6) reason = reader.string();
    else if (number === 11) events.push(event(reader, endOf(reader)));
    else return false;
    return true;
  });
  return { begins, events, canceled: isCanceled ? reason || 'without a reason' : undefined, oldest };
}

/** Of `Lease/LeaseGrant` and `Lease/LeaseKeepAlive`: which lease it is, and for how many seconds it still lasts. */
export function leaseResponse(message: Uint8Array): { readonly lease: string; readonly seconds: number } {
  let lease = '';
  let seconds = 0;
  each(new BinaryReader(message), message.length, (number, reader) => {
    if (number === 2) lease = String(reader.int64());
    else if (number === 3) seconds = Number(reader.int64());
    else return false;
    return true;
  });
  return { lease, seconds };
}

function range(from: BinaryReader, end: number): EtcdRange {
  const found: KeyValue[] = [];
  let revision = 0;
  let more = false;
  each(from, end, (number, reader) => {
    if (number === 1) revision = header(reader, endOf(reader));
    else if (number === 2) found.push(keyValue(reader, endOf(reader)));
    else if (number === 3) more = reader.bool();
    else return false;
    return true;
  });
  return { found, revision, more };
}

/** What a transaction that failed was told of the key. */
function ranged(from: BinaryReader, end: number): KeyValue | undefined {
  let current: KeyValue | undefined;
  each(from, end, (number, reader) => {
    if (number !== 1) return false;
    [current] = range(reader, endOf(reader)).found;
    return true;
  });
  return current;
}

function event(from: BinaryReader, end: number): EtcdEvent {
  let isDelete = false;
  let at: KeyValue = { key: '', value: NOTHING, revision: 0 };
  each(from, end, (number, reader) => {
    if (number === 1) isDelete = reader.int32() === 1;
    else if (number === 2) at = keyValue(reader, endOf(reader));
    else return false;
    return true;
  });
  return { type: isDelete ? 'delete' : 'put', at };
}

const NOTHING: Buffer = Buffer.alloc(0);

function keyValue(from: BinaryReader, end: number): KeyValue {
  let key = '';
  let value: Buffer = NOTHING;
  let revision = 0;
  each(from, end, (number, reader) => {
    if (number === 1) key = reader.string();
    else if (number === 3) revision = Number(reader.int64());
    else if (number === 5) value = sameMemory(reader.bytes());
    else return false;
    return true;
  });
  return { key, value, revision };
}

function sameMemory({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** @returns the revision of the whole etcd */
function header(from: BinaryReader, end: number): number {
  let revision = 0;
  each(from, end, (number, reader) => {
    if (number !== 3) return false;
    revision = Number(reader.int64());
    return true;
  });
  return revision;
}

function each(reader: BinaryReader, end: number, member: Member): void {
  while (reader.pos < end) {
    const [number, type] = reader.tag();
    if (member(number, reader)) continue;
    // Reading a number is cheaper than skipping it, which makes a view of it.
    if (type === WireType.Varint) reader.uint32();
    else reader.skip(type, number);
  }
}

/** Where the message that comes next in a message ends. */
function endOf(reader: BinaryReader): number {
  const length = reader.uint32();
  return reader.pos + length;
}
