import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { NamedDialect } from '../spec/dialects/index.ts';
import { backgroundWork } from './controllers/background.ts';
import { GarbageCollector } from './controllers/garbage-collector.ts';
import { GraceTimers } from './controllers/grace-timers.ts';
import { NamespaceEmptier } from './controllers/namespace-emptier.ts';
import { runControllers } from './controllers/run-controllers.ts';
import { runLoops, type RunningLoops } from './controllers/run-loops.ts';
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

export interface StartOptions {
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  readonly dialect: NamedDialect;
  /** Revisions that a watch can go back. */
  readonly history: number;
  /** URL of an etcd to keep everything in, shared with all servers that do so; by default it is kept in memory. */
  readonly storage?: string;
  /** File that a world in memory is restored from where there is one, and saved to on closing. */
  readonly data?: string;
  /** Whether to act on what is stored: to collect garbage, empty namespaces, end grace periods. Without, an API server alone. Default true. */
  readonly controllers?: boolean;
  /** Whether simulated control loops bring workloads to their desired state. Default false. */
  readonly controlLoops?: boolean;
  /** Bytes of a request body beyond which it is refused. */
  readonly maxBody: number;
  /** What TLS is served with, as PEM; by default it is plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Bearer tokens of those who may call; by default everybody may. */
  readonly tokens?: readonly string[];
  /** Looks at each request before it is served, and may have it fail. */
  readonly intercept?: Interceptor;
  /** Watches that may be open at a time; by default 10000. */
  readonly maxWatches?: number;
  /** Milliseconds after which a reader is cut that takes nothing of its answer; by default a minute. */
  readonly stalledMs?: number;
  readonly clock: Clock;
  /** The clock once more, where requests to `/_plumbline/clock` may move it on. */
  readonly movableClock?: SimulatedClock;
  readonly ids: IdSource;
  /** Told of errors that are not a client's. */
  readonly report: (error: unknown) => void;
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  /** What it serves. */
  readonly context: ServerContext;
  /** Saves the world to the file `data`, where one was named; what is there stays whole until the new one is. Rejects with `SnapshotError`. */
  save(): Promise<void>;
  /** Ends every watch that is open, cleanly or by cutting its connection. */
  endWatches(how: 'cleanly' | 'cut'): void;
  /** Ends watches cleanly, lets answers finish, stops listening, saves. */
  close(): Promise<void>;
  /** Resolves with true when the control loops have done all that there is to do at this time, with false where that takes ten seconds, or a moment for who is not `patient`. */
  settled(patient?: boolean): Promise<boolean>;
}

const CODEC: SnapshotCodec<StoredObject> = { encode: textOfStored, decode: storedText };

/** Of each kind, where its objects end by themselves. */
const LIFETIMES: ReadonlyMap<string, number | undefined> = new Map(
  Object.entries(STRATEGIES).map(([kind, { lifetimeMs }]) => [kind, lifetimeMs]),
);

/** History takes at most so many bytes, however many revisions that is: objects can be large. */
const HISTORY_BYTES = 64 * 1024 * 1024;

const MAX_WATCHES = 10_000;

/** What stands before the keys of a world in an etcd. */
const ETCD_PREFIX = '/plumbline';

/** Where in an etcd it stands that the control loops of one of the servers act: beside the world, of which it is no part. */
const ETCD_LOOPS = `${ETCD_PREFIX}-control-loops`;

/**
 * Starts a server with a world of its own, or with that of an etcd. Rejects with the error of the socket when it cannot listen there, with
 * `EtcdError` when it cannot reach the etcd, with `SnapshotError` when it cannot read its file, could not save it,
 * or another server has it.
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
  // What is under way in the background when the server ends is cut off, and that is no fault.
  const complain = (error: unknown): void => {
    if (!stop.signal.aborted) report(error);
  };
  const background = backgroundWork(complain, stop.signal);
  const acting =
    options.controllers === false
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
  const loops = await startLoops(context, { ...options, report: complain });
  let saved: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    if (options.data !== undefined)
      await writeSnapshot(options.data, { ...(await store.range('')), time: clock.now() }, CODEC);
  };
  // One after the other, so that the file ends as the latest.
  const save = (): Promise<void> => (saved = saved.then(write, write));
  const leave = async (): Promise<void> => {
    await loops.end();
    stop.abort();
    await store.close();
  };
  const { settled } = loops;
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

interface Loops {
  settled(patient?: boolean): Promise<boolean>;
  end(): Promise<void>;
}

/** The control loops, where they are asked for; of all servers over one etcd those of one act at a time. */
async function startLoops(context: ServerContext, { controlLoops, storage, report }: StartOptions): Promise<Loops> {
  let running: RunningLoops | undefined;
  const settled = async (patient?: boolean): Promise<boolean> => running?.settled(patient) ?? true;
  const begin = (): RunningLoops => (running = runLoops(context, report));
  if (controlLoops !== true) return { settled, end: async () => undefined };
  if (storage === undefined) {
    const { stop } = begin();
    return { settled, end: async () => stop() };
  }
  const { etcdClient } = await import('./store/etcd/etcd-client.ts');
  const { campaign } = await import('./store/etcd/campaign.ts');
  const { end } = campaign(etcdClient(storage), ETCD_LOOPS, begin);
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
  // Loaded only where it is asked for: most servers start without.
  const { etcdClient } = await import('./store/etcd/etcd-client.ts');
  const { openEtcdStore } = await import('./store/etcd/etcd-store.ts');
  return openEtcdStore({ client: etcdClient(storage), prefix: ETCD_PREFIX, history, ...CODEC, lifetime, report });
}

function movable(clock: SimulatedClock | undefined, settled: Loops['settled']): { readonly clock?: MovableClock } {
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
