import type { TrafficCounts, RecordingState, SeenHeaders } from './recording-state.ts';
import type { Redaction } from '../../shared/exchange-log/redaction.ts';
import { headerPairs } from '../engine/raw-headers.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import type { RequestHead, Taps } from '../engine/taps.ts';
import { ExchangeTaps } from './exchange-taps.ts';
import type { LogWriter } from './log-writer.ts';

/** Writes each exchange to an exchange log through its taps, as it happens. */
export class Recorder implements RecordingState {
  readonly counts: TrafficCounts = { exchanges: 0, open: 0, events: 0, bytes: 0, cut: 0 };
  readonly writer: LogWriter;
  readonly redaction: Redaction;
  readonly #headers = new WeakMap<readonly string[], SeenHeaders>();
  readonly #open = new Map<Taps, ExchangeTaps>();

  constructor(writer: LogWriter, redaction: Redaction) {
    this.writer = writer;
    this.redaction = redaction;
  }

  /** Begins an exchange: takes its position in the log, now. */
  taps(request: RequestHead): Taps {
    this.counts.exchanges += 1;
    this.counts.open += 1;
    const taps = new ExchangeTaps(this, request, this.counts.exchanges);
    this.#open.set(taps, taps);
    return taps;
  }

  done(taps: Taps): void {
    this.#open.delete(taps);
  }

  headers(raw: readonly string[]): SeenHeaders {
    const known = this.#headers.get(raw);
    if (known !== undefined) return known;
    const pairs = headerPairs(raw);
    const seen = {
      pairs,
      json: Buffer.from(JSON.stringify(this.redaction.headers(pairs))),
      isCoded: headerValue(pairs, 'content-encoding') !== undefined,
      mediaType: headerValue(pairs, 'content-type')?.toLowerCase() ?? '',
    };
    this.#headers.set(raw, seen);
    return seen;
  }

  /** Ends open exchanges, as cut by the proxy itself. */
  stop(): void {
    for (const taps of this.#open.values()) taps.end('proxy-stop');
  }

  /** Closes the log after all of it is written. @returns the losses that the log does not report itself */
  async close(): Promise<string | undefined> {
    this.stop();
    await Promise.all([...this.#open.values()].map((taps) => taps.written));
    return this.writer.close();
  }
}
