import { errorMessage } from '../../shared/error-message.ts';
import { SYSTEM_CLOCK } from '../objects/clock.ts';
import { RANDOM_IDS } from '../objects/id-source.ts';
import { SimulatedClock } from '../objects/simulated-clock.ts';
import { SnapshotError } from '../store/snapshot-error.ts';
import { timeOfSnapshot } from '../store/snapshot-file.ts';
import { type RunningServer, type StartOptions, startServer } from '../start.ts';
import { CredentialFileError, identityOf, tokensIn } from './credential-files.ts';
import { errorLog } from './error-log.ts';
import { type ServerFlags, IN_MEMORY, parseFlags } from './flags.ts';

/** Exit code if the server cannot listen at its address, or cannot reach its etcd. */
const UNREACHABLE = 3;
/** Exit code if the saved state cannot be read or written. */
const FAILED = 2;

const report = errorLog(
  (text) => process.stderr.write(text),
  () => performance.now(),
);
const parsed = parseFlags(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
if ('exitCode' in parsed) process.exitCode = parsed.exitCode;
else await serve(parsed.flags);

async function serve(flags: ServerFlags): Promise<void> {
  const server = await started(flags);
  if (server === undefined) return;
  const end = (): void => void server.close().catch(complain);
  process.on('SIGUSR2', () => void server.save().catch(complain));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  // Last, because the reader may end the server at once.
  process.stdout.write(`listening on ${server.url}\n`);
}

async function started(flags: ServerFlags): Promise<RunningServer | undefined> {
  try {
    return await startServer({ ...(await startOptions(flags)), ...(await clocks(flags)), ids: RANDOM_IDS, report });
  } catch (error) {
    const why = errorMessage(error);
    process.exitCode = UNREACHABLE;
    if (error instanceof SnapshotError) {
      process.stderr.write(`${why}; name another file with --data\n`);
      process.exitCode = FAILED;
      return undefined;
    }
    if (error instanceof CredentialFileError) {
      process.stderr.write(`${why}\n`);
      process.exitCode = FAILED;
      return undefined;
    }
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_ETCD') {
      process.stderr.write(`${why}; start an etcd there, or name another with --storage\n`);
      return undefined;
    }
    const other = code === 'EADDRINUSE' || code === 'EACCES' ? '--port (0 takes a free one)' : '--host';
    process.stderr.write(`cannot listen on ${flags.host} port ${flags.port}: ${why}; choose another with ${other}\n`);
    return undefined;
  }
}

/** The flags, with the content of the files that they name. */
async function startOptions({
  tls,
  tlsCert,
  tlsKey,
  tokenAuthFile,
  storage,
  ...flags
}: ServerFlags): Promise<Omit<StartOptions, 'clock' | 'ids' | 'report'>> {
  const named = { ...(tlsCert === undefined ? {} : { tlsCert }), ...(tlsKey === undefined ? {} : { tlsKey }) };
  const identity = await identityOf({ tls, ...named, host: flags.host });
  const kept = storage === IN_MEMORY ? {} : { storage };
  return {
    ...flags,
    ...kept,
    ...(identity === undefined ? {} : { tls: identity }),
    ...(tokenAuthFile === undefined ? {} : { tokens: tokensIn(tokenAuthFile) }),
  };
}

/** Reports state that cannot be read or saved. */
function complain(error: unknown): void {
  report(error instanceof SnapshotError ? error.message : error);
  process.exitCode = FAILED;
}

/** The clock must not go back behind the time of the saved state. */
async function clocks({
  clockSpeed,
  testClock,
  data,
}: ServerFlags): Promise<Pick<StartOptions, 'clock' | 'movableClock'>> {
  const saved = (data === undefined ? undefined : await timeOfSnapshot(data)) ?? 0;
  if (clockSpeed === 1 && !testClock && saved <= SYSTEM_CLOCK.now()) return { clock: SYSTEM_CLOCK };
  const clock = new SimulatedClock(clockSpeed, SYSTEM_CLOCK, saved);
  return testClock ? { clock, movableClock: clock } : { clock };
}
