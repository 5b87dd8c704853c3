import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/**
 * An etcd of a bench's own with default settings: it acknowledges writes after they are on the disk. Disposing it
 * ends it, and removes its data.
 */
export interface EtcdProcess extends AsyncDisposable {
  readonly url: string;
}

const TRIES = 200;
const PAUSE_MS = 50;

/** Whether there is an etcd on the PATH. */
export function hasEtcd(): boolean {
  return spawnSync('etcd', ['--version']).status === 0;
}

/** Starts an etcd and resolves when it responds. Rejects if it does not within ten seconds. */
export async function startEtcd(): Promise<EtcdProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-etcd-'));
  const [url, peer] = [await freeUrl(), await freeUrl()];
  const listening = [
    '--listen-client-urls',
    url,
    '--advertise-client-urls',
    url,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
  ];
  const child = spawn(
    'etcd',
    ['--data-dir', directory, ...listening, '--initial-cluster', `default=${peer}`, '--log-level', 'error'],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  const killedWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killedWithUs);
  const dispose = async (): Promise<void> => {
    process.off('exit', killedWithUs);
    child.kill('SIGKILL');
    await exited;
    await rm(directory, { recursive: true });
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await isHealthy(url)) return { url, [Symbol.asyncDispose]: dispose };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await dispose();
  throw new Error(`the etcd at ${url} does not respond`);
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}

async function freeUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}
