import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { startListening } from './listening-process.ts';
import { compare, type MeasuredRatio } from './ratio.ts';

/**
 * The packages that a user would install instead: a runner of API tests, and a mock server that is made of a description of an API.
 */
const RUNNER = 'newman@6.2.2';
const MOCK = '@stoplight/prism-cli@5.16.0';
const ROUNDS = 5;
const PATH = '/api/v1/pods';
const ONE_RULE = ['--rules', 'replace/stale-version-is-refused', '--kinds', 'pods', '--runs', '1', '--seed', '1'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const execute = promisify(execFile);

/** A package in an otherwise empty project. */
interface Project {
  readonly folder: string;
  /** Size of the installed modules, with their dependencies. */
  readonly megabytes: number;
}

/**
 * The package of `npm pack` beside what a user would install instead: what it takes on the disk, and how soon it works.
 * Needs npm's registry.
 */
export async function benchPackage(): Promise<MeasuredRatio[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  try {
    await execute('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT });
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? 'nothing was packed';
    const ours = await installed(folder, 'ours', join(folder, packed));
    const runner = await installed(folder, 'runner', RUNNER);
    const mock = await installed(folder, 'mock', MOCK);
    return [sizes(RUNNER, ours, runner), sizes(MOCK, ours, mock), ...(await times(ours, runner, mock))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function installed(folder: string, name: string, what: string): Promise<Project> {
  const project = join(folder, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{}');
  await execute('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', what], { cwd: project });
  return { folder: project, megabytes: (await bytesIn(join(project, 'node_modules'))) / 1e6 };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

function sizes(peer: string, { megabytes: ours }: Project, { megabytes: theirs }: Project): MeasuredRatio {
  return { name: `installed : ${peer}`, unit: 'MB', ours, theirs, ratio: ours / theirs };
}

async function times(ours: Project, runner: Project, mock: Project): Promise<MeasuredRatio[]> {
  await using server = await startListening('reference-server/cli/quick-start.mjs', ['--port', '0']);
  await writeFile(join(runner.folder, 'collection.json'), collectionOf(`${server.url}${PATH}`));
  await writeFile(join(mock.folder, 'api.json'), DESCRIPTION);
  const smallest = ['conformance', '--target', server.url, ...ONE_RULE];
  return [
    await compare(
      `help : ${RUNNER}`,
      'ms',
      ROUNDS,
      () => untilEnd(ours, 'plumbline', 'conformance', '--help'),
      () => untilEnd(runner, 'newman', 'run', '--help'),
    ),
    await compare(
      `a run of one rule : a run of one request, ${RUNNER}`,
      'ms',
      ROUNDS,
      () => untilEnd(ours, 'plumbline', ...smallest),
      () => untilEnd(runner, 'newman', 'run', 'collection.json'),
    ),
    await compare(
      `first response of a server : ${MOCK}`,
      'ms',
      ROUNDS,
      () => untilResponse(ours, (port) => ['plumbline', 'reference-server', '--port', port]),
      () => untilResponse(mock, (port) => ['prism', 'mock', '--port', port, 'api.json']),
    ),
  ];
}

function collectionOf(url: string): string {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return JSON.stringify({ info: { name: 'one', schema }, item: [{ name: 'list', request: { method: 'GET', url } }] });
}

/** The mock server responds to a list with the example of its description. */
const DESCRIPTION = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'one', version: '1' },
  paths: {
    [PATH]: {
      get: {
        responses: {
          200: { description: 'pods', content: { 'application/json': { example: { kind: 'PodList', items: [] } } } },
        },
      },
    },
  },
});

/** Milliseconds until the command has ended. */
async function untilEnd({ folder }: Project, command: string, ...args: readonly string[]): Promise<number> {
  const began = performance.now();
  await execute(join(folder, 'node_modules/.bin', command), args, { cwd: folder });
  return performance.now() - began;
}

/** Milliseconds until the server that a command starts responds. */
async function untilResponse({ folder }: Project, started: (port: string) => readonly string[]): Promise<number> {
  const port = String(await freePort());
  const [command = '', ...args] = started(port);
  const began = performance.now();
  const child = spawn(join(folder, 'node_modules/.bin', command), args, { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    while (!(await responds(`http://127.0.0.1:${port}${PATH}`))) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      await setTimeout(10);
    }
    return performance.now() - began;
  } finally {
    child.kill();
    await ended;
  }
}

async function responds(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => response.ok && (await response.text()) !== '',
    () => false,
  );
}
