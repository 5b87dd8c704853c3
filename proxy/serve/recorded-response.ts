import { bytesOf, type EndLine, type EventLine, type LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { Json } from '../diff/values/json-value.ts';
import type { ResponseEnding, ServedOutcome, ServedResponse } from './exchange/response.ts';
import { pause, type Speed } from './exchange/pace.ts';
import type { RecordedExchange } from './exchange/recorded-exchange.ts';
import type { LearnedSecrets } from './redacted-value.ts';
import { failure } from './status-response.ts';
import type { WriteGate } from './write-gate.ts';

/** Settings for playing recorded responses. */
export interface Playing {
  readonly speed: Speed;
  /** Holds events back until their writes have come; absent if only the clock decides. */
  readonly gate?: WriteGate;
  readonly secrets: LearnedSecrets;
}

/** The recorded response of a matching exchange, unless the recording lost it. */
export function recordedOutcome(exchange: RecordedExchange, playing: Playing): ServedOutcome {
  if (exchange.isLost)
    return {
      miss: {
        nearest: exchange,
        differences: ['its response is not in the recording, which ends before it or has a gap there'],
      },
    };
  return { response: recordedResponse(exchange, playing), from: exchange };
}

/**
 * The recorded response of an exchange. If the recording has none: the proxy's 502 for an unresponsive upstream,
 * else silence until the client leaves, as it left then.
 */
export function recordedResponse(exchange: RecordedExchange, playing: Playing): ServedResponse {
  const { response, end } = exchange.logged;
  if (response === undefined) {
    if (end?.reason === 'error')
      return failure(
        502,
        'BadGateway',
        `the recorded server gave no response: ${end.detail ?? 'the connection failed'}`,
      );
    return { status: 200, headers: [], ending: 'hold' };
  }
  const { status, headers } = response;
  const close = {
    ending: endingOf(exchange.streaming, end),
    ...(end?.trailers === undefined ? {} : { trailers: end.trailers }),
  };
  if (exchange.streaming)
    return {
      status,
      headers,
      frames: (gone) => frames(exchange, { headAt: response.t, end }, playing, gone),
      ...close,
    };
  const body = exchange.logged.body?.body;
  return { status, headers, ...(body === undefined ? {} : { body: restored(body, playing.secrets) }), ...close };
}

/**
 * If the recorded client left, the end of the response is unknown: a stream continues in silence, an incomplete body
 * is cut.
 */
function endingOf(streaming: boolean, end: EndLine | undefined): ResponseEnding {
  if (end?.reason === 'complete') return 'end';
  if (end?.reason === 'server-abort' || end?.reason === 'error' || !streaming) return 'cut';
  return 'hold';
}

async function* frames(
  { logged, began }: RecordedExchange,
  { headAt, end }: { readonly headAt: number; readonly end: EndLine | undefined },
  { speed, gate, secrets }: Playing,
  gone: AbortSignal,
): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  const due = (at: number): Promise<void> =>
    pause(at - headAt - (performance.now() - startedAt) * (speed === 'instant' ? 1 : speed), speed, gone);
  for (const event of logged.events()) {
    await due(event.t);
    await gate?.passed(began, event.n, gone);
    if (gone.aborted) return;
    yield frameOf(event, secrets);
  }
  if (end === undefined || (end.reason !== 'complete' && end.reason !== 'server-abort')) return;
  await due(end.t);
  await gate?.passed(began, end.n, gone);
}

function frameOf({ body }: EventLine, secrets: LearnedSecrets): Buffer {
  return bytesOf(restored(body, secrets)) ?? Buffer.alloc(0);
}

function restored(body: LoggedBody, secrets: LearnedSecrets): LoggedBody {
  return 'json' in body ? { ...body, json: secrets.restored(body.json as Json) } : body;
}
