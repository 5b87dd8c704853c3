import type { Json } from '../json.ts';
import { lengthDelimited, objectIn } from './object-bytes.ts';

/** Bytes of the length prefix of each message in a stream. */
const PREFIX = 4;

/** Field numbers of a WatchEvent and of the wrapper around its object. */
const TYPE = 1;
const OBJECT = 2;
const RAW = 1;

/**
 * The event in one frame of a protobuf watch: a big-endian length of four bytes, then a WatchEvent of that length
 * whose object has its own envelope. `undefined` if the frame is malformed.
 *
 *     00 00 00 2a | 0a 'ADDED' | 12 (0a (6b 38 73 00 ...))
 */
export function eventInFrame(frame: Buffer): { readonly type: string; readonly object: Json } | undefined {
  if (frame.length < PREFIX || frame.readUInt32BE(0) !== frame.length - PREFIX) return undefined;
  try {
    const event = lengthDelimited(frame.subarray(PREFIX));
    const type = Buffer.from(event.get(TYPE) ?? []).toString('utf8');
    const object = objectIn(lengthDelimited(event.get(OBJECT) ?? new Uint8Array()).get(RAW) ?? new Uint8Array());
    return object === undefined || type === '' ? undefined : { type, object };
  } catch {
    return undefined;
  }
}
