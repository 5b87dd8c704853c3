import type { Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { codingNamed, decoderOf } from '../../shared/exchange-log/content-coding.ts';
import { singleValue } from './wire-form.ts';

/**
 * Undoes the content coding of a response, such as gzip, before the handler receives its body. If a client cannot
 * decode the body, the handler receives the bytes as they were sent, and then an error. A watch may end without the
 * trailer of its coding.
 */
export function decoding(handler: Dispatcher.DispatchHandler, isWatch: boolean): Dispatcher.DispatchHandler {
  let body: CodedBody | undefined;
  return {
    onRequestStart: (...start) => handler.onRequestStart?.(...start),
    onResponseStart(controller, status, headers, message) {
      handler.onResponseStart?.(controller, status, headers, message);
      const coding = status < 200 ? undefined : codingNamed(singleValue(headers['content-encoding']));
      if (coding !== undefined)
        body = new CodedBody(handler, controller, coding, decoderOf(coding, isWatch ? 'in part' : 'whole'));
    },
    onResponseData(controller, chunk) {
      if (body === undefined) handler.onResponseData?.(controller, chunk);
      else body.push(chunk);
    },
    onResponseEnd(controller, trailers) {
      if (body === undefined) handler.onResponseEnd?.(controller, trailers);
      else body.end(trailers);
    },
    onResponseError(controller, error) {
      if (body === undefined) handler.onResponseError?.(controller, error);
      else body.cut(error);
    },
  };
}

type Controller = Dispatcher.DispatchController;
type Trailers = Parameters<Required<Dispatcher.DispatchHandler>['onResponseEnd']>[1];

/** A body on its way through a decoder. */
class CodedBody {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #controller: Controller;
  readonly #coding: string;
  readonly #decoder: Transform | undefined;
  /** The received chunks, kept until the decoder returns output. They are passed on unchanged if it returns none. */
  #received: Buffer[] | undefined = [];
  #trailers: Trailers = {};
  #error: Error | undefined;
  #isOver = false;

  constructor(handler: Dispatcher.DispatchHandler, controller: Controller, coding: string, decoder?: Transform) {
    this.#handler = handler;
    this.#controller = controller;
    this.#coding = coding;
    this.#decoder = decoder;
    decoder?.on('data', (plain: Buffer) => {
      this.#received = undefined;
      this.#handler.onResponseData?.(this.#controller, plain);
    });
    decoder?.once('end', () => this.#finish(this.#error));
    decoder?.once('error', () => this.#finish(this.#error ?? this.#undecodable()));
  }

  push(chunk: Buffer): void {
    this.#received?.push(chunk);
    if (!this.#isOver) this.#decoder?.write(chunk);
  }

  end(trailers: Trailers): void {
    this.#trailers = trailers;
    if (this.#received?.length === 0) this.#finish(undefined);
    else if (this.#decoder === undefined) this.#finish(this.#undecodable());
    else this.#decoder.end();
  }

  /** The connection was lost: what came before is decoded as far as possible. */
  cut(error: Error): void {
    this.#error = error;
    if (this.#decoder === undefined) this.#finish(error);
    else this.#decoder.end();
  }

  #undecodable(): Error {
    return new Error(`Content-Encoding says ${this.#coding}, and the body cannot be decoded`);
  }

  #finish(error: Error | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (error === undefined) {
      this.#handler.onResponseEnd?.(this.#controller, this.#trailers);
      return;
    }
    for (const chunk of this.#received ?? []) this.#handler.onResponseData?.(this.#controller, chunk);
    this.#handler.onResponseError?.(this.#controller, error);
    this.#controller.abort(error);
  }
}
