import type { Writable } from 'node:stream';
import type { Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';

/** Any JSON, as faults bend it: plain and mutable. */
export type Bendable = { [member: string]: unknown };

/** A request on its way to the upstream. Faults may change it in place or answer it themselves. */
export interface Asked {
  method: string;
  /** Raw path, without the query. */
  path: string;
  readonly query: URLSearchParams;
  /** Path and query as they came, escapes and all. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
  /** The body where it is JSON; changing it changes what is sent. */
  json: unknown;
  /** The body as it came, sent where `json` is `undefined`. */
  raw: Buffer;
  /** What the request does, as it came in; absent outside the surface. */
  readonly call: AskedCall | undefined;
}

export interface AskedCall {
  readonly verb: Verb;
  readonly resource: Resource | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly watching: boolean;
}

/** An answer on its way to the client. */
export interface FaultyResponse {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The body where it is JSON; changing it changes what is answered. */
  json: unknown;
  /** The body as it came, answered where `json` is `undefined`. */
  raw: Buffer;
}

export interface WatchFrame {
  type: string;
  object: Bendable;
}

/** Further requests to the upstream, unbent. */
export interface Upstream {
  send(method: string, target: string, body?: unknown, contentType?: string): Promise<FaultyResponse>;
}

/** What a fault does at each point where it may act; absent hooks let everything pass. */
export interface Hooks {
  readonly request?: (asked: Asked, upstream: Upstream) => void | FaultyResponse | Promise<void | FaultyResponse>;
  /** Bytes of JSON that a request is answered with, without end if need be, in place of the upstream's response. */
  readonly stream?: (asked: Asked) => Iterable<Buffer> | AsyncIterable<Buffer> | undefined;
  readonly response?: (answered: FaultyResponse, asked: Asked, upstream: Upstream) => void | Promise<void>;
  /** Frames that take the place of this one. `stream` is one object per watch, for what a fault must remember of it. */
  readonly event?: (
    frame: WatchFrame,
    asked: Asked,
    stream: Map<string, unknown>,
  ) => readonly WatchFrame[] | Promise<readonly WatchFrame[]>;
  /** What a frame of a watch in protobuf is written as; its length is the first four bytes. */
  readonly frame?: (frame: Buffer) => Buffer;
  /** Frames that a watch tells before those of the upstream. */
  readonly opening?: (asked: Asked) => readonly WatchFrame[];
  /** Frames that a watch tells after those of the upstream, when that has ended. */
  readonly closingFrames?: (stream: Map<string, unknown>) => readonly WatchFrame[];
  /** Parts in which a body, or a frame of a stream, is written; default whole. */
  readonly parts?: (bytes: Buffer) => readonly Buffer[];
  /** Whether the connection is closed after each answer. */
  readonly closing?: true;
  /** Whether bodies in YAML are read and bent like those in JSON. */
  readonly yaml?: true;
  /** What becomes of frames for which a slow reader has no room: left out, or the stream falls silent for good; default the reader is waited for. */
  readonly overflow?: 'leave-out' | 'fall-silent';
  /** How much is kept for a slow reader before frames overflow, in bytes; default 256 KiB. */
  readonly room?: number;
  /** The reader of a watch hung up. */
  readonly left?: (asked: Asked) => void;
  /** A watch begins; its frames are written to `reader`. */
  readonly began?: (asked: Asked, reader: Writable) => void;
  /** How long a watch lasts before it is closed in good order, in milliseconds; default as long as the upstream has it. */
  readonly lasting?: (asked: Asked) => number | undefined;
}

/** A way in which servers of this API go wrong: what a faulty server does, and which rule of the suite names it. */
export interface Fault {
  /** Kebab-case, unique. */
  readonly name: string;
  /** What such a server does, as a sentence. */
  readonly summary: string;
  /** Id of the rule that catches it. */
  readonly caughtBy: string;
  /** Where it was seen, here or on another verb, kind or view than this one: `owner/repository#number`. */
  readonly seenIn?: string;
  /** Fresh hooks, with state of their own. */
  readonly hooks: () => Hooks;
}

/** A way in which servers of this API may differ from one another and still obey: what such a server does. No rule may name it. */
export interface Variant {
  /** Kebab-case, unique among faults and variants. */
  readonly name: string;
  /** What such a server does, as a sentence. */
  readonly summary: string;
  /** The dialect by which it obeys, and which the upstream has to speak. */
  readonly dialect: 'spec' | 'kubernetes-1.7';
  /** Ids of the should-rules that such a server does not follow. */
  readonly departsFrom?: readonly string[];
  /** Fresh hooks, with state of their own. */
  readonly hooks: () => Hooks;
}
