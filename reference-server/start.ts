import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { NamedDialect } from '../spec/dialects/index.ts';
import { backgroundWork } from './controllers/runtime/background.ts';
import { GarbageCollector } from './controllers/garbage-collector.ts';
import { GraceTimers } from './controllers/grace-timers.ts';
import { NamespaceEmptier } from './controllers/namespace-emptier.ts';
import { runControllers } from './controllers/run-controllers.ts';
import { runWorkloadControllers, type RunningControllers } from './controllers/run-workload-controllers.ts';
import type { MovableClock } from './http/handlers/clock-endpoint.ts';
import { BearerTokens } from './http/routing/authentication.ts';
import { apiServer } from './http/server.ts';
import type { Interceptor } from './http/connection/intercept.ts';
import type { ServerOptions } from './http/server-options.ts';
import type { Clock } from './objects/clock.ts';
import { Dependants } from './objects/dependants.ts';
import type { IdSource } from './objects/id-source.ts';
import { createInitialObjects } from './objects/initial-objects.ts';
import type { SimulatedClock } from './objects/simulated-clock.ts';
import { type StoredObject, storedText, textOfStored } from './objects/stored-object.ts';
import { RecentSpecs } from './objects/recent-specs.ts';
import { WatchWindow } from './objects/watch-window.ts';
import type { ServerContext } from './objects/server-context.ts';
import { STRATEGIES } from './resources/registry.ts';
import type { HistoryBound } from './store/memory/change-log.ts';
import { MemoryStore } from './store/memory/memory-store.ts';
import { readSnapshot, type SnapshotCodec, writeSnapshot } from './store/snapshot-file.ts';
import { lockSnapshot, type SnapshotLock } from './store/snapshot-lock.ts';
import type { Lifetime, Store } from './store/store.ts';

/**
 * The controllers that act on stored objects. `off`: none, an API server alone. `cleanup`: garbage collection,
 * emptying of namespaces, grace periods. `on`: also simulated workload controllers.
 */
export type Controllers = 'on' | 'cleanup' | 'off';

export interface StartOptions {
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  readonly dialect: NamedDialect;
  /** Revisions that a watch can go back. */
  readonly history: number;
  /** URL of an etcd for all objects, shared with other servers that use it; by default they are in memory. */
  readonly storage?: string;
  /** File from which the objects in memory are restored, if it exists, and to which they are saved on closing. */
  readonly data?: string;
  /** By default `cleanup`. */
  readonly controllers?: Controllers;
  /** Largest request body in bytes. */
  readonly maxBody: number;
  /** Certificate and key for TLS, as PEM; by default plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Bearer tokens of admitted callers; by default everybody is admitted. */
  readonly tokens?: readonly string[];
  /** Sees each request before it is served, and can make it fail. */
  readonly intercept?: Interceptor;
  /** The most open watches; by default 10000. */
  readonly maxWatches?: number;
  /** Milliseconds after which a stalled reader is cut; by default a minute. */
  readonly stalledMs?: number;
  readonly clock: Clock;
  /** The clock again, if requests to `/_plumbline/clock` may advance it. */
  readonly movableClock?: SimulatedClock;
  readonly ids: IdSource;
  /** Gets errors that no client caused. */
  readonly report: (error: unknown) => void;
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly context: ServerContext;
  /**
   * Saves the objects to the file `data`, if one was named; the old file stays until the new one is whole. Rejects
   * with `SnapshotError`.
   */
  save(): Promise<void>;
  /** Ends every open watch, cleanly or by cutting its connection. */
  endWatches(how: 'cleanly' | 'cut'): void;
  /** Ends watches cleanly, lets responses finish, stops listening, saves. */
  close(): Promise<void>;
  /**
   * Resolves with true when the controllers have done all present work, with false after ten seconds, or after a
   * moment if not `patient`.
   */
  settled(patient?: boolean): Promise<boolean>;
}

const CODEC: SnapshotCodec<StoredObject> = { encode: textOfStored, decode: storedText };

/** By kind: the lifetime of its objects, if they expire. */
const LIFETIMES: ReadonlyMap<string, number | undefined> = new Map(
  Object.entries(STRATEGIES).map(([kind, { lifetimeMs }]) => [kind, lifetimeMs]),
);

/** The most bytes of history, whatever the number of revisions: objects can be large. */
const HISTORY_BYTES = 64 * 1024 * 1024;

const MAX_WATCHES = 10_000;

/** Prefix of the keys in an etcd. */
const ETCD_PREFIX = '/plumbline';

/** The key in an etcd that elects the server that runs the controllers; it is outside of the objects' prefix. */
const ELECTION_KEY = `${ETCD_PREFIX}-control-loops`;

