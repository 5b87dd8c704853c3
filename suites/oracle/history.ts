import type { EndReason } from '../../shared/exchange-log/exchange-log.ts';
import type { Operation, Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Json } from './json.ts';

/** What crossed the wire, folded from the lines of an exchange log into one value per exchange, in order of their requests. */
export interface History {
  readonly exchanges: readonly Exchange[];
}

export interface Exchange {
  readonly id: number;
  /** Position of its request in the order of observation. */
  readonly began: number;
  /** Position of its end; infinite while it has none. `a.ended < b.began`: a happened before b. */
  readonly ended: number;
  readonly request: WireRequest;
  /** What it does on the API; absent where no operation of the document has that method and path. */
  readonly call: Call | undefined;
  readonly response: WireResponse | undefined;
  readonly events: readonly StreamEvent[];
  /**
   * Of a stream whose first events are not in this history: how it had started, and the position after which it has them all. What is written
   * later than that is later than all that it told before.
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
  /** Decoded path segments are in `call`; this is the raw path. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names; of duplicates the first. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: WireBody | undefined;
  /** Milliseconds since the log began. */
  readonly t: number;
}

export interface WireResponse {
  /** Position of its head in the order of observation. */
  readonly n: number;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: WireBody | undefined;
  readonly t: number;
}

/** A body as text and, where its media type is JSON or YAML and it parses, as a value. Parsed on first use. */
export interface WireBody {
  /** Whether it was too large to be read: what it holds is not known, and what is below says nothing. */
  readonly unread: boolean;
  readonly bytes: Buffer;
  readonly text: string;
  /** `undefined` where it does not parse, or is of another media type. */
  readonly value: Json | undefined;
}

export interface Call {
  readonly operation: Operation;
  readonly verb: Verb;
  readonly resource: Resource | undefined;
  /** Decoded. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Whether the answer is a stream: a `/watch/` path, or `watch=true` on a collection. */
  readonly watching: boolean;
}

export interface StreamEvent {
  readonly n: number;
  readonly t: number;
  readonly type: string;
  readonly object: Json | undefined;
  /** The frame as it came, for those that are not JSON events. */
  readonly text: string;
  readonly bytes: Buffer;
}
