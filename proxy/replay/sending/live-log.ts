import type { EndReason, HappeningLine, HeaderPair, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { LineSpool } from './stored-lines.ts';

/** Records the traffic while requests are sent, in order of observation, under the exchange ids of the recording. */
export class LiveLog {
  readonly #spool = new LineSpool();
  readonly #origin = performance.now();

  /** The lines so far. Their bodies are on the disk. */
  get lines(): readonly HappeningLine[] {
    return this.#spool.lines;
  }

  /** Releases the bodies. */
  close(): void {
    this.#spool.close();
  }

  request(
    exchange: number,
    request: { readonly method: string; readonly target: string; readonly headers: readonly HeaderPair[] },
    body: LoggedBody | undefined,
  ): void {
    const { method, target, headers } = request;
    this.#spool.append({
      kind: 'request',
      ...this.#now(exchange),
      method,
      target,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  }

  response(exchange: number, status: number, headers: readonly HeaderPair[]): void {
    this.#spool.append({ kind: 'response', ...this.#now(exchange), status, headers });
  }

  body(exchange: number, body: LoggedBody): void {
    this.#spool.append({ kind: 'body', ...this.#now(exchange), body });
  }

  event(exchange: number, index: number, body: LoggedBody): void {
    this.#spool.append({ kind: 'event', ...this.#now(exchange), index, body });
  }

  end(exchange: number, reason: EndReason, detail?: string): void {
    this.#spool.append({ kind: 'end', ...this.#now(exchange), reason, ...(detail === undefined ? {} : { detail }) });
  }

  #now(exchange: number): { readonly n: number; readonly t: number; readonly exchange: number } {
    return {
      n: this.#spool.lines.length + 1,
      t: Math.round((performance.now() - this.#origin) * 1000) / 1000,
      exchange,
    };
  }
}
