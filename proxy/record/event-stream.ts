import type { Transform } from 'node:stream';
import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import { asksToWatch } from '../../spec/surface/match-path.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import { decoder } from '../../shared/exchange-log/content-coding.ts';
import { type FrameCutter, lengthFrames } from '../../shared/exchange-log/stream-frames.ts';
import { ValueFrames } from '../../shared/exchange-log/value-frames.ts';
import { splitTarget } from '../../shared/exchange-log/split-target.ts';

/**
 * Whether a response is a watch stream. The request decides (a `/watch/` path, or `watch=true`), not the media type:
 * servers of this API send streams as plain `application/json`. Errors and responses with a content length are
 * ordinary bodies.
 */
export function streams(method: string, target: string, status: number, headers: readonly HeaderPair[]): boolean {
  return (
    asksForStream(method, target) &&
    status >= 200 &&
    status < 300 &&
    headerValue(headers, 'content-length') === undefined
  );
}

/** Whether a request is a watch. */
export function asksForStream(method: string, target: string): boolean {
  if (method !== 'GET' || (!target.includes('watch') && !target.includes('%'))) return false;
  const { path, query } = splitTarget(target);
  return path.split('/').includes('watch') || asksToWatch(new URLSearchParams(query));
}

/** The frames of a watch as they arrive, with a content coding undone. */
export class EventStream {
  readonly #frames: FrameCutter;
  readonly #decoder: Transform | undefined;
  readonly #take: (frame: Buffer) => void;
  /** Frames taken so far. */
  taken = 0;

  constructor(headers: readonly HeaderPair[], take: (frame: Buffer) => void) {
    const binary = headerValue(headers, 'content-type')?.includes('protobuf') ?? false;
    this.#frames = binary ? lengthFrames() : new ValueFrames({ everyByte: true });
    this.#take = take;
    this.#decoder = decoder(headers);
    this.#decoder?.on('data', (plain: Buffer) => this.#cut(plain));
    this.#decoder?.on('error', () => undefined);
  }

  push(chunk: Buffer): void {
    if (this.#decoder === undefined) this.#cut(chunk);
    else if (!this.#decoder.destroyed) this.#decoder.write(chunk);
  }

  /** Emits the rest, including a cut frame. */
  async finish(): Promise<void> {
    const decoder = this.#decoder;
    if (decoder !== undefined && !decoder.destroyed) {
      await new Promise((resolve) => {
        decoder.once('end', resolve);
        decoder.once('close', resolve);
        decoder.end();
      });
    }
    const rest = this.#frames.rest();
    if (rest.length > 0) this.#give(rest);
  }

  #cut(bytes: Buffer): void {
    for (const frame of this.#frames.push(bytes)) this.#give(frame);
  }

  #give(frame: Buffer): void {
    this.#take(frame);
    this.taken += 1;
  }
}
