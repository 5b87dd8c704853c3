import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import { conformance } from '../conformance-in-process.fixture.ts';
import { type ProgramOutput, run, startListening } from '../listening-process.ts';

/** The `--timeout` of every run against a hostile target, in milliseconds: bounds of wall time are multiples of it. */
const TIMEOUT_MS = 2_000;

/** A hostile target, as `pnpm proxy faults --list-hostile --json` lists it. */
export interface ListedHostile {
  readonly name: string;
  readonly standsAlone: boolean;
}

/** The result of `pnpm conformance` against a hostile target. */
export interface HostileRun extends ProgramOutput {
  readonly report: Report;
  /** The run time in its own report, in timeouts. */
  readonly timeouts: number;
  /** Wall time of the whole command, in timeouts: starting the programs on a busy machine takes several. */
  readonly wallTimeouts: number;
  /** The folder of its reports and cases, until the run is disposed of. */
  readonly folder: string;
}

/** All hostile targets. */
export async function listedHostile(): Promise<readonly ListedHostile[]> {
  return JSON.parse(
    (await run('proxy/cli/quick-start.mjs', 'faults', '--list-hostile', '--json')).stdout,
  ) as ListedHostile[];
}

function startHostile({ name, standsAlone }: ListedHostile, upstream: string): Promise<ListeningProcess> {
  return startListening(
    'proxy/cli/quick-start.mjs',
    'faults',
    '--hostile',
    name,
    '--port',
    '0',
    ...(standsAlone ? [] : ['--target', upstream]),
  );
}

/** Runs `pnpm conformance` against a URL with a short time-out, and reads its report. */
export async function judge(url: string, flags: readonly string[]): Promise<HostileRun & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-hostile-'));
  const began = performance.now();
  const ran = await conformance('--target', url, '--timeout', `${TIMEOUT_MS}ms`, '--report-dir', folder, ...flags);
  const wallTimeouts = (performance.now() - began) / TIMEOUT_MS;
  const written = await readFile(join(folder, 'report.json'), 'utf8').catch(() => {
    throw new Error(`the run against ${url} made no report and exited ${ran.exitCode}:\n${ran.stdout}${ran.stderr}`);
  });
  const report = JSON.parse(written) as Report;
  return {
    ...ran,
    report,
    timeouts: report.durationMs / TIMEOUT_MS,
    wallTimeouts,
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function namespacesOf(server: string, prefix: string): Promise<string[]> {
  const list = (await (await fetch(`${server}/api/v1/namespaces`)).json()) as {
    items: { metadata: { name: string } }[];
  };
  return list.items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith(prefix));
}

/** A correct server, and hostile targets: those that need a server stand in front of it. */
export interface HostileSetup extends AsyncDisposable {
  /** URL of the server. */
  readonly url: string;
  start(name: string): Promise<ListeningProcess>;
  /** A prefix for the namespaces of one run. */
  newPrefix(): string;
  /** Names of the namespaces that a run with this prefix has left on the server. */
  leftOf(prefix: string): Promise<string[]>;
}

/** Starts the server of a test file. */
export async function startHostileTarget(): Promise<HostileSetup> {
  const [server, all] = await Promise.all([
    startListening('reference-server/cli/quick-start.mjs', '--port', '0', '--history', '1000000'),
    listedHostile(),
  ]);
  let prefixes = 0;
  return {
    url: server.url,
    start(name) {
      const listed = all.find((each) => each.name === name);
      if (listed === undefined) throw new RangeError(`no hostile target is named '${name}'`);
      return startHostile(listed, server.url);
    },
    newPrefix() {
      prefixes += 1;
      return `hostile${prefixes}`;
    },
    leftOf: (prefix) => namespacesOf(server.url, prefix),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
