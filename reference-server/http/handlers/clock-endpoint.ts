import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { durationMs } from '../../objects/duration.ts';
import { members } from '../../resources/values/json-members.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';
import { BodySyntaxError } from '../media/body-syntax-error.ts';
import { parseJson } from '../media/parse-json.ts';
import { readBody } from '../body/read-body.ts';
import { textOf } from '../media/body-text.ts';
import { FARTHEST_MS } from '../../objects/simulated-clock.ts';

const LONGEST_BODY = 1024;
/** Outside of the API, and only served if requested. */
export const CLOCK_PATH = '/_plumbline/clock';

/** A clock that requests may advance. */
export interface MovableClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Resolves when the clock has been advanced, with whether all due work is done: clients may keep controllers busy
   * for ever. It stops when `wanted` returns false.
   */
  advance(milliseconds: number, wanted: () => boolean): Promise<boolean>;
}

/**
 * GET returns the time, `{"now":"2017-08-01T12:00:00.000Z"}`. POST of `{"advance":"10m"}` advances the clock and
 * returns the time, and whether all due work was done by then, `{"now":"2017-08-01T12:10:00.000Z","settled":true}`.
 * It stops when the client disconnects. Throws `ApiError`: 400 for another body, 405.
 */
export async function clockResponse(request: IncomingMessage, clock: MovableClock): Promise<HandlerResponse> {
  // Without a time limit, because silence is not the client's fault. The next request of the connection has its limit
  // again.
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
    `the body must say by how much to advance the clock, such as {"advance":"10m"}; got advance ${JSON.stringify(advance) ?? 'missing'}`,
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
