import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { isChunked } from '../../shared/exchange-log/chunked-header.ts';
import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import { heldBody } from '../oracle/exchanges/body.ts';
import { type ResponseBounds, ResponseHandler } from './response-handler.ts';
import { connectionSettings, type ConnectionSettings } from './connection-settings.ts';
import { Deadlines } from './deadlines.ts';
import { inChunks } from './in-chunks.ts';
import type { TargetOptions } from './options.ts';
import { Pace } from './pace.ts';
import type { ExchangeRecorder } from './recorder.ts';
import { isBusy, isLost, pauseBeforeAgain, TRIES_AGAIN } from './retry.ts';
import type { Response, Target, TargetRequest, WatchStream } from './target.ts';
import { WatchHandler } from './watch-handler.ts';
import { decoding } from './decoding.ts';
import { redactedPair } from './wire-form.ts';

/**
 * Prepares a target; nothing is sent yet. Throws a `TargetError` for an unusable option: a bad URL, a file that
 * cannot be read, a kubeconfig that needs a plugin.
 */
export function connect(options: TargetOptions): Target {
  return new PooledTarget(connectionSettings(options));
}

/**
 * How long an idle connection is used again, in milliseconds. A server may close it at any time without notice: one
 * Python server does so after two seconds. A request that meets the close gets no response, as if the server had
 * dropped it.
 */
const IDLE_MS = 400;

/** A target behind a pool of keep-alive connections, one for each request under way. */
class PooledTarget implements Target {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  requests = 0;
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #sent: readonly HeaderPair[];
  readonly #written: readonly HeaderPair[];
  readonly #deadlines = new Deadlines();
  readonly #bounds: ResponseBounds;
  readonly #pace: Pace | undefined;
  readonly #watches = new Set<WatchHandler>();
  /**
   * Whether a connection serves several requests. After the first lost request none does, so that a further one cannot
   * have met the close of an idle connection.
   */
  #reuses = true;
  #closing: Promise<void> | undefined;

  constructor(settings: ConnectionSettings) {
    this.baseUrl = settings.origin + settings.prefix;
    this.timeoutMs = settings.timeoutMs;
    this.#prefix = settings.prefix;
    this.#sent = settings.headers;
    this.#written = settings.headers.map(([name, value]) => redactedPair(name, value));
    this.#bounds = { timeoutMs: settings.timeoutMs, maxBody: settings.maxBodyBytes };
    this.#pace = settings.qps === undefined ? undefined : new Pace(settings.qps);
    this.#pool = new Pool(settings.origin, {
      pipelining: 1,
      connections: settings.connections ?? null,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: { timeout: settings.timeoutMs, ...settings.tls },
    });
  }

  /** Repeats a request that a busy target turned away, after the pause that the target asks for, until the timeout. */
  async request(request: TargetRequest, recorder: ExchangeRecorder): Promise<Response> {
    const until = performance.now() + this.#bounds.timeoutMs;
    let response = await this.#once(request, recorder);
    for (let again = 0; again < TRIES_AGAIN && isBusy(response); again += 1) {
      const pause = pauseBeforeAgain(request.method, response.exchange, recorder.lines, this.#bounds.timeoutMs);
      if (pause === undefined || performance.now() + pause > until) return response;
      await sleep(pause);
      response = await this.#once(request, recorder);
    }
    return response;
  }

  async #once(request: TargetRequest, recorder: ExchangeRecorder): Promise<Response> {
    if (this.#pace !== undefined) await this.#pace.turn();
    const exchange = this.#begin(request, recorder);
    const bounds = {
      timeoutMs:
        (request.slowness ?? 1) * Math.min(this.#bounds.timeoutMs, request.patienceMs ?? Number.POSITIVE_INFINITY),
      maxBody: Math.min(this.#bounds.maxBody, request.maxBody ?? Number.POSITIVE_INFINITY),
    };
    const response = await new Promise<Response>((settle) =>
      this.#dispatch(request, recorder, new ResponseHandler(exchange, recorder, this.#deadlines, bounds, settle)),
    );
    if (isLost(response)) this.#reuses = false;
    return response;
  }

  async stream(request: TargetRequest, recorder: ExchangeRecorder): Promise<WatchStream> {
    if (this.#pace !== undefined) await this.#pace.turn();
    const watch = new WatchHandler(this.#begin(request, recorder), recorder, this.#bounds.maxBody, (ended) => {
      this.#watches.delete(ended);
      this.#deadlines.stop(ended);
    });
    this.#watches.add(watch);
    this.#deadlines.start(watch, this.#bounds.timeoutMs);
    this.#dispatch(request, recorder, watch);
    return watch;
  }

  async close(): Promise<void> {
    for (const watch of this.#watches) watch.close();
    this.#deadlines.close();
    this.#closing ??= this.#pool.destroy();
    await this.#closing;
  }

  #begin(request: TargetRequest, recorder: ExchangeRecorder): number {
    this.requests += 1;
    const headers = [...this.#written, ...recorder.headers, ...(request.headers ?? [])];
    return recorder.request(request.method, request.target, headers, held(request.body));
  }

  #dispatch(request: TargetRequest, recorder: ExchangeRecorder, handler: ResponseHandler | WatchHandler): void {
    const { headers = [], body } = request;
    const isInChunks = body !== undefined && headers.some(isChunked);
    this.#pool.dispatch(
      {
        path: this.#prefix + request.target,
        method: request.method,
        headers: flattened(
          this.#sent,
          recorder.headers,
          isInChunks ? headers.filter((pair) => !isChunked(pair)) : headers,
        ),
        body: isInChunks ? inChunks(body) : (body ?? null),
        // By default the client hangs up after every DELETE with a body.
        ...(request.method === 'HEAD' ? {} : { reset: !this.#reuses }),
      },
      decoding(handler, handler instanceof WatchHandler),
    );
  }
}

/** Name, value, name, value, ..., as undici expects them. */
function flattened(...lists: readonly (readonly HeaderPair[])[]): string[] {
  const flat: string[] = [];
  for (const pairs of lists) for (const [name, value] of pairs) flat.push(name, value);
  return flat;
}

function held(body: string | Buffer | undefined): ReturnType<typeof heldBody> | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? { text: body } : heldBody(body);
}
