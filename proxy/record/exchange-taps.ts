import { type EndReason, writeLoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { EndNotes, RequestHead, Taps } from '../engine/taps.ts';
import { CollectedBody, INLINE_BYTES } from './collected-body.ts';
import { decoder } from '../../shared/exchange-log/content-coding.ts';
import { EventStream, streams } from './event-stream.ts';
import type { LineBytes } from './line-bytes.ts';
import type { WriteLine, QueueSlot } from './line-queue.ts';
import { PIECES, openLine } from './log-line.ts';
import type { RecordingState, SeenHeaders } from './recording-state.ts';

const NO_HEADERS: SeenHeaders = { pairs: [], json: Buffer.from('[]'), isCoded: false, mediaType: '' };
const NOTHING: WriteLine = (to) => to.utf8(PIECES.noText);

/**
 * Records one exchange in the log. Positions are taken when things happen; lines follow when bodies are whole and
 * decoded.
 */
export class ExchangeTaps implements Taps {
  readonly #recorder: RecordingState;
  readonly #id: number;
  readonly #request: RequestHead;
  readonly #began: QueueSlot;
  #sent: CollectedBody | undefined;
  #requestWritten = false;
  #interim = '';
  #responseHeaders = NO_HEADERS;
  #responseBody: CollectedBody | undefined;
  #stream: EventStream | undefined;
  #over = false;
  #awaited = true;
  /** Settles when every line of this exchange is with the writer; `undefined` if nothing is pending. */
  written: Promise<unknown> | undefined;

  constructor(recorder: RecordingState, request: RequestHead, id: number) {
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
    if (this.#sent === undefined) return writer.put(this.#began, (to) => this.#requestLine(to, undefined, rawTrailers));
    this.#withBody(this.#sent, this.#recorder.headers(this.#request.rawHeaders), (body) => {
      writer.put(this.#began, (to) => this.#requestLine(to, body, rawTrailers));
    });
  }

  #requestLine(to: LineBytes, body: WriteLine | undefined, rawTrailers: readonly string[]): void {
    const { method, target, connection, rawHeaders } = this.#request;
    openLine(to, 'request', this.#began);
    to.utf8(PIECES.connection);
    to.whole(connection);
    to.text(`,"method":"${method}","target":${JSON.stringify(this.#recorder.redaction.target(target))},"headers":`);
    to.utf8(this.#recorder.headers(rawHeaders).json);
    if (body !== undefined) {
      to.utf8(PIECES.body);
      body(to);
    }
    this.#trailers(to, rawTrailers);
    to.utf8(PIECES.close);
  }

  #trailers(to: LineBytes, raw: readonly string[]): void {
    if (raw.length === 0) return;
    to.utf8(PIECES.trailers);
    to.utf8(this.#recorder.headers(raw).json);
  }

  interim(status: number, rawHeaders: readonly string[]): void {
    const between = this.#interim === '' ? '' : ',';
    this.#interim += `${between}{"status":${status},"headers":${this.#recorder.headers(rawHeaders).json.toString()}}`;
  }

  response(status: number, rawHeaders: readonly string[]): void {
    const headers = this.#recorder.headers(rawHeaders);
    this.#responseHeaders = headers;
    const interim = this.#interim;
    const at = this.#recorder.writer.place(this.#id);
    this.#recorder.writer.put(at, (to) => {
      openLine(to, 'response', at);
      to.utf8(PIECES.status);
      to.whole(status);
      to.utf8(PIECES.headers);
      to.utf8(headers.json);
      if (interim !== '') to.text(`,"interim":[${interim}]`);
      to.utf8(PIECES.close);
    });
    const { method, target } = this.#request;
    if (!streams(method, target, status, headers.pairs) && status !== 101) return;
    this.#settle();
    if (status !== 101) this.#stream = new EventStream(headers.pairs, (frame) => this.#event(frame));
  }

  responseBody(lent: Buffer): Promise<void> | undefined {
    const chunk = Buffer.from(lent);
    this.#recorder.counts.bytes += chunk.length;
    if (this.#stream !== undefined) {
      this.#stream.push(chunk);
      return undefined;
    }
    this.#responseBody ??= this.#collected(this.#responseHeaders);
    return this.#responseBody.push(chunk);
  }

  end(reason: EndReason, notes: EndNotes = {}): void {
    if (this.#over) return;
    this.#over = true;
    this.#settle();
    const { counts } = this.#recorder;
    counts.open -= 1;
    if (reason !== 'complete') counts.cut += 1;
    this.requestEnd([]);
    if (this.#stream === undefined) this.#endBody(reason, notes);
    else
      this.#later(
        this.#stream.finish().then(() => this.#endLine(this.#recorder.writer.place(this.#id), reason, notes)),
      );
    if (this.written === undefined) this.#recorder.done(this);
    else void this.written.then(() => this.#recorder.done(this));
  }

  /** From here on the time of this exchange's next line is unknown. */
  #settle(): void {
    if (this.#awaited) this.#recorder.writer.expected -= 1;
    this.#awaited = false;
  }

  #endLine(at: QueueSlot, reason: EndReason, { detail, trailers, tunnel }: EndNotes): void {
    this.#recorder.writer.put(at, (to) => {
      openLine(to, 'end', at);
      to.utf8(PIECES.reason[reason]);
      if (detail !== undefined) to.text(`,"detail":${JSON.stringify(detail)}`);
      this.#trailers(to, trailers ?? []);
      if (tunnel !== undefined) to.text(`,"tunnel":${JSON.stringify(tunnel)}`);
      to.utf8(PIECES.close);
    });
  }

  #endBody(reason: EndReason, notes: EndNotes): void {
    const response = this.#responseBody;
    const { writer } = this.#recorder;
    if (response === undefined) return this.#endLine(writer.place(this.#id), reason, notes);
    const at = writer.place(this.#id);
    const ended = writer.place(this.#id);
    this.#withBody(response, this.#responseHeaders, (body) => {
      // A lost body keeps its position: an empty body, which the gap reports.
      writer.put(at, (to) => {
        openLine(to, 'body', at);
        to.utf8(PIECES.body);
        (body ?? NOTHING)(to);
        to.utf8(PIECES.close);
      });
      this.#endLine(ended, reason, notes);
    });
  }

  #event(frame: Buffer): void {
    const index = this.#stream?.taken ?? 0;
    this.#recorder.counts.events += 1;
    const at = this.#recorder.writer.place(this.#id);
    this.#recorder.writer.put(at, (to) => {
      openLine(to, 'event', at);
      to.utf8(PIECES.index);
      to.whole(index);
      to.utf8(PIECES.body);
      this.#writeBody(to, frame, this.#responseHeaders);
      to.utf8(PIECES.close);
    });
  }

  #collected({ pairs, isCoded }: SeenHeaders): CollectedBody {
    const { redaction, writer } = this.#recorder;
    return new CollectedBody(writer.files, redaction, this.#request.target, isCoded ? decoder(pairs) : undefined);
  }

  /**
   * Calls back with a writer of the decoded and redacted body's JSON. It is synchronous if the body was held and not
   * coded, which is nearly always so. There is no writer if the body could not be written.
   */
  #withBody(body: CollectedBody, headers: SeenHeaders, put: (body: WriteLine | undefined) => void): void {
    const whole = body.whole();
    if (Buffer.isBuffer(whole) && whole.length <= INLINE_BYTES) return put((to) => this.#writeBody(to, whole, headers));
    const kept = Promise.resolve(whole).then((settled): WriteLine | Promise<WriteLine> =>
      Buffer.isBuffer(settled) ? this.#kept(settled, headers) : (to) => to.text(JSON.stringify(settled)),
    );
    this.#later(
      kept.then(put, (error: Error) => {
        this.#recorder.writer.lose(`a body of exchange ${this.#id}`, error);
        put(undefined);
      }),
    );
  }

  /** A held whole body that may be too large for the log itself. */
  async #kept(bytes: Buffer, headers: SeenHeaders): Promise<WriteLine> {
    if (bytes.length <= INLINE_BYTES) return (to) => this.#writeBody(to, bytes, headers);
    const { redaction, writer } = this.#recorder;
    const clean = redaction.clean(bytes, this.#placeOf(headers));
    if (clean.length <= INLINE_BYTES) return (to) => writeLoggedBody(clean, to);
    const file = await writer.files.begin();
    await file.write(clean).catch(async (error: unknown) => {
      await file.drop().catch(() => undefined);
      throw error;
    });
    const body = await file.keep();
    return (to) => to.text(JSON.stringify(body));
  }

  #writeBody(to: LineBytes, bytes: Buffer, headers: SeenHeaders): void {
    writeLoggedBody(this.#recorder.redaction.clean(bytes, this.#placeOf(headers)), to);
  }

  #placeOf({ mediaType }: SeenHeaders): { target: string; mediaType: string } {
    return { target: this.#request.target, mediaType };
  }

  #later(work: Promise<unknown>): void {
    this.written = this.written === undefined ? work : Promise.all([this.written, work]);
  }
}
