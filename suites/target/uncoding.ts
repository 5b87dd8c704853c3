import type { Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { decoder } from '../../shared/exchange-log/content-coding.ts';
import { headerPairs } from './wire-form.ts';

/**
 * Undoes the content coding of a response, such as gzip, before the handler receives its body. Bytes that are malformed
 * from the beginning, or in an unknown coding, reach the handler as they were sent.
 */
export function uncoded(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  let body: CodedBody | undefined;
  return {
    onRequestStart: (...start) => handler.onRequestStart?.(...start),
    onResponseStart(controller, status, headers, message) {
      handler.onResponseStart?.(controller, status, headers, message);
      const decoding = status < 200 ? undefined : decoder(headerPairs(controller.rawHeaders));
      if (decoding !== undefined) body = new CodedBody(handler, controller, decoding);
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
      body?.cut();
      handler.onResponseError?.(controller, error);
    },
  };
}

type Controller = Dispatcher.DispatchController;
type Trailers = Parameters<Required<Dispatcher.DispatchHandler>['onResponseEnd']>[1];

/** A body on its way through a decoder. */
class CodedBody {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #controller: Controller;
  readonly #decoding: Transform;
  /** What was sent, until the decoder proves that it is well-formed; absent from then on. */
  #sent: Buffer[] | undefined = [];
  /** Whether the bytes are malformed: they and all others pass by the decoder. */
  #isMalformed = false;
  #trailers: Trailers | undefined;

  constructor(handler: Dispatcher.DispatchHandler, controller: Controller, decoding: Transform) {
    this.#handler = handler;
    this.#controller = controller;
    this.#decoding = decoding;
    decoding.on('data', (plain: Buffer) => {
      this.#sent = undefined;
      this.#handler.onResponseData?.(this.#controller, plain);
    });
    decoding.once('end', () => this.#handler.onResponseEnd?.(this.#controller, this.#trailers ?? {}));
    decoding.once('error', (error: Error) => this.#failed(error));
  }

  push(chunk: Buffer): void {
    if (this.#isMalformed) return void this.#handler.onResponseData?.(this.#controller, chunk);
    this.#sent?.push(chunk);
    this.#decoding.write(chunk);
  }

  end(trailers: Trailers): void {
    this.#trailers = trailers;
    if (this.#isMalformed) this.#handler.onResponseEnd?.(this.#controller, trailers);
    else this.#decoding.end();
  }

  /** The connection was lost. */
  cut(): void {
    this.#decoding.destroy();
  }

  #failed(error: Error): void {
    if (this.#sent === undefined) {
      this.#handler.onResponseError?.(this.#controller, error);
      this.#controller.abort(error);
      return;
    }
    this.#isMalformed = true;
    for (const chunk of this.#sent) this.#handler.onResponseData?.(this.#controller, chunk);
    if (this.#trailers !== undefined) this.#handler.onResponseEnd?.(this.#controller, this.#trailers);
  }
}
