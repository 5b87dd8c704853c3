import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientCommands, CommandOutcome } from './measured-client.ts';

const OBJECTS = '/api/v1/namespaces/default';
const VERSIONS = '/usr/lib/postgresql';
/** PostgreSQL does not run as root: `nobody` it is then. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** How long one step may take. */
const PATIENCE_MS = 60_000;
const POLL_MS = 100;

/** The folder of the programs of PostgreSQL; `undefined` if there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const version = versions.findLast((each) => existsSync(join(VERSIONS, each, 'bin', 'postgres')));
  return version === undefined ? undefined : join(VERSIONS, version, 'bin');
}

/** The patroni on the PATH: two members keep their PostgreSQL cluster in config maps and pods of the server. */
export function patroni(): ClientCommands {
  const bin = postgresPrograms();
  if (bin === undefined)
    throw new Error(`patroni needs a PostgreSQL in ${VERSIONS} (Debian: apt-get install postgresql)`);
  const said = execFileSync('patroni', ['--version'], { encoding: 'utf8' });
  return {
    name: 'patroni',
    version: /[\d.]+/.exec(said)?.[0] ?? 'unknown',
    async run(url) {
      const cluster = new PatroniCluster(url, bin);
      try {
        return await lifeOf(cluster);
      } finally {
        await cluster.end();
      }
    },
  };
}

/** From the first member of a cluster to the handover of its lead. */
async function lifeOf(cluster: PatroniCluster): Promise<CommandOutcome[]> {
  const outcomes: CommandOutcome[] = [];
  const becomes = async (command: string, ask: () => Promise<unknown>, wanted: unknown): Promise<void> => {
    const said = await untilIs(ask, JSON.stringify(wanted));
    outcomes.push(said === undefined ? { command, passed: true } : { command, passed: false, said });
  };
  await cluster.start('first');
  await becomes('a member begins the cluster', () => cluster.leader(), 'first');
  await cluster.start('second');
  await becomes('a member joins', () => cluster.stateOf('second'), ['replica', 'running']);
  await becomes('the pod of the leader is labelled', () => cluster.labelled('master'), ['first']);
  await cluster.stop('first');
  await becomes('the lead is handed over', () => cluster.leader(), 'second');
  await becomes('the new leader runs', () => cluster.stateOf('second'), ['master', 'running']);
  return outcomes;
}

/** Asks until the result is that JSON. Resolves with the last result if it never is. */
async function untilIs(ask: () => Promise<unknown>, wanted: string): Promise<string | undefined> {
  const deadline = performance.now() + PATIENCE_MS;
  let last = '';
  do {
    last = JSON.stringify(await ask()) ?? 'nothing';
    if (last === wanted) return undefined;
    await sleep(POLL_MS);
  } while (performance.now() < deadline);
  return last;
}

/** The members of an object or a list that this measurement reads. */
interface ReadObject {
  readonly metadata?: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly items?: readonly ReadObject[];
}

class PatroniCluster {
  readonly #url: string;
  readonly #bin: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'plumbline-patroni-'));
  readonly #members = new Map<string, ChildProcess>();

  constructor(url: string, bin: string) {
    this.#url = url;
    this.#bin = bin;
    if (OWNER.uid !== undefined) chownSync(this.#folder, OWNER.uid, OWNER.gid);
    writeFileSync(
      join(this.#folder, 'kubeconfig'),
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: url } }],
        users: [{ name: 'u', user: {} }],
        contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'here',
      }),
    );
  }

  async start(name: string): Promise<void> {
    const [api = 0, database = 0] = await freePorts(2);
    const file = join(this.#folder, `${name}.yml`);
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(configuration(name, this.#folder, this.#bin, api, database)));
    await fetch(`${this.#url}${OBJECTS}/pods`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        metadata: { name, labels: { application: 'patroni', 'cluster-name': 'demo' } },
        spec: { containers: [{ name: 'c', image: 'postgres' }] },
      }),
    });
    const environment = { ...process.env, HOME: this.#folder, KUBECONFIG: join(this.#folder, 'kubeconfig') };
    this.#members.set(
      name,
      spawn('patroni', [file], { env: environment, cwd: this.#folder, stdio: 'ignore', ...OWNER }),
    );
  }

  async stop(name: string): Promise<void> {
    const member = this.#members.get(name);
    this.#members.delete(name);
    if (member === undefined) return;
    const exited = once(member, 'exit');
    member.kill('SIGTERM');
    await exited;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#members.keys()].map((name) => this.stop(name)));
    rmSync(this.#folder, { recursive: true });
  }

  async leader(): Promise<string | undefined> {
    return (await this.#annotations('/configmaps/demo-leader'))['leader'];
  }

  /** The role and state of a member, as its pod shows them. */
  async stateOf(name: string): Promise<unknown> {
    const status = (await this.#annotations(`/pods/${name}`))['status'] ?? '{}';
    const { role, state } = JSON.parse(status) as Record<string, unknown>;
    return [role, state];
  }

  /** The names of the pods that are labelled with that role. */
  async labelled(role: string): Promise<unknown> {
    const { items = [] } = await this.#get(`/pods?labelSelector=cluster-name%3Ddemo,role%3D${role}`);
    return items.map(({ metadata }) => metadata?.name);
  }

  async #annotations(path: string): Promise<Readonly<Record<string, string>>> {
    return (await this.#get(path)).metadata?.annotations ?? {};
  }

  async #get(path: string): Promise<ReadObject> {
    return (await (await fetch(`${this.#url}${OBJECTS}${path}`)).json()) as ReadObject;
  }
}

/** This number of ports that were free a moment ago. */
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

/** The configuration of one member. */
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
