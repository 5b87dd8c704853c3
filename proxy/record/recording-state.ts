import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import type { Redaction } from '../../shared/exchange-log/redaction.ts';
import type { Taps } from '../engine/taps.ts';
import type { LogWriter } from './log-writer.ts';

/** Counts of the traffic so far. */
export interface TrafficCounts {
  exchanges: number;
  /** Exchanges that are still under way. */
  open: number;
  events: number;
  /** Bytes of bodies, both ways, as sent. */
  bytes: number;
  /** Exchanges that did not end as HTTP requires. */
  cut: number;
}

/** Header fields, parsed once for all exchanges that share them. */
export interface SeenHeaders {
  readonly pairs: readonly HeaderPair[];
  /** The redacted pairs as JSON in UTF-8. */
  readonly json: Buffer;
  readonly isCoded: boolean;
  readonly mediaType: string;
}

/** State that all exchanges share. */
export interface RecordingState {
  readonly counts: TrafficCounts;
  readonly writer: LogWriter;
  readonly redaction: Redaction;
  /** Header fields in their log form; most exchanges share theirs with earlier ones. */
  headers(raw: readonly string[]): SeenHeaders;
  /** Notes that the writer has all lines of an exchange. */
  done(taps: Taps): void;
}
