import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { etcdClient } from './etcd-client.ts';

/** An etcd of a test's own, on the loopback, that forgets everything when it is disposed of. */
export interface TestEtcd extends AsyncDisposable {
  readonly url: string;
  /** Ends it as no etcd would end by itself, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again, with what it has kept, and resolves when it answers. */
  restart(): Promise<void>;
  /** Keeps what it has now. @returns what kills it and has it begin with that again, as after a backup was restored */
  keep(): Promise<() => Promise<void>>;
}

export interface TestEtcdOptions {
  /** Whether it keeps all that it acknowledged when it is killed, for which it must be slower. Default false. */
  readonly isDurable?: boolean;
}

/** Why tests that need an etcd are skipped here; `undefined` where they are not. */
export const WHY_NO_ETCD: string | undefined =
  spawnSync('etcd', ['--version']).status === 0
    ? undefined
    : 'there is no etcd on the PATH (Debian: apt-get install etcd-server)';

/** It is alone: it need not wait long for others before it leads, and a lease may be as short as a second. */
const HASTY = ['--heartbeat-interval', '10', '--election-timeout', '100'];

/** Starts an etcd and resolves when it answers. */
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
    await answering(url);
  };
  const kept = `${directory}-kept`;
  const copied = async (from: string, to: string): Promise<void> => {
    await kill();
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true });
    await restart();
  };
  await answering(url);
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

async function answering(url: string): Promise<void> {
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

/** Two addresses that were free a moment ago. */
async function freeUrls(): Promise<[string, string]> {
  const servers = [createServer(), createServer()] as const;
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const [a, b] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [a ?? '', b ?? ''];
}
