import type { HeaderPair } from '../../fixtures/formats/exchange-log.ts';
import type { Redaction } from '../../fixtures/formats/redaction.ts';
import { headerPairs, headerValue } from '../engine/raw-headers.ts';
import type { RequestHead, Taps } from '../engine/taps.ts';
import { ExchangeTaps } from './exchange-taps.ts';
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
      json: Buffer.from(JSON.stringify(this.redaction.headers(pairs))),
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

/** Header fields, read once for all exchanges that share them. */
export interface SeenHeaders {
  readonly pairs: readonly HeaderPair[];
  /** The redacted pairs as JSON in UTF-8. */
  readonly json: Buffer;
  readonly isCoded: boolean;
  readonly mediaType: string;
}
