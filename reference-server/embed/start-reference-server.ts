import { inspect } from 'node:util';
import type { NamedDialect } from '../../spec/dialects/index.ts';
import { DialectError, dialectNamed, parseDialect } from '../../spec/dialects/index.ts';
import { RANDOM_IDS } from '../objects/id-source.ts';
import { SimulatedClock } from '../objects/simulated-clock.ts';
import { contentsOf, putContents } from '../objects/world-contents.ts';
import { startServer } from '../start.ts';
import { OptionError } from './option-error.ts';
import type { ReferenceServer, ReferenceServerOptions } from './reference-server.d.ts';
import { contentsIn, snapshotOf } from './world-snapshot.ts';

export type * from './reference-server.d.ts';

const HISTORY = 10_000;
const LARGEST_BODY = 16 * 1024 * 1024;
const LARGEST_PORT = 65_535;

/**
 * Starts the reference server inside this process, on a free port of 127.0.0.1. Rejects with an `OptionError` for an option that cannot
 * be, and with the error of the socket when it cannot listen there. What is the server's own fault is printed to standard error.
 */
export async function startReferenceServer(options: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  const { port = 0, clockSpeed = 1, history = HISTORY, controlLoops = false, tokens } = options;
  requireNumber('port', port, Number.isInteger(port) && port >= 0 && port <= LARGEST_PORT, `a whole number from 0 to ${LARGEST_PORT}`);
  requireNumber('clockSpeed', clockSpeed, clockSpeed >= 0 && clockSpeed < Infinity, 'a number that is not negative');
  requireNumber('history', history, Number.isInteger(history) && history > 0, 'a whole number above 0');
  const dialect = dialectOf(options.dialect ?? 'spec');
  const clock = new SimulatedClock(clockSpeed);
  let interceptor = options.intercept;
  const running = await startServer({
    port,
    host: '127.0.0.1',
    dialect,
    history,
    maxBody: LARGEST_BODY,
    controlLoops,
    ...(tokens === undefined ? {} : { tokens }),
    intercept: (request) => interceptor?.(request),
    clock,
    ids: RANDOM_IDS,
    report: (error) => void process.stderr.write(`${inspect(error)}\n`),
  });
  const { store } = running.world;
  const first = await contentsOf(store);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= running.close());
  return {
    url: running.url,
    clock: { now: () => clock.now(), advance: (milliseconds) => clock.advance(milliseconds, running.settled) },
    snapshot: async () => snapshotOf(await contentsOf(store)),
    restore: async (snapshot) => putContents(store, contentsIn(snapshot)),
    reset: () => putContents(store, first),
    intercept: (next) => {
      interceptor = next;
    },
    endWatches: (how) => running.endWatches(how),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function requireNumber(name: string, value: unknown, isRight: boolean, expected: string): void {
  if (typeof value !== 'number' || !isRight) throw new OptionError(`option '${name}' is ${inspect(value)}, expected ${expected}`);
}

function dialectOf(dialect: ReferenceServerOptions['dialect']): NamedDialect {
  try {
    const named = typeof dialect === 'string' ? dialectNamed(dialect) : parseDialect(dialect);
    if (named !== undefined) return named;
  } catch (error) {
    if (error instanceof DialectError) throw new OptionError(`option 'dialect': ${error.message}`, { cause: error });
    throw error;
  }
  throw new OptionError(`option 'dialect' is ${inspect(dialect)}, expected 'spec', 'kubernetes-1.7', or a dialect of your own`);
}
