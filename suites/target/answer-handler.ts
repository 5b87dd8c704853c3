import type { Dispatcher } from 'undici';
import type { HeaderPair } from '../../fixtures/formats/exchange-log.ts';
import { heldBody, syntaxOf, wireBody } from '../oracle/body.ts';
import type { Deadlines, Expiring } from './deadlines.ts';
import type { ExchangeRecorder } from './recorder.ts';
import type { Answer } from './target.ts';
import { headerPairs, oneLine, singleValue } from './wire-form.ts';

/** No answer of this API is as large; more is a fault that must not fill the memory. */
const LARGEST_ANSWER = 256 * 1024 * 1024;

/** Takes one answer that is not a stream from undici, records it, and settles with it. */
export class AnswerHandler implements Dispatcher.DispatchHandler, Expiring {
  readonly #exchange: number;
  readonly #recorder: ExchangeRecorder;
  readonly #deadlines: Deadlines;
  readonly #settle: (answer: Answer) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status: number | undefined;
  #contentType: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;

  constructor(exchange: number, recorder: ExchangeRecorder, deadlines: Deadlines, settle: (answer: Answer) => void) {
    this.#exchange = exchange;
    this.#recorder = recorder;
    this.#deadlines = deadlines;
    this.#settle = settle;
    deadlines.start(this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('expired before it was sent'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
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
    if (this.#size > LARGEST_ANSWER) this.#cut(`the answer is larger than ${LARGEST_ANSWER} bytes`);
  }

  onResponseEnd(): void {
    this.#finish('complete', undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#status === undefined ? 'error' : 'server-abort', oneLine(error));
  }

  /** The time for it is up. */
  expire(): void {
    this.#cut(`no ${this.#status === undefined ? '' : 'complete '}answer within ${this.#deadlines.timeoutMs} ms`);
  }

  #cut(why: string): void {
    this.#finish('error', why);
    this.#controller?.abort(new Error(why));
  }

  #finish(reason: 'complete' | 'error' | 'server-abort', detail: string | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#deadlines.stop(this);
    const bytes = this.#chunks.length === 1 && this.#chunks[0] !== undefined ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#size);
    const held = bytes.length === 0 ? undefined : heldBody(bytes);
    if (held !== undefined) this.#recorder.body(this.#exchange, held);
    this.#recorder.end(this.#exchange, reason, detail);
    const body = held === undefined ? undefined : wireBody(held, syntaxOf(this.#contentType));
    this.#settle({ exchange: this.#exchange, status: this.#status, body, failure: detail });
  }
}
