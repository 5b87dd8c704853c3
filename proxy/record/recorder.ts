import type { EndReason, HeaderPair, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { bytesOf, loggedBodyText } from '../../fixtures/formats/exchange-log.ts';
import type { Redaction } from '../../fixtures/formats/redaction.ts';
import { headerPairs, headerValue } from '../engine/raw-headers.ts';
import type { EndNotes, RequestHead, Taps } from '../engine/taps.ts';
import { CollectedBody, INLINE_BYTES } from './collected-body.ts';
import { decoder } from './content-coding.ts';
import { EventStream, streams } from './event-stream.ts';
import type { Place } from './line-queue.ts';
import type { LogWriter } from './log-writer.ts';

/** What has passed so far. */
export interface Counts {
  exchanges: number;
  /** Exchanges that are still under way. */
  open: number;
  events: number;
  /** Bytes of bodies, both ways, as sent. */
  bytes: number;
  /** Exchanges that did not end as HTTP says they should. */
  cut: number;
}

/** Writes each exchange that it is given taps for to an exchange log, as it happens. */
export class Recorder {
  readonly counts: Counts = { exchanges: 0, open: 0, events: 0, bytes: 0, cut: 0 };
  readonly writer: LogWriter;
  readonly redaction: Redaction;
  readonly #headers = new WeakMap<readonly string[], SeenHeaders>();
  readonly #open = new Set<ExchangeTaps>();

  constructor(writer: LogWriter, redaction: Redaction) {
    this.writer = writer;
    this.redaction = redaction;
  }

  /** Begins an exchange: takes its place in the log, now. */
  taps(request: RequestHead): Taps {
    this.counts.exchanges += 1;
    this.counts.open += 1;
    const taps = new ExchangeTaps(this, request, this.counts.exchanges);
    this.#open.add(taps);
    return taps;
  }

  /** An exchange whose lines are all with the writer. */
  done(taps: ExchangeTaps): void {
    this.#open.delete(taps);
  }

  /** Header fields as the log has them; most exchanges share theirs with earlier ones. */
  headers(raw: readonly string[]): SeenHeaders {
    const known = this.#headers.get(raw);
    if (known !== undefined) return known;
    const pairs = headerPairs(raw);
    const seen = {
      pairs,
      text: JSON.stringify(this.redaction.headers(pairs)),
      isCoded: headerValue(pairs, 'content-encoding') !== undefined,
      mediaType: headerValue(pairs, 'content-type')?.toLowerCase() ?? '',
    };
    this.#headers.set(raw, seen);
    return seen;
  }

  /** Ends what is still open, as cut by the proxy itself. */
  stop(): void {
    for (const taps of this.#open) taps.end('proxy-stop');
  }

  /** Closes the log when all of it is written. @returns what is missing in the log without the log saying so */
  async close(): Promise<string | undefined> {
    this.stop();
    await Promise.all([...this.#open].map((taps) => taps.written));
    return this.writer.close();
  }
}

interface SeenHeaders {
  readonly pairs: readonly HeaderPair[];
  /** The redacted pairs as JSON. */
  readonly text: string;
  readonly isCoded: boolean;
  readonly mediaType: string;
}

const NO_HEADERS: SeenHeaders = { pairs: [], text: '[]', isCoded: false, mediaType: '' };

/** One exchange on its way into the log. Places are taken when things happen; lines follow when bodies are whole and decoded. */
class ExchangeTaps implements Taps {
  readonly #recorder: Recorder;
  readonly #id: number;
  readonly #request: RequestHead;
  readonly #began: Place;
  #sent: CollectedBody | undefined;
  #requestWritten = false;
  #interim: string[] = [];
  #answerHeaders = NO_HEADERS;
  #answer: CollectedBody | undefined;
  #stream: EventStream | undefined;
  #over = false;
  #awaited = true;
  /** Settles when every line of this exchange is with the writer; `undefined` where nothing is waited for. */
  written: Promise<unknown> | undefined;

  constructor(recorder: Recorder, request: RequestHead, id: number) {
    this.#recorder = recorder;
    this.#request = request;
    this.#id = id;
    this.#began = recorder.writer.place(id);
    recorder.writer.expected += 1;
  }

  requestBody(chunk: Buffer): Promise<void> | undefined {
    this.#recorder.counts.bytes += chunk.length;
    this.#sent ??= this.#collected(this.#recorder.headers(this.#request.rawHeaders));
    return this.#sent.push(chunk);
  }

  requestEnd(rawTrailers: readonly string[]): void {
    if (this.#requestWritten) return;
    this.#requestWritten = true;
    const { writer } = this.#recorder;
    if (this.#sent === undefined) return writer.put(this.#began, () => this.#requestLine('', rawTrailers));
    this.#withBody(this.#sent, this.#recorder.headers(this.#request.rawHeaders), (body) => {
      writer.put(this.#began, () => this.#requestLine(body === undefined ? '' : `,"body":${body()}`, rawTrailers));
    });
  }

  #requestLine(body: string, rawTrailers: readonly string[]): string {
    const { method, target, connection, rawHeaders } = this.#request;
    const { redaction } = this.#recorder;
    const seen = `"method":"${method}","target":${JSON.stringify(redaction.target(target))},"headers":${this.#recorder.headers(rawHeaders).text}`;
    const trailers = rawTrailers.length === 0 ? '' : `,"trailers":${this.#recorder.headers(rawTrailers).text}`;
    return `${opening('request', this.#began)},"connection":${connection},${seen}${body}${trailers}}`;
  }

  interim(status: number, rawHeaders: readonly string[]): void {
    this.#interim.push(`{"status":${status},"headers":${this.#recorder.headers(rawHeaders).text}}`);
  }

  response(status: number, rawHeaders: readonly string[]): void {
    const headers = this.#recorder.headers(rawHeaders);
    this.#answerHeaders = headers;
    const interim = this.#interim.length === 0 ? '' : `,"interim":[${this.#interim.join(',')}]`;
    this.#line('response', () => `"status":${status},"headers":${headers.text}${interim}`);
    const { method, target } = this.#request;
    if (!streams(method, target, status, headers.pairs) && status !== 101) return;
    this.#settle();
    if (status !== 101) this.#stream = new EventStream(headers.pairs, (frame) => this.#event(frame));
  }

  responseBody(chunk: Buffer): Promise<void> | undefined {
    this.#recorder.counts.bytes += chunk.length;
    if (this.#stream !== undefined) {
      this.#stream.push(chunk);
      return undefined;
    }
    this.#answer ??= this.#collected(this.#answerHeaders);
    return this.#answer.push(chunk);
  }

  end(reason: EndReason, notes: EndNotes = {}): void {
    if (this.#over) return;
    this.#over = true;
    this.#settle();
    const { counts } = this.#recorder;
    counts.open -= 1;
    if (reason !== 'complete') counts.cut += 1;
    this.requestEnd([]);
    const rest = (): string => this.#ending(reason, notes);
    if (this.#stream === undefined) this.#endBody(rest);
    else this.#later(this.#stream.finish().then(() => this.#line('end', rest)));
    if (this.written === undefined) this.#recorder.done(this);
    else void this.written.then(() => this.#recorder.done(this));
  }

  /** From here on nobody knows when the next line of this exchange comes. */
  #settle(): void {
    if (this.#awaited) this.#recorder.writer.expected -= 1;
    this.#awaited = false;
  }

  #ending(reason: EndReason, { detail, trailers, tunnel }: EndNotes): string {
    const said = detail === undefined ? '' : `,"detail":${JSON.stringify(detail)}`;
    const after = trailers === undefined ? '' : `,"trailers":${this.#recorder.headers(trailers).text}`;
    return `"reason":"${reason}"${said}${after}${tunnel === undefined ? '' : `,"tunnel":${JSON.stringify(tunnel)}`}`;
  }

  #endBody(rest: () => string): void {
    const answer = this.#answer;
    if (answer === undefined) return this.#line('end', rest);
    const { writer } = this.#recorder;
    const at = writer.place(this.#id);
    const ended = writer.place(this.#id);
    this.#withBody(answer, this.#answerHeaders, (body) => {
      // A body that was lost still has its place: an empty one, of which the gap tells.
      writer.put(at, () => `${opening('body', at)},"body":${body === undefined ? '{"text":""}' : body()}}`);
      writer.put(ended, () => `${opening('end', ended)},${rest()}}`);
    });
  }

  #event(frame: Buffer): void {
    const index = this.#stream?.taken ?? 0;
    this.#recorder.counts.events += 1;
    this.#line('event', () => `"index":${index},"body":${this.#bodyText(frame, this.#answerHeaders)}`);
  }

  #line(kind: string, rest: () => string): void {
    const at = this.#recorder.writer.place(this.#id);
    this.#recorder.writer.put(at, () => `${opening(kind, at)},${rest()}}`);
  }

  #collected({ pairs, isCoded }: SeenHeaders): CollectedBody {
    const { redaction, writer } = this.#recorder;
    const { target } = this.#request;
    return new CollectedBody({ files: writer.files, decoder: isCoded ? decoder(pairs) : undefined, concerns: (bytes) => redaction.concerns(bytes, target), whole: redaction.whole });
  }

  /** Calls back with the JSON of the body, decoded and redacted; at once where it was held and not coded, which is nearly always; with nothing where it could not be written. */
  #withBody(body: CollectedBody, headers: SeenHeaders, write: (text: (() => string) | undefined) => void): void {
    const whole = body.whole();
    if (Buffer.isBuffer(whole) && whole.length <= INLINE_BYTES) return write(() => this.#bodyText(whole, headers));
    const kept = Promise.resolve(whole).then((settled) => (Buffer.isBuffer(settled) ? this.#keptText(settled, headers) : JSON.stringify(settled)));
    this.#later(
      kept.then((text) => write(() => text), (error: Error) => {
        this.#recorder.writer.lose(`a body of exchange ${this.#id}`, error);
        write(undefined);
      }),
    );
  }

  /** A body that was held whole and may be too large for the log itself. */
  async #keptText(bytes: Buffer, headers: SeenHeaders): Promise<string> {
    if (bytes.length <= INLINE_BYTES) return this.#bodyText(bytes, headers);
    const { redaction, writer } = this.#recorder;
    const clean = redaction.concerns(bytes, this.#request.target) ? redactedBytes(redaction.body(bytes, this.#placeOf(headers))) : bytes;
    if (clean.length <= INLINE_BYTES) return loggedBodyText(clean);
    const file = await writer.files.begin();
    await file.write(clean).catch(async (error: unknown) => {
      await file.drop().catch(() => undefined);
      throw error;
    });
    return JSON.stringify(await file.keep());
  }

  #bodyText(bytes: Buffer, headers: SeenHeaders): string {
    const { redaction } = this.#recorder;
    return redaction.concerns(bytes, this.#request.target) ? JSON.stringify(redaction.body(bytes, this.#placeOf(headers))) : loggedBodyText(bytes);
  }

  #placeOf({ mediaType }: SeenHeaders): { target: string; mediaType: string } {
    return { target: this.#request.target, mediaType };
  }

  #later(work: Promise<unknown>): void {
    this.written = this.written === undefined ? work : Promise.all([this.written, work]);
  }
}

function opening(kind: string, { n, t, exchange }: Place): string {
  return `{"kind":"${kind}","n":${n},"t":${millisecondsText(t)},"exchange":${exchange}`;
}

/** A time with its microseconds. Writing two whole numbers takes a fraction of what writing one with a fraction does. */
function millisecondsText(t: number): string {
  const whole = Math.floor(t);
  const rest = Math.round((t - whole) * 1000);
  return rest === 0 ? `${whole}` : rest === 1000 ? `${whole + 1}` : `${whole}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`;
}

function redactedBytes(body: LoggedBody): Buffer {
  return bytesOf(body) ?? Buffer.alloc(0);
}
