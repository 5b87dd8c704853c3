/// <reference lib="esnext.disposable" />

/**
 * The types of the embedded reference server. This file imports nothing, so users' compilers check it with their own options, and not our sources.
 */

/** Start options; all are optional. */
export interface ReferenceServerOptions {
  /** Port on 127.0.0.1 to listen on; by default a free one. */
  readonly port?: number;
  /** The behaviour where the document leaves a choice: by default `spec`. */
  readonly dialect?: 'spec' | 'kubernetes-1.7' | DialectOptions;
  /**
   * The controllers that act on stored objects. `off`: none. `cleanup`, the default: garbage collection, emptying of namespaces, grace periods.
   * `on`: also simulated workload controllers.
   */
  readonly controllers?: 'off' | 'cleanup' | 'on';
  /** The speed of the clock as a multiple of real time; 0 stands still until it is advanced. Default 1. */
  readonly clockSpeed?: number;
  /** Revisions that a watch can go back; by default 10000. A small one makes watches expire. */
  readonly history?: number;
  /** Bearer tokens of admitted callers; by default everybody is admitted. */
  readonly tokens?: readonly string[];
  /** Sees each request before it is served, and can make it fail. */
  readonly intercept?: Interceptor;
}

/** A dialect of your own, as in a dialect file: the dialect that it extends (default `spec`) decides all other questions. */
export interface DialectOptions {
  readonly name: string;
  readonly summary?: string;
  readonly extends?: string;
  /** By question: `{ 'create.status': 201 }`. */
  readonly answers?: Readonly<Record<string, string | number | boolean>>;
}

/** A server with objects of its own, for the tests of clients. */
export interface ReferenceServer {
  /** Its base URL: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly clock: {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Advances the clock; resolves with true when all due work is done, with false if requests keep the controllers busy for ten seconds. */
    advance(milliseconds: number): Promise<boolean>;
  };
  /** All objects. The snapshot can be written as JSON and read again. */
  snapshot(): Promise<ServerSnapshot>;
  /** Restores the objects of a snapshot, of this server or of another. Watchers get the changes. Rejects with a `SnapshotError` for an invalid snapshot, and with a `RestoreError` if other clients keep writing. */
  restore(snapshot: ServerSnapshot): Promise<void>;
  /** Restores the objects of the start. Rejects with a `RestoreError` if other clients keep writing. */
  reset(): Promise<void>;
  /** Replaces the interceptor; `undefined` removes it. */
  intercept(interceptor: Interceptor | undefined): void;
  /** Ends every watch that is open, cleanly or by cutting its connection; clients may open them again at once. */
  endWatches(how: 'cleanly' | 'cut'): void;
  /** Ends watches, lets responses finish, stops listening. Closing again does nothing. */
  close(): Promise<void>;
  /** Closes the server, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The objects of a server at one moment. */
export interface ServerSnapshot {
  readonly format: 1;
  /** The key and the text of each object. */
  readonly objects: readonly (readonly [key: string, text: string])[];
}

/** The interceptor's view of a request. */
export interface InterceptedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sees each request before it is served; `undefined` lets it pass. The request waits for a promise. */
export type Interceptor = (request: InterceptedRequest) => Fault | undefined | Promise<Fault | undefined>;

/** A fault that replaces or delays the response to a request. */
export type Fault =
  /** Responds with that status, and a Status body with that reason. */
  | {
      readonly fault: 'answer';
      readonly code: number;
      readonly reason?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A watch begins, delivers only an ERROR event whose Status has that code and reason, and ends. */
  | { readonly fault: 'error-event'; readonly code: number; readonly reason?: string; readonly message?: string }
  /** Cuts the connection without a response. */
  | { readonly fault: 'hang-up' }
  /** Serves the request, and cuts the connection after so many bytes of the body; 0: after the head. */
  | { readonly fault: 'cut'; readonly afterBytes: number }
  /** Serves the request after so many milliseconds of real time. */
  | { readonly fault: 'delay'; readonly milliseconds: number };

/**
 * Starts the reference server inside this process, on a free port of 127.0.0.1. Rejects with an `OptionError` for an unknown or invalid
 * option, and with the error of the socket if it cannot listen there. Faults of the server itself are printed to standard error.
 */
export function startReferenceServer(options?: ReferenceServerOptions): Promise<ReferenceServer>;
