import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../testing/server.fixture.ts';
import { PATIENCE_MS, isHere, skipped } from './client-process.fixture.ts';

const OBJECTS = '/api/v1/namespaces/default';
const VERSIONS = '/usr/lib/postgresql';
/** PostgreSQL does not run as root, so `nobody` runs it. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The folder of PostgreSQL's programs; `undefined` if there is none. */
function postgresPrograms(): string | undefined {
  const version = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).findLast((each) => existsSync(join(VERSIONS, each, 'bin', 'postgres')))
    : undefined;
  if (version === undefined)
    skipped('patroni', 'needs a PostgreSQL, which is not on this machine (Debian: apt-get install postgresql)');
  return version === undefined ? undefined : join(VERSIONS, version, 'bin');
}

const programs = isHere('patroni', 'patroni', '--version') ? postgresPrograms() : undefined;

/** Ports that were free a moment ago. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** The configuration of one member of the cluster; JSON is YAML. */
function configuration(name: string, folder: string, bin: string, api: number, database: number): object {
  const trusted = ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'];
  return {
    scope: 'demo',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    kubernetes: {
      namespace: 'default',
      labels: { application: 'patroni' },
      scope_label: 'cluster-name',
      role_label: 'role',
      context: 'here',
      use_endpoints: false,
      pod_ip: '127.0.0.1',
    },
    bootstrap: {
      dcs: { ttl: 20, loop_wait: 1, retry_timeout: 3, postgresql: { parameters: { fsync: 'off' } } },
      initdb: [{ encoding: 'UTF8' }, 'no-sync'],
      pg_hba: trusted,
    },
    postgresql: {
      listen: `127.0.0.1:${database}`,
      connect_address: `127.0.0.1:${database}`,
      data_dir: join(folder, name),
      bin_dir: bin,
      pgpass: join(folder, `${name}.pass`),
      pg_hba: trusted,
      basebackup: [{ checkpoint: 'fast' }],
      authentication: {
        superuser: { username: 'postgres', password: 'x' },
        replication: { username: 'replicator', password: 'x' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

describe.skipIf(programs === undefined)('patroni, with the server as its store', { timeout: 3 * PATIENCE_MS }, () => {
  let folder: string;
  const members = new Map<string, ChildProcess>();
  let server: TestServer;

  async function start(name: string, bin: string): Promise<void> {
    const [api = 0, database = 0] = await freePorts(2);
    const file = join(folder, `${name}.yml`);
    writeFileSync(file, JSON.stringify(configuration(name, folder, bin, api, database)));
    await server.send('POST', `${OBJECTS}/pods`, {
      metadata: { name, labels: { application: 'patroni', 'cluster-name': 'demo' } },
      spec: { containers: [{ name: 'c', image: 'postgres' }] },
    });
    const environment = { ...process.env, HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') };
    members.set(name, spawn('patroni', [file], { env: environment, cwd: folder, stdio: 'ignore', ...OWNER }));
  }

  async function end(name: string): Promise<void> {
    const member = members.get(name);
    members.delete(name);
    if (member === undefined) return;
    const exited = once(member, 'exit');
    member.kill('SIGTERM');
    await exited;
  }

  const annotations = async (path: string): Promise<Record<string, string>> =>
    ((await server.send('GET', OBJECTS + path)).body.metadata?.['annotations'] ?? {}) as Record<string, string>;
  const leader = async (): Promise<string | undefined> => (await annotations('/configmaps/demo-leader'))['leader'];
  const stateOf = async (name: string): Promise<unknown> => {
    const { role, state } = JSON.parse((await annotations(`/pods/${name}`))['status'] ?? '{}') as Record<
      string,
      unknown
    >;
    return [role, state];
  };
  const soon = { timeout: PATIENCE_MS, interval: 100 };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-patroni-'));
    server = await testServer();
    if (OWNER.uid !== undefined) chownSync(folder, OWNER.uid, OWNER.gid);
    writeFileSync(
      join(folder, 'kubeconfig'),
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: server.url } }],
        users: [{ name: 'u', user: {} }],
        contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'here',
      }),
    );
  });

  afterAll(async () => {
    await Promise.all([...members.keys()].map(end));
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('begins a cluster, lets another member join, and hands the lead over when the leader goes', async () => {
    await start('first', programs ?? '');
    await expect.poll(leader, soon).toBe('first');
    await start('second', programs ?? '');
    await expect.poll(() => stateOf('second'), soon).toEqual(['replica', 'running']);
    expect(
      (await server.send('GET', `${OBJECTS}/pods?labelSelector=cluster-name%3Ddemo,role%3Dmaster`)).body.items.map(
        ({ metadata }) => metadata.name,
      ),
    ).toEqual(['first']);
    await end('first');
    await expect.poll(leader, soon).toBe('second');
    await expect.poll(() => stateOf('second'), soon).toEqual(['master', 'running']);
  });
});
