import type { Json } from '../json.ts';
import { lengthDelimited, objectIn } from './object-bytes.ts';

/** Bytes of the length before each message of a stream. */
const PREFIX = 4;

/** Fields of a WatchEvent, and of what holds its object. */
const TYPE = 1;
const OBJECT = 2;
const RAW = 1;

/**
 * The event in one frame of a watch in protobuf: four bytes of big-endian length, and that many of a WatchEvent whose object is enveloped
 * again. `undefined` where the frame is not so.
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
