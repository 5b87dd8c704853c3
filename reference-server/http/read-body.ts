import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest } from '../objects/api-error.ts';

/**
 * The body of a request. Throws `ApiError`: 413 beyond `limit` bytes, as soon as that is known; 400 when the client goes away in the
 * middle of it.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  return allBytes(request, limit);
}

/** The text of a body. Throws `ApiError` 400 when it is not UTF-8. */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw badRequest('the body is not valid UTF-8');
  return body.toString('utf8');
}

/** Whether there is nothing in a body but white space. */
export function isBlank(body: Buffer): boolean {
  return body.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function allBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take);
      request.pause();
      reject(tooLarge(limit));
    };
    request.on('data', take);
    request.on('end', () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    request.on('error', () => reject(cutShort()));
    request.on('close', () => {
      if (!request.complete) reject(cutShort());
    });
  });
}

function cutShort(): ApiError {
  return badRequest('the request ended before its body was complete');
}

function tooLarge(limit: number): ApiError {
  return new ApiError('RequestEntityTooLarge', `the body is larger than the ${limit} bytes that this server takes (--max-body)`);
}

/** How much of an unwanted body is read away, and for how long, so that the client gets to see why it was refused. */
const MOST_DISCARDED = 64 * 1024 * 1024;
const DISCARD_MS = 2000;

/** Reads the rest of a body and forgets it; resolves when it has ended or enough was read. */
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
