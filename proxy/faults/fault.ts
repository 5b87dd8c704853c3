import type { Writable } from 'node:stream';
import type { ConnectionLimit } from './connection-limit.ts';
import type { Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';

/** Mutable JSON. */
export type Bendable = { [member: string]: unknown };

/** A request on its way to the upstream. Faults may change it in place or respond themselves. */
export interface FaultyRequest {
  method: string;
  /** Raw path, without the query. */
  path: string;
  readonly query: URLSearchParams;
  /** Path and query as received, with escapes. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
  /** The names of the headers as the client spelled them. */
  readonly spelled: ReadonlySet<string>;
  /** The body if it is JSON; a change of it changes the sent body. */
  json: unknown;
  /** The body as received, sent if `json` is `undefined`. */
  raw: Buffer;
  /** The received request as a call; absent outside the surface. */
  readonly call: RequestedCall | undefined;
}

export interface RequestedCall {
  readonly verb: Verb;
  readonly resource: Resource | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly watching: boolean;
}

/** A response on its way to the client. */
export interface FaultyResponse {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The body if it is JSON; a change of it changes the returned body. */
  json: unknown;
  /** The body as received, returned if `json` is `undefined`. */
  raw: Buffer;
}

export interface WatchFrame {
  type: string;
  object: Bendable;
}

/** Further requests to the upstream, without hooks. A body is JSON, or the bytes themselves. */
export interface UpstreamClient {
  send(method: string, target: string, body?: unknown, contentType?: string): Promise<FaultyResponse>;
}

/**
 * `flushed` is correct, each event at once. `unmarked` lacks the header that names the coding, and `falsely-marked` has
 * it on a body that is not compressed.
 */
export type Compression = 'flushed' | 'unmarked' | 'falsely-marked';

/** The actions of a fault at each point; absent hooks change nothing. */
export interface Hooks {
  readonly request?: (
    request: FaultyRequest,
    upstream: UpstreamClient,
  ) => void | FaultyResponse | Promise<void | FaultyResponse>;
  /** Bytes of JSON in place of the upstream's response, possibly endless. */
  readonly stream?: (request: FaultyRequest) => Iterable<Buffer> | AsyncIterable<Buffer> | undefined;
  readonly response?: (
    response: FaultyResponse,
    request: FaultyRequest,
    upstream: UpstreamClient,
  ) => void | Promise<void>;
  /** Frames that replace this one. `stream` is one object per watch, for the state of the fault. */
  readonly event?: (
    frame: WatchFrame,
    request: FaultyRequest,
    stream: Map<string, unknown>,
  ) => readonly WatchFrame[] | Promise<readonly WatchFrame[]>;
  /** Replaces a frame of a protobuf watch; its length is the first four bytes. */
  readonly frame?: (frame: Buffer) => Buffer;
  /** Frames that a watch delivers before those of the upstream. */
  readonly opening?: (request: FaultyRequest) => readonly WatchFrame[] | Promise<readonly WatchFrame[]>;
  /** Frames that a watch delivers after the end of the upstream's. */
  readonly closingFrames?: (stream: Map<string, unknown>) => readonly WatchFrame[];
  /** Parts in which a body, or a frame of a stream, is written; whole by default. */
  readonly parts?: (bytes: Buffer) => readonly Buffer[];
  /** How a body is compressed for a client that accepts gzip, if at all. */
  readonly gzip?: (request: FaultyRequest) => Compression | undefined;
  /** Whether the connection is closed after each response. */
  readonly closing?: true;
  /** How many connections are served at once. */
  readonly connections?: ConnectionLimit;
  /** How long a connection may be idle before it is closed without notice, in milliseconds. */
  readonly idleMs?: number;
  /** Whether YAML bodies are parsed and bent like JSON bodies. */
  readonly yaml?: true;
  /**
   * The treatment of frames for which a slow reader has no room: they are left out, or the stream falls silent for
   * good; by default the stream waits.
   */
  readonly overflow?: 'leave-out' | 'fall-silent';
  /** Bytes to keep for a slow reader before frames overflow; default 256 KiB. */
  readonly room?: number;
  /** The reader of a watch hung up. */
  readonly left?: (request: FaultyRequest) => void;
  /** A watch begins; its frames are written to `reader`. */
  readonly began?: (request: FaultyRequest, reader: Writable) => void;
  /**
   * How long a watch lasts before it is closed properly, in milliseconds; by default as long as the upstream keeps
   * it.
   */
  readonly lasting?: (request: FaultyRequest) => number | undefined;
}

/** A named bug of a server: its behaviour, and the rule of the suite that catches it. */
export interface Fault {
  /** Kebab-case, unique. */
  readonly name: string;
  /** The behaviour of such a server, as a sentence. */
  readonly summary: string;
  /** Id of the rule that catches it. */
  readonly caughtBy: string;
  /** A public report of the bug, possibly on another verb, kind or version: `owner/repository#number`. */
  readonly seenIn?: string;
  /** Fresh hooks, with state of their own. */
  readonly hooks: () => Hooks;
}

/** A legal difference of a server from others. No rule may fail for it. */
export interface Variant {
  /** Kebab-case, unique among faults and variants. */
  readonly name: string;
  /** The behaviour of such a server, as a sentence. */
  readonly summary: string;
  /** The dialect that it obeys, which the upstream must have. */
  readonly dialect: 'spec' | 'kubernetes-1.7';
  /** Ids of the should-rules that such a server does not follow. */
  readonly departsFrom?: readonly string[];
  /** Fresh hooks, with state of their own. */
  readonly hooks: () => Hooks;
}
