import { inspect } from 'node:util';
import { DialectError, dialectNamed, type NamedDialect, parseDialect } from '../../spec/dialects/index.ts';
import { RANDOM_IDS } from '../objects/id-source.ts';
import { FARTHEST_MS, SimulatedClock } from '../objects/simulated-clock.ts';
import { contentsOf, putContents } from '../objects/store-contents.ts';
import { startServer } from '../start.ts';
import { OptionError } from './option-error.ts';
import type { ReferenceServer, ReferenceServerOptions } from './reference-server.d.ts';
import { contentsIn, snapshotOf } from './server-snapshot.ts';

export type * from './reference-server.d.ts';

const HISTORY = 10_000;
const LARGEST_BODY = 16 * 1024 * 1024;
const LARGEST_PORT = 65_535;

/**
 * Starts the reference server inside this process, on a free port of 127.0.0.1. Rejects with an `OptionError` for an
 * unknown or invalid option, and with the error of the socket if it cannot listen there. Faults of the server itself
 * are printed to standard error.
 */
export async function startReferenceServer(options: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  requireOptions(options);
  const { port = 0, clockSpeed = 1, history = HISTORY, controllers = 'cleanup', tokens } = options;
  const dialect = dialectOf(options.dialect ?? 'spec');
  const clock = new SimulatedClock(clockSpeed);
  let interceptor = options.intercept;
  const running = await startServer({
    port,
    host: '127.0.0.1',
    dialect,
    history,
    maxBody: LARGEST_BODY,
    controllers,
    ...(tokens === undefined ? {} : { tokens }),
    intercept: (request) => interceptor?.(request),
    clock,
    ids: RANDOM_IDS,
    report: (error) => void process.stderr.write(`${inspect(error)}\n`),
  });
  const { store } = running.context;
  const first = await contentsOf(store);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= running.close());
  return {
    url: running.url,
    clock: {
      now: () => clock.now(),
      advance: async (milliseconds) => clock.advance(wayOn(milliseconds), running.settled),
    },
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

type OptionName = keyof ReferenceServerOptions;

/** The legal values of each option. Programs in plain JavaScript have no compiler to check them. */
const EXPECTED: Readonly<Record<OptionName, readonly [string, (value: unknown) => boolean]>> = {
  port: [`a whole number from 0 to ${LARGEST_PORT}`, (value) => isWhole(value) && value >= 0 && value <= LARGEST_PORT],
  dialect: [
    "'spec', 'kubernetes-1.7', or a dialect of your own",
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  ],
  controllers: ["'off', 'cleanup' or 'on'", (value) => ['off', 'cleanup', 'on'].includes(value as string)],
  clockSpeed: ['a number that is not negative', (value) => typeof value === 'number' && value >= 0 && value < Infinity],
  history: ['a whole number above 0', (value) => isWhole(value) && value > 0],
  tokens: [
    'a list of bearer tokens, none of them empty or with spaces',
    (value) => Array.isArray(value) && value.every((token) => typeof token === 'string' && /^\S+$/.test(token)),
  ],
  intercept: ['a function', (value) => typeof value === 'function'],
};

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function requireOptions(options: ReferenceServerOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new OptionError(`options are ${inspect(options)}, expected an object`);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(EXPECTED, name))
      throw new OptionError(`there is no option '${name}'; it can be ${Object.keys(EXPECTED).join(', ')}`);
    const [expected, isRight] = EXPECTED[name as OptionName];
    if (value !== undefined && !isRight(value))
      throw new OptionError(`option '${name}' is ${inspect(value)}, expected ${expected}`);
  }
}

function wayOn(milliseconds: unknown): number {
  if (typeof milliseconds === 'number' && milliseconds >= 0 && milliseconds <= FARTHEST_MS) return milliseconds;
  throw new OptionError(
    `a clock cannot be advanced by ${inspect(milliseconds)}, expected milliseconds from 0 to ${FARTHEST_MS}`,
  );
}

function dialectOf(dialect: ReferenceServerOptions['dialect']): NamedDialect {
  try {
    const named = typeof dialect === 'string' ? dialectNamed(dialect) : parseDialect(dialect);
    if (named !== undefined) return named;
  } catch (error) {
    if (error instanceof DialectError) throw new OptionError(`option 'dialect': ${error.message}`, { cause: error });
    throw error;
  }
  throw new OptionError(`option 'dialect' is ${inspect(dialect)}, expected ${EXPECTED.dialect[0]}`);
}
