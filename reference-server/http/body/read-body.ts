import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { serveTogether } from '../in-batches.ts';

/**
 * The body of a request. Throws `ApiError`: 413 beyond `limit` bytes, as soon as that is known; 415 if it is
 * compressed; 400 if the client disconnects in the middle of it.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { 'content-encoding': coding = 'identity' } = request.headers;
  if (coding !== 'identity')
    throw new ApiError(
      'UnsupportedMediaType',
      `Content-Encoding '${coding}' is not supported; send the body without it`,
    );
  const announced = announcedSize(request, limit);
  if (request.closed && !request.complete) throw cutShort();
  return allBytes(request, announced, limit);
}

/** The announced size of a request's body in bytes. Throws `ApiError` 413 beyond `limit`. */
export function announcedSize({ headers }: IncomingMessage, limit: number): number {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  return announced;
}

/** Incomplete bodies together hold at most this many times the limit of one. */
const MOST_AT_A_TIME = 64;

/** An incomplete body. */
interface Coming {
  readonly giveUp: (why: ApiError) => void;
}

/** Incomplete bodies with the same limit, the oldest first, and the bytes that they hold. */
interface Pool {
  readonly coming: Set<Coming>;
  held: number;
}

const POOLS = new Map<number, Pool>();

function poolOf(limit: number): Pool {
  let pool = POOLS.get(limit);
  if (pool === undefined) {
    pool = { coming: new Set(), held: 0 };
    POOLS.set(limit, pool);
  }
  return pool;
}

/** Most bodies arrive whole, and then the pool does not need them. */
function allBytes(request: IncomingMessage, announced: number, limit: number): Promise<Buffer> {
  const pool = poolOf(limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      if (size === 0 && chunk.length !== announced) pool.coming.add(coming);
      size += chunk.length;
      chunks.push(chunk);
      if (pool.coming.has(coming)) pool.held += chunk.length;
      if (size > limit) {
        request.pause();
        coming.giveUp(tooLarge(limit));
      } else if (pool.held > MOST_AT_A_TIME * limit) giveUpOldest(pool);
    };
    const letGo = (): void => {
      if (pool.coming.delete(coming)) pool.held -= size;
    };
    const coming: Coming = {
      giveUp(why) {
        letGo();
        chunks.length = 0;
        request.off('data', take);
        reject(why);
      },
    };
    request.on('data', take);
    request.on('end', () => {
      letGo();
      serveTogether(() => resolve(joined(chunks)));
    });
    request.on('error', () => coming.giveUp(cutShort()));
    request.on('close', () => {
      if (!request.complete) coming.giveUp(cutShort());
    });
  });
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

/** Slow senders make room for fast ones; the rest of the body is discarded. */
function giveUpOldest({ coming }: Pool): void {
  const [oldest] = coming;
  oldest?.giveUp(
    new ApiError(
      'TooManyRequests',
      'too many request bodies were arriving at once, and this one was the slowest; try again',
      { retryAfterSeconds: 1 },
      { 'Retry-After': '1', Connection: 'close' },
    ),
  );
}

function cutShort(): ApiError {
  return badRequest('the request ended before its body was complete');
}

function tooLarge(limit: number): ApiError {
  return new ApiError('RequestEntityTooLarge', `the body is larger than the limit of ${limit} bytes (--max-body)`);
}

/** How much of an unwanted body is discarded, and for how long, so the client can receive the refusal. */
const MOST_DISCARDED = 64 * 1024 * 1024;
const DISCARD_MS = 2000;

/** Discards the rest of a body; resolves when it has ended or enough was read. */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const timer = setTimeout(resolve, DISCARD_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_DISCARDED) done();
    });
    request.on('end', done);
    request.on('close', done);
    request.resume();
  });
}
