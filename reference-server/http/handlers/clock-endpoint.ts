import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { durationMs } from '../../objects/duration.ts';
import { members } from '../../resources/json-members.ts';
import { type Response, valueResponse } from '../response.ts';
import { BodySyntaxError } from '../media/body-syntax-error.ts';
import { parseJson } from '../media/parse-json.ts';
import { readBody } from '../body/read-body.ts';
import { textOf } from '../media/body-text.ts';

/** Beside the API, and only there where it is asked for. */
export const CLOCK_PATH = '/_plumbline/clock';

/** A clock that requests may move on. */
export interface MovableClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Resolves when the clock has been moved on, with whether all that was due has been done: clients may keep loops busy for ever.
   * It stays where it is once it is `wanted` no more.
   */
  advance(milliseconds: number, wanted: () => boolean): Promise<boolean>;
}

const LONGEST_BODY = 1024;
/** A hundred years, the farthest that a clock is moved on at once; beyond it dates would no longer fit their format. */
export const FARTHEST_MS = 100 * 366 * 24 * 3_600_000;

/**
 * GET tells the time, `{"now":"2017-08-01T12:00:00.000Z"}`; POST of `{"advance":"10m"}` moves it on and then tells it, and whether all was done by
 * then that was due, `{"now":"2017-08-01T12:10:00.000Z","settled":true}`; for a client that has hung up it goes no further. Throws `ApiError`:
 * 400 where the body says no such thing, 405.
 */
export async function clockResponse(request: IncomingMessage, clock: MovableClock): Promise<Response> {
  // It takes as long as it takes; that nothing passes meanwhile is not the client's doing. The next request of the connection has its bound again.
  request.socket.setTimeout(0);
  const settled =
    request.method === 'POST'
      ? await clock.advance(asked(await readBody(request, LONGEST_BODY)), () => !request.socket.destroyed)
      : undefined;
  if (settled === undefined && request.method !== 'GET')
    throw new ApiError('MethodNotAllowed', `${request.method} is not allowed here; allowed: GET, POST`, undefined, {
      Allow: 'GET, POST',
    });
  return valueResponse(200, { now: new Date(clock.now()).toISOString(), settled });
}

function asked(body: Buffer): number {
  const { advance } = members(bodyValue(body));
  const milliseconds = typeof advance === 'string' ? durationMs(advance) : undefined;
  if (milliseconds !== undefined && milliseconds <= FARTHEST_MS) return milliseconds;
  throw badRequest(
    `the body must say how far to move the clock on, such as {"advance":"10m"}; got advance ${JSON.stringify(advance) ?? 'nowhere'}`,
  );
}

function bodyValue(body: Buffer): unknown {
  try {
    return parseJson(textOf(body));
  } catch (error) {
    if (error instanceof BodySyntaxError) throw badRequest(error.message);
    throw error;
  }
}
