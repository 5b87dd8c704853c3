import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { EtcdEvent, EtcdRange, KeyValue, Swapped } from './etcd-values.ts';

/**
 * Response messages of etcd, with the field numbers of its `rpc.proto` and `kv.proto`. Decoding throws `Error` on an
 * invalid message.
 */

/** Reads one field if it knows its number. @returns whether it did */
type FieldReader = (number: number, reader: BinaryReader) => boolean;

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
  /** Whether the response says that the watch was created. */
  readonly begins: boolean;
  readonly events: readonly EtcdEvent[];
  /** The reason, if the watch was canceled. */
  readonly canceled: string | undefined;
  /** The oldest kept revision, if the watch was canceled by a compaction. */
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

/** Of `Lease/LeaseGrant` and `Lease/LeaseKeepAlive`: the id of the lease and its remaining seconds. */
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

/** The current key from the failure branch of a transaction. */
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

function each(reader: BinaryReader, end: number, member: FieldReader): void {
  while (reader.pos < end) {
    const [number, type] = reader.tag();
    if (member(number, reader)) continue;
    // Reading a varint is cheaper than skipping it, which creates a view of it.
    if (type === WireType.Varint) reader.uint32();
    else reader.skip(type, number);
  }
}

/** End of the nested message that comes next. */
function endOf(reader: BinaryReader): number {
  const length = reader.uint32();
  return reader.pos + length;
}
