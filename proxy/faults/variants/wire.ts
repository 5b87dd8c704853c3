import { isObject } from '../bend.ts';
import { ConnectionLimit } from '../connection-limit.ts';
import type { FaultyRequest, FaultyResponse, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { isWatch } from '../requests.ts';
import { pause } from '../ways.ts';

/** The value with the members of every object in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reordered(member)]),
  );
}

/** One request in this many is refused as too many. */
const BUSY_EVERY = 97;

const CONNECTIONS_AT_ONCE = 4;
const WATCHES_AT_ONCE = 8;

function tooMany(retryAfter = '1'): FaultyResponse {
  return {
    status: 429,
    headers: { 'content-type': 'text/plain', 'retry-after': retryAfter },
    json: undefined,
    raw: Buffer.from('Too many requests, please try again later.\n'),
  };
}

/** How long the server is busy, in milliseconds. A date has no fractions of seconds, and so tells less. */
const BUSY_MS = 2_000;

/** Hooks of a server that is busy now and then, until the moment that `Retry-After` tells. */
function busy(retryAfter: () => string): Variant['hooks'] {
  return () => {
    let requests = 0;
    return {
      request: ({ call }) => {
        requests += 1;
        return call !== undefined && requests % BUSY_EVERY === 0 ? tooMany(retryAfter()) : undefined;
      },
    };
  };
}

export const WIRE_VARIANTS: readonly Variant[] = variants({
  'members-in-another-order': {
    summary: 'the members of every object are in another order than clients sent them',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (response) => void (response.json = reordered(response.json)),
      event: (frame) => [{ object: frame.object, type: frame.type }].map((each) => reordered(each) as typeof frame),
    }),
  },
  'byte-by-byte': {
    summary: 'every body and every frame comes in chunks of one byte, without a Content-Length',
    dialect: 'spec',
    hooks: () => ({ parts: (bytes) => Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)) }),
  },
  'everything-in-gzip': {
    summary: 'responses and events are compressed for clients that accept gzip, errors included',
    dialect: 'spec',
    hooks: () => ({ gzip: () => 'flushed' }),
  },
  'more-headers': {
    summary: 'responses carry more headers, and media types with a charset',
    dialect: 'spec',
    hooks: () => ({
      response: (response) => {
        const type = response.headers['content-type'];
        Object.assign(response.headers, {
          'x-request-id': 'a1',
          warning: '299 - "old"',
          'cache-control': 'no-cache, private',
          ...(type === 'application/json' ? { 'content-type': `${type}; charset=utf-8` } : {}),
        });
      },
    }),
  },
  slow: {
    summary: 'every response takes a while',
    dialect: 'spec',
    hooks: () => ({ response: () => pause(60) }),
  },
  'busy-now-and-then': {
    summary: 'now and then a request gets 429 and must be sent again later',
    dialect: 'spec',
    hooks: busy(() => '1'),
  },
  'busy-until-a-given-time': {
    summary: 'now and then a request gets 429 with a date in Retry-After, and must be sent again after it',
    dialect: 'spec',
    hooks: busy(() => new Date(Date.now() + BUSY_MS).toUTCString()),
  },
  'four-connections-at-once': {
    summary: 'the server serves four connections at once, so three open watches leave one for all other requests',
    dialect: 'spec',
    hooks: () => ({ connections: new ConnectionLimit(CONNECTIONS_AT_ONCE) }),
  },
  'eight-watches-at-once': {
    summary: 'a watch beside eight open ones gets 429 and must be sent again later',
    dialect: 'spec',
    hooks: () => {
      const open = new Set<FaultyRequest>();
      return {
        request: (request) => {
          if (!isWatch(request)) return undefined;
          if (open.size >= WATCHES_AT_ONCE) return tooMany();
          open.add(request);
          return undefined;
        },
        response: (_, request) => void open.delete(request),
        began: (request, reader) => void reader.once('close', () => open.delete(request)),
      };
    },
  },
});
