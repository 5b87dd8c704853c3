import { inspect } from 'node:util';
import { KUBERNETES_1_7, SPEC } from '../../spec/dialects/index.ts';
import type { NamedDialect } from '../../spec/dialects/index.ts';
import type { Interceptor } from '../http/intercept.ts';
import { RANDOM_IDS } from '../objects/id-source.ts';
import { SimulatedClock } from '../objects/simulated-clock.ts';
import type { WorldContents } from '../objects/world-contents.ts';
import { contentsOf, putContents } from '../objects/world-contents.ts';
import { startServer } from '../start.ts';

export type { Fault, InterceptedRequest, Interceptor } from '../http/intercept.ts';
export type { WorldContents } from '../objects/world-contents.ts';

export interface ReferenceServerOptions {
  /** Port on 127.0.0.1 to listen on; by default a free one. */
  readonly port?: number;
  /** By which answers to give where the document leaves them open: by default `spec`. */
  readonly dialect?: 'spec' | 'kubernetes-1.7' | NamedDialect;
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

/** A server of a world of its own, for the tests of clients. */
export interface ReferenceServer extends AsyncDisposable {
  readonly url: string;
  readonly clock: {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Moves the time on; resolves when all that is due by then has happened. */
    advance(milliseconds: number): Promise<void>;
  };
  /** All objects that there are. */
  snapshot(): Promise<WorldContents>;
  /** Brings back what there was at a snapshot. Watchers hear of what changes by it. */
  restore(snapshot: WorldContents): Promise<void>;
  /** Brings back what there was at the start. */
  reset(): Promise<void>;
  /** Has requests looked at by another interceptor; `undefined`: by none. */
  intercept(interceptor: Interceptor | undefined): void;
  /** Ends watches, lets answers finish, stops listening. */
  close(): Promise<void>;
}

const HISTORY = 10_000;
const LARGEST_BODY = 3 * 1024 * 1024;

/**
 * Starts the reference server inside this process, on a free port of 127.0.0.1. Rejects with the error of the socket when it cannot
 * listen there. What is the server's own fault is printed to standard error.
 */
export async function startReferenceServer(options: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  const clock = new SimulatedClock(options.clockSpeed ?? 1);
  let interceptor = options.intercept;
  const running = await startServer({
    port: options.port ?? 0,
    host: '127.0.0.1',
    dialect: dialectOf(options.dialect ?? 'spec'),
    history: options.history ?? HISTORY,
    maxBody: LARGEST_BODY,
    controlLoops: options.controlLoops ?? false,
    ...(options.tokens === undefined ? {} : { tokens: options.tokens }),
    intercept: (request) => interceptor?.(request),
    clock,
    ids: RANDOM_IDS,
    report: (error) => void process.stderr.write(`${inspect(error)}\n`),
  });
  const { store } = running.world;
  const first = await contentsOf(store);
  return {
    url: running.url,
    clock: { now: () => clock.now(), advance: (milliseconds) => clock.advance(milliseconds, () => running.settled()) },
    snapshot: () => contentsOf(store),
    restore: (snapshot) => putContents(store, snapshot),
    reset: () => putContents(store, first),
    intercept: (next) => {
      interceptor = next;
    },
    close: () => running.close(),
    [Symbol.asyncDispose]: () => running.close(),
  };
}

function dialectOf(dialect: 'spec' | 'kubernetes-1.7' | NamedDialect): NamedDialect {
  if (typeof dialect !== 'string') return dialect;
  return dialect === SPEC.name ? SPEC : KUBERNETES_1_7;
}
