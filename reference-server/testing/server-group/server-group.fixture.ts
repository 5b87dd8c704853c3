import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { untilListening } from '../../../shared/process/listening-line.ts';
import { startTestEtcd } from '../../store/etcd/test-etcd.fixture.ts';
import { startBalancer } from './balancer.fixture.ts';
import { laggingLink } from './lagging-link.fixture.ts';

const ENTRY = fileURLToPath(new URL('../../cli/quick-start.mjs', import.meta.url));

/** The additional delay of each server's watch over the one before it, in milliseconds. */
const LAG_MS = 20;

/** Servers, each a process, over an etcd of their own, and the balancer in front of them. */
export interface ServerGroup extends AsyncDisposable {
  /** URL of the etcd. */
  readonly etcd: string;
  /** URL of the balancer. */
  readonly url: string;
  /** URLs of the present servers, in the order of their places. */
  readonly servers: readonly string[];
  /** Kills the server at that place, and resolves when it is gone; the others continue. */
  kill(place: number): Promise<void>;
  /** Starts another server in place of a killed one. */
  start(place: number): Promise<void>;
}

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
}

/**
 * Starts `count` servers over an etcd; the first learns of changes at once, each other one later than that before
 * it. `flags` are for each of them. Rejects, and leaves nothing running, if one does not start.
 */
export async function startServerGroup(count: number, flags: readonly string[] = []): Promise<ServerGroup> {
  const etcd = await startTestEtcd();
  const links = await Promise.all(Array.from({ length: count }, (_, place) => laggingLink(etcd.url, place * LAG_MS)));
  const started = await Promise.allSettled(links.map(({ url }) => startOne(url, flags)));
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const urls = (): string[] => running.map(({ url }) => url);
  const balancer = await startBalancer(urls);
  const end = async (): Promise<void> => {
    await balancer[Symbol.asyncDispose]();
    await Promise.all(running.map(killed));
    await Promise.all(links.map((link) => link[Symbol.asyncDispose]()));
    await etcd[Symbol.asyncDispose]();
  };
  const failure = started.find((each) => each.status === 'rejected');
  if (failure !== undefined) {
    await end();
    throw failure.reason;
  }
  return {
    etcd: etcd.url,
    url: balancer.url,
    get servers() {
      return urls();
    },
    async kill(place) {
      if (running[place] !== undefined) await killed(running[place]);
    },
    async start(place) {
      running[place] = await startOne(links[place]?.url ?? etcd.url, flags);
    },
    [Symbol.asyncDispose]: end,
  };
}

async function killed({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function startOne(etcd: string, flags: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [ENTRY, '--port', '0', '--storage', etcd, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { url: (await untilListening(child, 'a server over an etcd')).url, child };
}
