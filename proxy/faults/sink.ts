import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** A response, or the compression before it. */
export type Sink = Writable & { readonly socket?: Socket | null };

/** Writes all parts, and waits whenever the reader is slow. */
export async function writeAll(response: Sink, parts: readonly (Buffer | string)[]): Promise<void> {
  for (const part of parts) {
    if (!response.write(part)) await once(response, 'drain');
  }
}
