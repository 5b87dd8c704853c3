/// <reference lib="esnext.disposable" />

/**
 * What tests see of the embedded reference server, in one file that imports nothing: so whoever imports it has the types checked under
 * compiler options of their own, and not the sources behind them.
 */

/** How the server may be started. Every option may be left out. */
export interface ReferenceServerOptions {
  /** Port on 127.0.0.1 to listen on; by default a free one. */
  readonly port?: number;
  /** By which answers to give where the document leaves them open: by default `spec`. */
  readonly dialect?: 'spec' | 'kubernetes-1.7' | DialectOptions;
  /** Whether simulated control loops bring workloads to their desired state. Default false. */
  readonly controlLoops?: boolean;
  /** How many times as fast as real time it goes; 0 stands still until it is advanced. Default 1. */
  readonly clockSpeed?: number;
  /** Revisions that a watch can go back; by default 10000. A small one makes watches expire. */
  readonly history?: number;
  /** Bearer tokens of those who may call; by default everybody may. */
  readonly tokens?: readonly string[];
  /** Looks at each request before it is served, and may have it fail. */
  readonly intercept?: Interceptor;
}

/** A dialect of one's own, as a dialect file has it: what it does not answer, the one that it extends does, by default `spec`. */
export interface DialectOptions {
  readonly name: string;
  readonly summary?: string;
  readonly extends?: string;
  /** By question: `{ 'create.status': 201 }`. */
  readonly answers?: Readonly<Record<string, string | number | boolean>>;
}

/** A server of a world of its own, for the tests of clients. */
export interface ReferenceServer {
  /** Where it listens: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly clock: {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Moves the time on; resolves with true when all that is due by then has happened, with false where requests keep control loops busy for ten seconds. */
    advance(milliseconds: number): Promise<boolean>;
  };
  /** All objects that there are. It can be written as JSON and read again. */
  snapshot(): Promise<WorldSnapshot>;
  /** Brings back what there was at a snapshot, of this server or of another. Watchers hear of what changes by it. Rejects with a `SnapshotError` for what is none, and with a `RestoreError` when others do not stop writing meanwhile. */
  restore(snapshot: WorldSnapshot): Promise<void>;
  /** Brings back what there was at the start. Rejects with a `RestoreError` when others do not stop writing meanwhile. */
  reset(): Promise<void>;
  /** Has requests looked at by another interceptor; `undefined`: by none. */
  intercept(interceptor: Interceptor | undefined): void;
  /** Ends every watch that is open, cleanly or by cutting its connection; clients may open them again at once. */
  endWatches(how: 'cleanly' | 'cut'): void;
  /** Ends watches, lets answers finish, stops listening. Closing once more does nothing. */
  close(): Promise<void>;
  /** Closes it, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A world as it was. */
export interface WorldSnapshot {
  readonly format: 1;
  /** Of each object its key and its text. */
  readonly objects: readonly (readonly [key: string, text: string])[];
}

/** A request as an interceptor sees it. */
export interface InterceptedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Looks at each request before it is served; `undefined` lets it pass. The request waits for a promise. */
export type Interceptor = (request: InterceptedRequest) => Fault | undefined | Promise<Fault | undefined>;

/** What happens to a request instead of, or before, its answer. */
export type Fault =
  /** It is answered by that status, with a Status body that has that reason. */
  | {
      readonly fault: 'answer';
      readonly code: number;
      readonly reason?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A watch begins and tells of nothing but an ERROR, whose Status has that code and reason; then it ends. */
  | { readonly fault: 'error-event'; readonly code: number; readonly reason?: string; readonly message?: string }
  /** Its connection is cut without an answer. */
  | { readonly fault: 'hang-up' }
  /** It is served, and its connection is cut after so many bytes of the body; 0: after the head. */
  | { readonly fault: 'cut'; readonly afterBytes: number }
  /** It is served after so many milliseconds of real time. */
  | { readonly fault: 'delay'; readonly milliseconds: number };

/**
 * Starts the reference server inside this process, on a free port of 127.0.0.1. Rejects with an `OptionError` for an option that cannot
 * be, and with the error of the socket when it cannot listen there. What is the server's own fault is printed to standard error.
 */
export function startReferenceServer(options?: ReferenceServerOptions): Promise<ReferenceServer>;
