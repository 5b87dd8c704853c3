import type { EndReason } from '../../shared/exchange-log/exchange-log.ts';
import type { Operation, Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Json } from './json.ts';

/** All traffic of an exchange log, folded into one value per exchange, in the order of the requests. */
export interface History {
  readonly exchanges: readonly Exchange[];
}

export interface Exchange {
  readonly id: number;
  /** Position of the request in the order of observation. */
  readonly began: number;
  /** Position of the end; infinite while the exchange is open. `a.ended < b.began`: a happened before b. */
  readonly ended: number;
  readonly request: WireRequest;
  /** The API operation; absent if the document has no operation with that method and path. */
  readonly call: Call | undefined;
  readonly response: WireResponse | undefined;
  readonly events: readonly StreamEvent[];
  /**
   * For a stream whose first events are missing from this history: how it started, and the position after which the
   * history has all its events. Writes after that position are later than all the missing events.
   */
  readonly joined?: {
    readonly from: 'existing' | 'list' | 'write' | 'event' | 'read' | 'unknown';
    readonly after: number;
  };
  readonly end: { readonly reason: EndReason; readonly detail?: string; readonly t: number } | undefined;
}

export interface WireRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** The raw path. `call` has the decoded path segments. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; the first of duplicate headers. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: WireBody | undefined;
  /** Milliseconds since the log began. */
  readonly t: number;
}

export interface WireResponse {
  /** Position of the response head in the order of observation. */
  readonly n: number;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: WireBody | undefined;
  readonly t: number;
}

/** A body as text and, if it parses as JSON or YAML by its media type, as a value. Parsed on first use. */
export interface WireBody {
  /**
   * Whether the body was too large to read. Its content is then unknown, and the members below carry no information.
   */
  readonly unread: boolean;
  readonly bytes: Buffer;
  readonly text: string;
  /** `undefined` if the text does not parse, or has another media type. */
  readonly value: Json | undefined;
}

export interface Call {
  readonly operation: Operation;
  readonly verb: Verb;
  readonly resource: Resource | undefined;
  /** Decoded. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Whether the response is a stream: a `/watch/` path, or `watch=true` on a collection. */
  readonly watching: boolean;
}

export interface StreamEvent {
  readonly n: number;
  readonly t: number;
  readonly type: string;
  readonly object: Json | undefined;
  /** The raw frame, for frames that are not JSON events. */
  readonly text: string;
  readonly bytes: Buffer;
}
