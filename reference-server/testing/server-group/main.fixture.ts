/**
 * Three servers over an etcd of their own behind a balancer, to be judged as one: prints `listening on URL`. On each
 * SIGUSR2 the next of the servers is killed and another is started in its place. All flags are for each of the
 * servers, for example `--controllers on`.
 */
import { errorMessage } from '../../../shared/error-message.ts';
import { listeningLine } from '../../../shared/process/listening-line.ts';
import { WHY_NO_ETCD } from '../../store/etcd/test-etcd.fixture.ts';
import { type ServerGroup, startServerGroup } from './server-group.fixture.ts';

const SERVERS = 3;
/** Exit code when there is no etcd to start, or a server does not take the flags. */
const UNUSABLE = 2;

try {
  if (WHY_NO_ETCD !== undefined) throw new Error(WHY_NO_ETCD);
  await serve(await startServerGroup(SERVERS, process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = UNUSABLE;
}

async function serve(group: ServerGroup): Promise<void> {
  const stopped = new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
  const disturbance = disturbedOn('SIGUSR2', group);
  process.stdout.write(`${listeningLine(group.url)}\n`);
  await stopped;
  await disturbance();
  await group[Symbol.asyncDispose]();
}

/**
 * Kills and replaces one server after the other; signals during a replacement are ignored. @returns waits for the
 * current replacement
 */
function disturbedOn(signal: NodeJS.Signals, group: ServerGroup): () => Promise<void> {
  let place = 0;
  let underWay: Promise<void> | undefined;
  const replace = async (at: number): Promise<void> => {
    await group.kill(at);
    await group.start(at);
    underWay = undefined;
  };
  process.on(signal, () => {
    underWay ??= replace(place++ % SERVERS);
  });
  return async () => underWay;
}
