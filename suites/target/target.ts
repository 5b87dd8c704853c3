import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import type { StreamEvent, WireBody } from '../oracle/history.ts';
import type { ExchangeRecorder } from './recorder.ts';

/**
 * The judged server, as drivers use it. Failures on the wire never throw: they are recorded and returned in the
 * response.
 */
export interface Target {
  /** URL of the server as reports print it, without credentials and trailing slash. */
  readonly baseUrl: string;
  /** Time limit of one exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Requests sent so far, watches included. */
  readonly requests: number;
  /** Sends one request and records the whole exchange. */
  request(request: TargetRequest, recorder: ExchangeRecorder): Promise<Response>;
  /**
   * Sends a watch and records its frames as they arrive. It resolves when the request is sent, not when the response
   * begins.
   */
  stream(request: TargetRequest, recorder: ExchangeRecorder): Promise<WatchStream>;
  close(): Promise<void>;
}

export interface TargetRequest {
  readonly method: string;
  /** Path and query, encoded, relative to the base URL: `/api/v1/pods?watch=true`. */
  readonly target: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string | Buffer;
  /** Time limit of the whole exchange, in milliseconds, if it is less than the timeout of the target. */
  readonly patienceMs?: number;
  /** How many times as long as another request this one may take; default 1. */
  readonly slowness?: number;
  /** Largest body that is read, in bytes, if it is less than `--max-body`. */
  readonly maxBody?: number;
}

export interface Response {
  readonly exchange: number;
  /** Absent if no response arrived. */
  readonly status: number | undefined;
  readonly body: WireBody | undefined;
  /** Why the exchange did not end as HTTP requires, in one line. */
  readonly failure: string | undefined;
}

/** An open watch. Its events are also in the recorder's lines. */
export interface WatchStream {
  readonly exchange: number;
  readonly events: readonly StreamEvent[];
  /** Status of the response, once its head has arrived. */
  readonly status: number | undefined;
  readonly ended: boolean;
  /** Bytes of the stream so far, those of an event that has not ended included. */
  readonly received: number;
  /**
   * Resolves with true once the predicate holds, tested now and whenever the stream has grown. Resolves with false
   * if the stream ends or `ms` milliseconds pass first.
   */
  waitFor(predicate: (stream: WatchStream) => boolean, ms: number): Promise<boolean>;
  /**
   * Stops reading until `resume`: arriving bytes stay in the buffers of the connection, and when these are full the
   * server has to wait.
   */
  stall(): void;
  resume(): void;
  /** Hangs up. Later bytes are not recorded. */
  close(): void;
}
