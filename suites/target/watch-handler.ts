import type { Dispatcher } from 'undici';
import type { EndReason } from '../../shared/exchange-log/exchange-log.ts';
import { lengthFrames, MOST } from '../../shared/exchange-log/stream-frames.ts';
import { isBlank, ValueFrames } from '../../shared/exchange-log/value-frames.ts';
import { heldBody, streamEvent } from '../oracle/exchanges/body.ts';
import type { StreamEvent } from '../oracle/history.ts';
import { isProtobuf } from '../oracle/protobuf/with-protobuf-read.ts';
import type { Expiring } from './deadlines.ts';
import type { ExchangeRecorder } from './recorder.ts';
import { oversized } from './oversized.ts';
import type { WatchStream } from './target.ts';
import { headerPairs, oneLine, singleValue } from './wire-form.ts';

const HUNG_UP = new Error('the client hung up');

interface Waiter {
  readonly holds: () => boolean;
  readonly settle: (held: boolean) => void;
}

/** Receives a watch from undici, frame by frame. A response that is no success is recorded as a body instead. */
export class WatchHandler implements Dispatcher.DispatchHandler, WatchStream, Expiring {
  readonly exchange: number;
  readonly events: StreamEvent[] = [];
  status: number | undefined;
  ended = false;
  readonly #recorder: ExchangeRecorder;
  readonly #maxBody: number;
  readonly #onEnd: (stream: WatchHandler) => void;
  /** Bytes since the last whole event. */
  #unframed = 0;
  /** Bytes of whole events: the history of a server may be long, so only an event without an end is a fault. */
  #framed = 0;
  #frames: Pick<ValueFrames, 'push' | 'rest' | 'pending' | 'isNoObject'> = new ValueFrames();
  readonly #refusal: Buffer[] = [];
  readonly #waiters = new Set<Waiter>();
  #controller: Dispatcher.DispatchController | undefined;
  #stalled = false;

  constructor(exchange: number, recorder: ExchangeRecorder, maxBody: number, onEnd: (stream: WatchHandler) => void) {
    this.exchange = exchange;
    this.#recorder = recorder;
    this.#maxBody = maxBody;
    this.#onEnd = onEnd;
  }

  get received(): number {
    return this.#framed + this.#unframed;
  }

  waitFor(predicate: (stream: WatchStream) => boolean, ms: number): Promise<boolean> {
    if (predicate(this)) return Promise.resolve(true);
    if (this.ended) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        holds: () => predicate(this),
        settle: (held) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(held);
        },
      };
      const timer = setTimeout(() => waiter.settle(false), ms);
      this.#waiters.add(waiter);
    });
  }

  /** Takes effect at once, or when the response begins. */
  stall(): void {
    this.#stalled = true;
    this.#controller?.pause();
  }

  resume(): void {
    this.#stalled = false;
    this.#controller?.resume();
  }

  close(): void {
    this.#hangUp('client-abort');
  }

  /** The time limit of the head, or of the body of a refusal, has passed. A stream that has begun may stay open. */
  expire(): void {
    if (this.status === undefined) this.#hangUp('error', 'no response to the watch in time');
    else if (this.#refused) this.#hangUp('error', 'no complete response to the watch in time');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.ended) controller.abort(HUNG_UP);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.ended) return;
    if (this.#stalled) controller.pause();
    this.status = status;
    // Protobuf streams are framed by length and may contain newlines anywhere.
    if (isProtobuf(singleValue(headers['content-type'])))
      this.#frames = { ...lengthFrames(), pending: 0, isNoObject: false };
    this.#recorder.response(this.exchange, status, headerPairs(controller.rawHeaders));
    this.#wake();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.ended) return;
    this.#unframed += chunk.length;
    // A cutter that has held so much returns it as if it were an event.
    if (this.#unframed > MOST) return this.#hangUp('error', oversized('stream', Math.min(MOST, this.#maxBody)));
    if (this.#refused) this.#hold(chunk);
    else for (const frame of this.#frames.push(chunk)) this.#take(frame);
    // No event can follow, and waiting for one would take long: these bytes are the evidence.
    if (this.events.length === 0 && this.#frames.isNoObject) {
      this.#take(this.#frames.rest());
      return this.#hangUp('client-abort', 'the stream begins with no JSON object');
    }
    this.#wake();
    if (this.#unframed > this.#maxBody) this.#hangUp('error', oversized('stream', this.#maxBody));
    else if (this.#framed > this.#maxBody) this.#hangUp('client-abort', oversized('stream', this.#maxBody));
  }

  onResponseEnd(): void {
    if (this.ended) return;
    const rest = this.#frames.rest();
    if (!isBlank(rest)) this.#take(rest);
    this.#finish('complete');
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const where = this.#frames.pending > 0 ? ', in mid-frame' : '';
    this.#finish(this.status === undefined ? 'error' : 'server-abort', `${oneLine(error)}${where}`);
  }

  get #refused(): boolean {
    return this.status !== undefined && this.status >= 300;
  }

  #hold(chunk: Buffer): void {
    this.#refusal.push(chunk);
  }

  #take(frame: Buffer): void {
    this.#unframed = this.#frames.pending;
    this.#framed += frame.length;
    const body = heldBody(frame);
    const line = this.#recorder.event(this.exchange, this.events.length, body);
    this.events.push(streamEvent(line.n, line.t, body));
  }

  #hangUp(reason: EndReason, detail?: string): void {
    this.#finish(reason, detail);
    abortQuietly(this.#controller);
  }

  #finish(reason: EndReason, detail?: string): void {
    if (this.ended) return;
    this.ended = true;
    if (this.#refusal.length > 0) this.#recorder.body(this.exchange, heldBody(Buffer.concat(this.#refusal)));
    this.#recorder.end(this.exchange, reason, detail);
    this.#wake();
    this.#onEnd(this);
  }

  #wake(): void {
    for (const waiter of this.#waiters) {
      if (waiter.holds()) waiter.settle(true);
      else if (this.ended) waiter.settle(false);
    }
  }
}

/**
 * Hangs up with an error that has no stack. The client would otherwise make one and capture its stack, which
 * dominates the cost of thousands of watches.
 */
function abortQuietly(controller: Dispatcher.DispatchController | undefined): void {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  controller?.abort(HUNG_UP);
  Error.stackTraceLimit = limit;
}
