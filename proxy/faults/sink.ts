import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** A response, or the compression before it. */
export type Sink = Writable & { readonly socket?: Socket | null };

/** Writes all parts, and waits while the reader is slow. A reader that leaves, or whose stream ended, gets no more. */
export async function writeAll(sink: Sink, parts: readonly (Buffer | string)[]): Promise<void> {
  for (const part of parts) {
    if (sink.destroyed || sink.writableEnded) return;
    if (!sink.write(part)) await drained(sink);
  }
}

/** Resolves when there is room again, or nobody reads any more. */
function drained(sink: Sink): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      sink.off('drain', done).off('close', done);
      resolve();
    };
    sink.on('drain', done).on('close', done);
    if (sink.destroyed) done();
  });
}
