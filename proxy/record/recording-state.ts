import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import type { Redaction } from '../../shared/exchange-log/redaction.ts';
import type { Taps } from '../engine/taps.ts';
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

/** Header fields, read once for all exchanges that share them. */
export interface SeenHeaders {
  readonly pairs: readonly HeaderPair[];
  /** The redacted pairs as JSON in UTF-8. */
  readonly json: Buffer;
  readonly isCoded: boolean;
  readonly mediaType: string;
}

/** What the taps of one exchange share with those of all others. */
export interface RecordingState {
  readonly counts: Counts;
  readonly writer: LogWriter;
  readonly redaction: Redaction;
  /** Header fields as the log has them; most exchanges share theirs with earlier ones. */
  headers(raw: readonly string[]): SeenHeaders;
  /** Notes that all lines of an exchange are with the writer. */
  done(taps: Taps): void;
}
