import { constants, createGzip, type Gzip, gzipSync } from 'node:zlib';
import type { FaultyRequest, Hooks } from './fault.ts';

/** How a body is written for a client that accepts gzip. */
interface Coding {
  readonly header: Readonly<Record<string, string>>;
  readonly whole: (body: Buffer) => Buffer;
  /** A stream of events; absent if they are written as they are. */
  readonly stream: (() => Gzip) | undefined;
}

/** The coding of the response to that request; `undefined` if it has none. */
export function codingOf(request: FaultyRequest, { gzip }: Hooks): Coding | undefined {
  const how = request.headers['accept-encoding']?.includes('gzip') === true ? gzip?.(request) : undefined;
  if (how === undefined) return undefined;
  const isCompressed = how !== 'falsely-marked';
  return {
    header: how === 'unmarked' ? {} : { 'content-encoding': 'gzip' },
    whole: (body) => (isCompressed ? gzipSync(body, { level: constants.Z_BEST_SPEED }) : body),
    stream: isCompressed ? () => createGzip({ flush: constants.Z_SYNC_FLUSH }) : undefined,
  };
}
