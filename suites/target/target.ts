import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import type { StreamEvent, WireBody } from '../oracle/history.ts';
import type { ExchangeRecorder } from './recorder.ts';

/** A server to be judged, as drivers meet it. Nothing that goes wrong on the wire throws: it is recorded, and told in the answer. */
export interface Target {
  /** As reports print it: no credentials, no slash at its end. */
  readonly baseUrl: string;
  /** How long one exchange may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Requests sent so far, watches included. */
  readonly requests: number;
  /** Sends one request and records all of its exchange. */
  request(request: TargetRequest, recorder: ExchangeRecorder): Promise<Response>;
  /** Sends a watch and records its frames as they come; resolves when it is sent, not when it is answered. */
  stream(request: TargetRequest, recorder: ExchangeRecorder): Promise<WatchStream>;
  /** Ends all that is open. */
  close(): Promise<void>;
}

export interface TargetRequest {
  readonly method: string;
  /** Path and query, encoded, relative to the base URL: `/api/v1/pods?watch=true`. */
  readonly target: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string | Buffer;
  /** How long the whole exchange may take, in milliseconds, where that is less than the timeout of the target. */
  readonly patienceMs?: number;
  /** Largest body that is read, in bytes, where that is less than `--max-body`. */
  readonly maxBody?: number;
}

export interface Response {
  readonly exchange: number;
  /** Absent where no answer came. */
  readonly status: number | undefined;
  readonly body: WireBody | undefined;
  /** Why the exchange did not end as HTTP says it should, in one line. */
  readonly failure: string | undefined;
}

/** An open watch. Its events are also in the recorder's lines. */
export interface WatchStream {
  readonly exchange: number;
  readonly events: readonly StreamEvent[];
  /** Status of the answer, once its head has come. */
  readonly status: number | undefined;
  readonly ended: boolean;
  /**
   * Resolves with true once the predicate holds, asked now and whenever the stream has grown; with false when the stream has ended, or
   * `ms` milliseconds have passed, without it.
   */
  waitFor(predicate: (stream: WatchStream) => boolean, ms: number): Promise<boolean>;
  /** Stops reading until `resume`: what arrives stays in the buffers of the connection, and when they are full the server has to wait. */
  stall(): void;
  resume(): void;
  /** Hangs up. What still arrives is not recorded. */
  close(): void;
}
