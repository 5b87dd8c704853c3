import type { Dispatcher } from 'undici';
import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import { heldBody, syntaxOf, wireBody } from '../oracle/exchanges/body.ts';
import type { Deadlines, Expiring } from './deadlines.ts';
import type { ExchangeRecorder } from './recorder.ts';
import type { Response } from './target.ts';
import { oversized } from './oversized.ts';
import { headerPairs, oneLine, singleValue } from './wire-form.ts';

/** Bytes of an oversized body that are kept as evidence. */
const KEPT_OF_A_CUT_BODY = 1024;

/** Bounds of one exchange. */
export interface ResponseBounds {
  /** From the request to the last byte of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Largest body that is read, in bytes. */
  readonly maxBody: number;
}

/** Receives one response that is no stream from undici, records it, and resolves with it. */
export class ResponseHandler implements Dispatcher.DispatchHandler, Expiring {
  readonly #exchange: number;
  readonly #recorder: ExchangeRecorder;
  readonly #deadlines: Deadlines;
  readonly #bounds: ResponseBounds;
  readonly #settle: (response: Response) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status: number | undefined;
  #contentType: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;

  constructor(
    exchange: number,
    recorder: ExchangeRecorder,
    deadlines: Deadlines,
    bounds: ResponseBounds,
    settle: (response: Response) => void,
  ) {
    this.#exchange = exchange;
    this.#recorder = recorder;
    this.#deadlines = deadlines;
    this.#bounds = bounds;
    this.#settle = settle;
    deadlines.start(this, bounds.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('expired before it was sent'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#settled) return;
    const pairs: readonly HeaderPair[] = headerPairs(controller.rawHeaders);
    this.#status = status;
    this.#contentType = singleValue(headers['content-type']);
    this.#recorder.response(this.#exchange, status, pairs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#bounds.maxBody) this.#cutForSize();
  }

  onResponseEnd(): void {
    this.#finish('complete', undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#status === undefined ? 'error' : 'server-abort', oneLine(error));
  }

  expire(): void {
    this.#cut(
      `no ${this.#status === undefined ? '' : 'complete '}response within ${Math.round(this.#bounds.timeoutMs)} ms`,
    );
  }

  /** The beginning is evidence enough; the rest must not fill the memory. */
  #cutForSize(): void {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const kept = first.subarray(0, KEPT_OF_A_CUT_BODY);
    this.#chunks.splice(0, this.#chunks.length, kept);
    this.#size = kept.length;
    this.#cut(oversized('body', this.#bounds.maxBody));
  }

  #cut(why: string): void {
    this.#finish('error', why);
    this.#controller?.abort(new Error(why));
  }

  #finish(reason: 'complete' | 'error' | 'server-abort', detail: string | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#deadlines.stop(this);
    const bytes =
      this.#chunks.length === 1 && this.#chunks[0] !== undefined
        ? this.#chunks[0]
        : Buffer.concat(this.#chunks, this.#size);
    const held = bytes.length === 0 ? undefined : heldBody(bytes);
    if (held !== undefined) this.#recorder.body(this.#exchange, held);
    this.#recorder.end(this.#exchange, reason, detail);
    const body = held === undefined ? undefined : wireBody(held, syntaxOf(this.#contentType));
    this.#settle({ exchange: this.#exchange, status: this.#status, body, failure: detail });
  }
}