/**
 * Starts a server with objects of its own, or with those of an etcd. Rejects with the error of the socket if it
 * cannot listen there, with `EtcdError` if it cannot reach the etcd, with `SnapshotError` if it cannot read its
 * file, could not save it, or another server uses it.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const lock = options.data === undefined ? undefined : await lockSnapshot(options.data);
  try {
    return await startWith(options, lock);
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

async function startWith(options: StartOptions, lock: SnapshotLock | undefined): Promise<RunningServer> {
  const { clock, ids, report } = options;
  const store = await openStore(options);
  const dependants = new Dependants(store);
  const { choices } = options.dialect;
  const watchWindow = choices['watch.window'] === 'by-kind' ? new WatchWindow(STRATEGIES) : undefined;
  const context: ServerContext = {
    store,
    strategies: STRATEGIES,
    choices,
    clock,
    ids,
    dependants,
    recentSpecs: new RecentSpecs(),
    watchWindow,
  };
  const stop = new AbortController();
  // Background work that the end of the server cuts off is no error.
  const complain = (error: unknown): void => {
    if (!stop.signal.aborted) report(error);
  };
  const background = backgroundWork(complain, stop.signal);
  const acting =
    options.controllers === 'off'
      ? []
      : [
          new GraceTimers(context, background),
          new GarbageCollector(context, background),
          new NamespaceEmptier(context, background),
        ];
  runControllers(
    store,
    [dependants, ...(watchWindow === undefined ? [] : [watchWindow]), ...acting],
    stop.signal,
  ).catch(complain);
  const running = await startControllers(context, { ...options, report: complain });
  let saved: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    if (options.data !== undefined)
      await writeSnapshot(options.data, { ...(await store.range('')), time: clock.now() }, CODEC);
  };
  // One after the other, so the file ends as the latest.
  const save = (): Promise<void> => (saved = saved.then(write, write));
  const leave = async (): Promise<void> => {
    await running.end();
    stop.abort();
    await store.close();
  };
  const { settled } = running;
  const api = apiServer({
    context,
    ...guards(options),
    ...movable(options.movableClock, settled),
    maxBody: options.maxBody,
    maxWatches: options.maxWatches ?? MAX_WATCHES,
    report,
  });
  try {
    await createInitialObjects(context);
    api.server.listen(options.port, options.host);
    await once(api.server, 'listening');
  } catch (error) {
    await leave();
    throw error;
  }
  const close = async (): Promise<void> => {
    await api.close();
    try {
      await save();
    } finally {
      await leave();
      await lock?.release();
    }
  };
  return {
    url: urlOf(options.tls === undefined ? 'http' : 'https', api.server.address() as AddressInfo),
    context,
    save,
    endWatches: api.endWatches,
    close,
    settled,
    [Symbol.asyncDispose]: close,
  };
}

interface ElectedControllers {
  settled(patient?: boolean): Promise<boolean>;
  end(): Promise<void>;
}

/** The controllers, if requested; of all servers over one etcd, one runs them at a time. */
async function startControllers(
  context: ServerContext,
  { controllers, storage, report }: StartOptions,
): Promise<ElectedControllers> {
  let running: RunningControllers | undefined;
  const settled = async (patient?: boolean): Promise<boolean> => running?.settled(patient) ?? true;
  const begin = (): RunningControllers => (running = runWorkloadControllers(context, report));
  if (controllers !== 'on') return { settled, end: async () => undefined };
  if (storage === undefined) {
    const { stop } = begin();
    return { settled, end: async () => stop() };
  }
  const { etcdClient } = await import('./store/etcd/etcd-client.ts');
  const { campaign } = await import('./store/etcd/campaign.ts');
  const { end } = campaign(etcdClient(storage), ELECTION_KEY, begin);
  return { settled, end };
}

async function openStore({
  history: revisions,
  storage,
  data,
  clock,
  report,
}: StartOptions): Promise<Store<StoredObject>> {
  const history: HistoryBound<StoredObject> = { revisions, bytes: HISTORY_BYTES, weigh: ({ size }) => size };
  const lifetime: Lifetime<StoredObject> = ({ object: { kind } }) => LIFETIMES.get(kind);
  if (storage === undefined)
    return new MemoryStore(history, data === undefined ? undefined : await readSnapshot(data, CODEC), {
      lifetime,
      after: clock.after.bind(clock),
    });
  // Loaded on demand, because most servers start without it.
  const { etcdClient } = await import('./store/etcd/etcd-client.ts');
  const { openEtcdStore } = await import('./store/etcd/etcd-store.ts');
  return openEtcdStore({ client: etcdClient(storage), prefix: ETCD_PREFIX, history, ...CODEC, lifetime, report });
}

function movable(
  clock: SimulatedClock | undefined,
  settled: ElectedControllers['settled'],
): { readonly clock?: MovableClock } {
  return clock === undefined
    ? {}
    : {
        clock: {
          now: () => clock.now(),
          advance: (milliseconds, wanted) => clock.advance(milliseconds, settled, wanted),
        },
      };
}

function guards({
  tls,
  tokens,
  intercept,
  stalledMs,
}: StartOptions): Pick<ServerOptions, 'tls' | 'tokens' | 'intercept' | 'stalledMs'> {
  return {
    ...(stalledMs === undefined ? {} : { stalledMs }),
    ...(intercept === undefined ? {} : { intercept }),
    ...(tls === undefined ? {} : { tls }),
    ...(tokens === undefined ? {} : { tokens: new BearerTokens(tokens) }),
  };
}

function urlOf(scheme: string, { family, address, port }: AddressInfo): string {
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
