import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { NamedDialect } from '../spec/dialects/index.ts';
import { GarbageCollector } from './controllers/garbage-collector.ts';
import { GraceTimers } from './controllers/grace-timers.ts';
import { NamespaceEmptier } from './controllers/namespace-emptier.ts';
import { runControllers } from './controllers/run-controllers.ts';
import { apiServer } from './http/server.ts';
import type { Clock } from './objects/clock.ts';
import { Dependants } from './objects/dependants.ts';
import type { IdSource } from './objects/id-source.ts';
import { createInitialObjects } from './objects/initial-objects.ts';
import type { StoredObject } from './objects/stored-object.ts';
import type { World } from './objects/world.ts';
import { STRATEGIES } from './resources/registry.ts';
import { MemoryStore } from './store/memory/memory-store.ts';

export interface StartOptions {
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  readonly dialect: NamedDialect;
  /** Revisions that a watch can go back. */
  readonly history: number;
  /** Whether to act on what is stored: to collect garbage, empty namespaces, end grace periods. Without, an API server alone. Default true. */
  readonly controllers?: boolean;
  /** Bytes of a request body beyond which it is refused. */
  readonly maxBody: number;
  /** Watches that may be open at a time; by default 10000. */
  readonly maxWatches?: number;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Told of errors that are not a client's. */
  readonly report: (error: unknown) => void;
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  /** Ends watches cleanly, lets answers finish, stops listening. */
  close(): Promise<void>;
}

/** History takes at most so many bytes, however many revisions that is: objects can be large. */
const HISTORY_BYTES = 64 * 1024 * 1024;

const MAX_WATCHES = 10_000;

/** Starts a server with a world of its own. Rejects with the error of the socket when it cannot listen there. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { clock, ids, report } = options;
  const store = new MemoryStore<StoredObject>({ revisions: options.history, bytes: HISTORY_BYTES, weigh: ({ text }) => text.length });
  const dependants = new Dependants(store);
  const world: World = { store, strategies: STRATEGIES, answers: options.dialect.answers, clock, ids, dependants };
  const stop = new AbortController();
  const acting = options.controllers === false ? [] : [new GraceTimers(world, report), new GarbageCollector(world, report), new NamespaceEmptier(world, report)];
  runControllers(store, [dependants, ...acting], stop.signal).catch(report);
  await createInitialObjects(world);
  const api = apiServer({ world, maxBody: options.maxBody, maxWatches: options.maxWatches ?? MAX_WATCHES, report });
  api.server.listen(options.port, options.host);
  await once(api.server, 'listening');
  const close = async (): Promise<void> => {
    await api.close();
    stop.abort();
  };
  return { url: urlOf(api.server.address() as AddressInfo), close, [Symbol.asyncDispose]: close };
}

function urlOf({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
