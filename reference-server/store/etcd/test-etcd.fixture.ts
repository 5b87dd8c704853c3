import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { etcdClient } from './etcd-client.ts';

/** An etcd for one test, on the loopback interface. Its data is deleted on disposal. */
export interface TestEtcd extends AsyncDisposable {
  readonly url: string;
  /** Kills the process, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Restarts it with its data, and resolves when it responds. */
  restart(): Promise<void>;
  /** Backs up the current data. @returns a function that kills etcd and restarts it from that backup */
  keep(): Promise<() => Promise<void>>;
}

export interface TestEtcdOptions {
  /** Whether acknowledged writes survive a kill, which makes it slower. Default false. */
  readonly isDurable?: boolean;
}

/** The reason why tests that need etcd are skipped; `undefined` if they run. */
export const WHY_NO_ETCD: string | undefined =
  spawnSync('etcd', ['--version']).status === 0
    ? undefined
    : 'there is no etcd on the PATH (Debian: apt-get install etcd-server)';

/** A single-member etcd needs no long election, and short timeouts allow leases of one second. */
const HASTY = ['--heartbeat-interval', '10', '--election-timeout', '100'];

/** Starts etcd and resolves when it responds. */
export async function startTestEtcd({ isDurable = false }: TestEtcdOptions = {}): Promise<TestEtcd> {
  const directory = await mkdtemp(join(tmpdir(), 'test-etcd-'));
  const [url, peer] = await freeUrls();
  const flags = [
    '--data-dir',
    directory,
    '--listen-client-urls',
    url,
    '--advertise-client-urls',
    url,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
  ];
  const named = [
    '--initial-cluster',
    `default=${peer}`,
    '--log-level',
    'error',
    ...(isDurable ? [] : ['--unsafe-no-fsync']),
    ...HASTY,
  ];
  const start = (): ChildProcess => spawn('etcd', [...flags, ...named], { stdio: 'ignore' });
  let child = start();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const restart = async (): Promise<void> => {
    child = start();
    await responding(url);
  };
  const kept = `${directory}-kept`;
  const copied = async (from: string, to: string): Promise<void> => {
    await kill();
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true });
    await restart();
  };
  await responding(url);
  return {
    url,
    kill,
    restart,
    async keep() {
      await copied(directory, kept);
      return () => copied(kept, directory);
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await Promise.all([directory, kept].map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}

async function responding(url: string): Promise<void> {
  const client = etcdClient(url);
  for (let tries = 0; ; tries += 1) {
    try {
      await client.revision();
      break;
    } catch (error) {
      if (tries === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await client.close();
}

/** Two URLs with ports that were free a moment ago. */
async function freeUrls(): Promise<[string, string]> {
  const servers = [createServer(), createServer()] as const;
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const [a, b] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [a ?? '', b ?? ''];
}
