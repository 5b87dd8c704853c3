import type { EndReason, HappeningLine, HeaderPair, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import type { EndNotes, RequestHead, Taps } from '../engine/taps.ts';
import { headerPairs, headerValue } from '../engine/raw-headers.ts';
import { CollectedBody } from './collected-body.ts';
import { decoded } from './content-coding.ts';
import { EventStream, streams } from './event-stream.ts';
import type { Place } from './line-queue.ts';
import type { LogWriter } from './log-writer.ts';
import type { Redaction } from '../../fixtures/formats/redaction.ts';

/** What has passed so far. */
export interface Counts {
  exchanges: number;
  events: number;
  /** Bytes of bodies, both ways, as sent. */
  bytes: number;
}

/** Writes each exchange that it is given taps for to an exchange log, as it happens. */
export class Recorder {
  readonly counts: Counts = { exchanges: 0, events: 0, bytes: 0 };
  readonly #writer: LogWriter;
  readonly #redaction: Redaction;
  readonly #open = new Set<ExchangeTaps>();

  constructor(writer: LogWriter, redaction: Redaction) {
    this.#writer = writer;
    this.#redaction = redaction;
  }

  /** Begins an exchange: takes its place in the log, now. */
  taps(request: RequestHead): Taps {
    this.counts.exchanges += 1;
    const taps = new ExchangeTaps(this.#writer, this.#redaction, this.counts, request, (done) => this.#open.delete(done));
    this.#open.add(taps);
    return taps;
  }

  /** Ends what is still open, as cut by the proxy itself. */
  stop(): void {
    for (const taps of this.#open) taps.end('proxy-stop');
  }

  /** Closes the log when all of it is written. */
  async close(): Promise<void> {
    this.stop();
    await Promise.all([...this.#open].map((taps) => taps.written));
    await this.#writer.close();
  }

}

/** One exchange on its way into the log. Places are taken when things happen; lines follow when bodies are whole and decoded. */
class ExchangeTaps implements Taps {
  readonly #writer: LogWriter;
  readonly #redaction: Redaction;
  readonly #counts: Counts;
  readonly #done: (taps: ExchangeTaps) => void;
  readonly #id: number;
  readonly #request: Omit<Extract<HappeningLine, { kind: 'request' }>, 'n' | 't' | 'exchange' | 'kind'>;
  readonly #sentHeaders: readonly HeaderPair[];
  readonly #began: Place;
  readonly #sent: CollectedBody;
  #requestWritten = false;
  #answerHeaders: readonly HeaderPair[] = [];
  #answer: CollectedBody | undefined;
  #stream: EventStream | undefined;
  #over = false;
  /** Settles when every line of this exchange is with the writer; `undefined` where nothing is waited for. */
  written: Promise<unknown> | undefined;

  constructor(writer: LogWriter, redaction: Redaction, counts: Counts, request: RequestHead, done: (taps: ExchangeTaps) => void) {
    this.#writer = writer;
    this.#redaction = redaction;
    this.#counts = counts;
    this.#done = done;
    this.#id = counts.exchanges;
    this.#sentHeaders = headerPairs(request.rawHeaders);
    this.#request = { connection: request.connection, method: request.method, target: request.target, headers: this.#sentHeaders };
    this.#began = writer.place(this.#id);
    this.#sent = this.#collected('request');
  }

  requestBody(chunk: Buffer): Promise<void> | undefined {
    this.#counts.bytes += chunk.length;
    return this.#sent.push(chunk) ?? this.#writer.room();
  }

  requestEnd(_: readonly string[]): void {
    if (this.#requestWritten) return;
    this.#requestWritten = true;
    const { method, connection, target } = this.#request;
    const head = { ...place(this.#began), ...(connection === undefined ? {} : { connection }), method, target: this.#redaction.target(target) };
    const headers = this.#redaction.headers(this.#sentHeaders);
    if (this.#sent.bytes === 0) return this.#writer.put(this.#began, { kind: 'request', ...head, headers });
    this.#withBody(this.#sent, this.#sentHeaders, (body) => this.#writer.put(this.#began, { kind: 'request', ...head, headers, body }));
  }

  response(status: number, rawHeaders: readonly string[]): void {
    const headers = headerPairs(rawHeaders);
    this.#answerHeaders = headers;
    const at = this.#writer.place(this.#id);
    this.#writer.put(at, { kind: 'response', ...place(at), status, headers: this.#redaction.headers(headers) });
    const { method, target } = this.#request;
    if (streams(method, target, status, headers)) this.#stream = new EventStream(headers, (frame) => this.#event(frame));
    else this.#answer = this.#collected('response');
  }

  responseBody(chunk: Buffer): Promise<void> | undefined {
    this.#counts.bytes += chunk.length;
    if (this.#stream === undefined) return this.#answer?.push(chunk) ?? this.#writer.room();
    this.#stream.push(chunk);
    return this.#writer.room();
  }

  interim(): void {}

  end(reason: EndReason, { detail }: EndNotes = {}): void {
    if (this.#over) return;
    this.#over = true;
    this.requestEnd([]);
    if (this.#stream === undefined) this.#endBody(reason, detail);
    else this.#later(this.#stream.finish().then(() => this.#putEnd(this.#writer.place(this.#id), reason, detail)));
    if (this.written === undefined) this.#done(this);
    else void this.written.then(() => this.#done(this));
  }

  #endBody(reason: EndReason, detail: string | undefined): void {
    const answer = this.#answer;
    if (answer === undefined || answer.bytes === 0) return this.#putEnd(this.#writer.place(this.#id), reason, detail);
    const at = this.#writer.place(this.#id);
    const ended = this.#writer.place(this.#id);
    this.#withBody(answer, this.#answerHeaders, (body) => {
      this.#writer.put(at, { kind: 'body', ...place(at), body });
      this.#putEnd(ended, reason, detail);
    });
  }

  #event(frame: Buffer): void {
    const index = this.#stream?.taken ?? 0;
    this.#counts.events += 1;
    const body = this.#redaction.body(frame, this.#placeOf(this.#answerHeaders));
    const at = this.#writer.place(this.#id);
    this.#writer.put(at, { kind: 'event', ...place(at), index, body });
  }

  #putEnd(at: Place, reason: EndReason, detail: string | undefined): void {
    this.#writer.put(at, { kind: 'end', ...place(at), reason, ...(detail === undefined ? {} : { detail }) });
  }

  #collected(which: string): CollectedBody {
    return new CollectedBody(this.#writer, `${this.#id}.${which}`, !this.#redaction.concerns(this.#request.target));
  }

  /**
   * Calls back with the body as the log has it: decoded and redacted where it is small, a reference to the file beside the log where it
   * is not. At once where there is nothing to decode, which is nearly always.
   */
  #withBody(body: CollectedBody, headers: readonly HeaderPair[], write: (body: LoggedBody) => void): void {
    const bytes = body.inline();
    if (bytes === undefined) return this.#later(body.spilled().then((kept) => write(kept ?? { text: `not kept: ${body.bytes} bytes` })));
    const plain = decoded(bytes, headers);
    if (plain instanceof Promise) this.#later(plain.then((whole) => write(this.#redaction.body(whole, this.#placeOf(headers)))));
    else write(this.#redaction.body(plain, this.#placeOf(headers)));
  }

  #placeOf(headers: readonly HeaderPair[]): { target: string; mediaType: string } {
    return { target: this.#request.target, mediaType: headerValue(headers, 'content-type')?.toLowerCase() ?? '' };
  }

  #later(work: Promise<unknown>): void {
    this.written = Promise.all([this.written, work]);
  }
}

function place({ n, t, exchange }: Place): { n: number; t: number; exchange: number } {
  return { n, t, exchange };
}
