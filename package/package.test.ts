import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { freePort } from './free-port.fixture.ts';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../shared/verdict-log/verdict-log.ts';
import { untilListening } from '../shared/process/listening-line.ts';
import type { Judgement } from './plumbline.d.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ONE_RULE = ['--rules', 'replace/stale-version-is-refused', '--kinds', 'pods', '--runs', '2', '--seed', '1'];

/** A project in a folder with a space in its path, with the package of `npm pack` and nothing else of ours. */
let folder: string;
let project: string;
/** The file that `npm pack` made in the folder. */
let packed: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline package-'));
  project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  await npm(ROOT, 'pack', '--silent', '--pack-destination', folder);
  packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no package';
  await npm(project, 'install', '--save-dev', '--ignore-scripts', '--prefer-offline', join(folder, packed));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function npm(cwd: string, ...args: string[]): Promise<void> {
  await promisify(execFile)('npm', args, { cwd });
}

interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function program(file: string, args: readonly string[] = [], more: NodeJS.ProcessEnv = {}): Promise<ProgramEnd> {
  const env = { ...environment(), ...more };
  const running = promisify(execFile)(file, args, { cwd: project, env, maxBuffer: 2 ** 24 });
  return running.then(
    (output) => ({ code: 0, ...output }),
    (error: ProgramEnd) => error,
  );
}

/** As on a bare machine: neither in CI nor inside a test runner. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CI|VITEST.*|NODE_ENV|NODE_OPTIONS)$/.test(name)),
  );
}

const bin = (): string => join(project, 'node_modules/.bin/plumbline');
const plumbline = (...args: string[]): Promise<ProgramEnd> => program(bin(), args);

/** Runs a line in a shell that finds `plumbline`, without its user's settings. */
function inShell(shell: 'bash' | 'fish' | 'zsh', line: string): Promise<ProgramEnd> {
  const bare = { bash: '--norc', fish: '--no-config', zsh: '-f' }[shell];
  const path = `${join(project, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  return program('env', [`PATH=${path}`, shell, bare, '-c', line]);
}

function lacks(command: string): boolean {
  return spawnSync(command, ['--version']).error !== undefined;
}

function started(...args: string[]): ReturnType<typeof untilListening> {
  return untilListening(
    spawn(bin(), args, { cwd: project, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] }),
    args.join(' '),
  );
}

async function script(name: string, text: string): Promise<ProgramEnd> {
  writeFileSync(join(project, name), text);
  return program(process.execPath, ['--throw-deprecation', name]);
}

function filesOf(path: string): string[] {
  return readdirSync(join(project, 'node_modules/plumbline', path), { recursive: true, encoding: 'utf8' });
}

/**
 * Preloaded: writes down each host that a process or its children connect to or look up, and reaches none but this
 * machine.
 */
const WATCH_NETWORK = `const { appendFileSync } = require('node:fs');
const { isIP, Socket } = require('node:net');
const noted = (host) => {
  appendFileSync(process.env.REACHED, host + '\\n');
  return Object.assign(new Error('no way to ' + host), { code: 'ENETUNREACH' });
};
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const { path, host = 'localhost' } = typeof first === 'object' ? first : { host: second };
  if (path !== undefined) return connect.apply(this, args);
  const error = noted(host);
  return host === '127.0.0.1' ? connect.apply(this, args) : this.destroy(error);
};
const dns = require('node:dns');
for (const part of [dns, dns.promises])
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
    const before = part[name];
    part[name] = (host, ...more) => {
      if (isIP(host) === 0) throw noted(host);
      return before(host, ...more);
    };
  }
require('node:dgram').Socket.prototype.send = () => {
  throw noted('a datagram');
};
`;

describe('the package', () => {
  it('holds plain JavaScript and types, and does not depend on our own development tools', () => {
    expect(filesOf('.').filter((file) => file.endsWith('.ts'))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(join(project, 'node_modules/plumbline/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies).filter((name) => /typescript|tsx|esbuild|oxlint|types/.test(name))).toEqual([]);
    const imported = filesOf('dist')
      .filter((file) => file.endsWith('.mjs'))
      .flatMap((file) => {
        const text = readFileSync(join(project, 'node_modules/plumbline/dist', file), 'utf8');
        return [...text.matchAll(/^(?:import|\} from|export).*? from "((?:@[\w-]+\/)?[\w-]+)[^"]*";$/gm)].map(
          ([, name]) => name,
        );
      });
    const builtin = /^(node|module)$/;
    expect(
      [...new Set(imported)].filter((name) => name !== undefined && !builtin.test(name) && !(name in dependencies)),
    ).toEqual([]);
  });

  it('holds every page to which its README links', () => {
    const readme = readFileSync(join(project, 'node_modules/plumbline/README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(10);
    const files = new Set(filesOf('.'));
    expect(links.filter((path) => !files.has(path))).toEqual([]);
  });

  it('judges a reference server of its own, and leaves no file but its report', async () => {
    const before = filesOf('.');
    const { code, stdout } = await plumbline('conformance', ...ONE_RULE);
    expect(stdout).toContain('passed');
    expect(code).toBe(0);
    expect(filesOf('.')).toEqual(before);
    expect(readdirSync(project).sort()).toEqual([
      'node_modules',
      'package-lock.json',
      'package.json',
      'plumbline-report',
    ]);
    const shown = await plumbline('report', 'show');
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('passed') });
  });

  it('serves, records, judges the recording, and prints only commands that exist', async () => {
    await using server = await started('reference-server', '--port', '0');
    {
      await using recorder = await started(
        'proxy',
        'record',
        '--target',
        server.url,
        '--port',
        '0',
        '--out',
        'traffic.jsonl',
      );
      await fetch(`${recorder.url}/api/v1/pods`).then((response) => response.text());
    }
    expect(await plumbline('proxy', 'stats', 'traffic.jsonl')).toMatchObject({ code: 0 });
    expect(await plumbline('proxy', 'check', 'traffic.jsonl')).toMatchObject({ code: expect.not.stringMatching('70') });
    await using faulty = await started(
      'proxy',
      'faults',
      '--target',
      server.url,
      '--fault',
      'stale-put-accepted',
      '--port',
      '0',
    );
    const { code, stdout } = await plumbline('conformance', '--target', faulty.url, ...ONE_RULE);
    expect(code).toBe(1);
    expect(stdout).toMatch(/script {4}TARGET=http:\S+ sh plumbline-report\/cases\/\S+\.sh/);
    expect(stdout).not.toMatch(/pnpm/);
    expect(readFileSync(join(project, 'plumbline-report/report.json'), 'utf8')).toContain(
      'npx plumbline conformance --target',
    );
  });

  it('reports unknown words in one line, and prints its version', async () => {
    expect(await plumbline('judge')).toMatchObject({
      code: 2,
      stderr: "error: unknown command 'judge' (plumbline --help lists all commands)\n",
    });
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect((await plumbline('--version')).stdout).toBe(`${version}\n`);
    expect((await plumbline('--help')).stdout).toContain('reference-server');
    expect(await plumbline('conformance', '--bogus')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('(npx plumbline conformance --help'),
    });
  });

  it('names its commands as the user typed them', async () => {
    symlinkSync(join(project, 'node_modules/plumbline/package/plumbline.mjs'), join(folder, 'plumbline'));
    for (const [command, name] of [
      [join(folder, 'plumbline'), 'plumbline'],
      [join(project, 'node_modules/plumbline/package/plumbline.mjs'), 'npx plumbline'],
      [
        join(ROOT, 'package/plumbline.mjs'),
        `node ${relative(realpathSync(project), join(ROOT, 'package/plumbline.mjs'))}`,
      ],
    ] as const)
      expect(await program(process.execPath, [command, 'report', 'nothing'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`(${name} report --help`),
      });
  });

  it('sends requests to the target only', async () => {
    const reached = join(folder, 'reached');
    const watching = join(folder, 'watch-network.cjs');
    writeFileSync(watching, WATCH_NETWORK);
    const watched = { NODE_OPTIONS: `--require ${JSON.stringify(watching)}`, REACHED: reached };
    await program(process.execPath, ['-e', 'fetch("http://198.51.100.7/").catch(() => 0)'], watched);
    expect(readFileSync(reached, 'utf8')).toBe('198.51.100.7\n');
    rmSync(reached);
    const { code, stdout } = await program(
      bin(),
      ['conformance', ...ONE_RULE, '--reporter', 'terminal,json,html'],
      watched,
    );
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('passed') });
    expect([...new Set(readFileSync(reached, 'utf8').trim().split('\n'))]).toEqual(['127.0.0.1']);
  });

  it('completes commands and flags', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(await plumbline('completion', shell)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('plumbline completion words'),
      });
    expect((await plumbline('completion', 'words')).stdout.split('\n')).toEqual(
      expect.arrayContaining(['conformance', 'proxy', '--version']),
    );
    expect((await plumbline('completion', 'words', 'proxy')).stdout.split('\n')).toEqual(
      expect.arrayContaining(['record', 'serve', 'diff']),
    );
    expect((await plumbline('completion', 'words', 'conformance', '--target', 'x')).stdout.split('\n')).toEqual(
      expect.arrayContaining(['--baseline', '--help']),
    );
    expect(await plumbline('completion', 'words', 'completion')).toMatchObject({ stdout: 'bash\nzsh\nfish\n' });
    expect(await plumbline('completion', '--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('eval') });
    expect(await plumbline('completion', 'tcsh')).toMatchObject({ code: 2 });
  });

  it('completes in bash', async () => {
    const typed = `eval "$(plumbline completion bash)"; COMP_WORDS=(plumbline proxy re); COMP_CWORD=2; _plumbline; echo "\${COMPREPLY[@]}"`;
    expect(await inShell('bash', typed)).toMatchObject({ stdout: 'record replay redact\n' });
  });

  it.skipIf(lacks('fish'))('completes in fish', async () => {
    const typed = 'plumbline completion fish | source; complete -C "plumbline proxy re"';
    expect(await inShell('fish', typed)).toMatchObject({ stdout: 'record\nredact\nreplay\n' });
  });

  it.skipIf(lacks('zsh'))('completes in zsh', async () => {
    // A zsh in a pseudo-terminal: the completed line is run, so its output shows the completed command.
    const typed = String.raw`zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal 'autoload -Uz compinit; compinit -D -u; eval "$(plumbline completion zsh)"; echo RE""ADY'
zpty -r -m terminal seen '*READY*'
zpty -w -n terminal $'plumbline proxy repl\t --help\n'
zpty -r -m terminal seen '*Usage: proxy *--against*'
print -r -- $seen
zpty -d terminal`;
    expect(await inShell('zsh', typed)).toMatchObject({ stdout: expect.stringContaining('Usage: proxy replay ') });
  });

  it('embeds the reference server in plain JavaScript, and ends by itself', async () => {
    // It closes its server twice, with an open watch, busy controllers and a held response.
    const text = `import { startReferenceServer } from 'plumbline/reference-server';
const server = await startReferenceServer({ controllers: 'on', intercept: ({ path }) => (path === '/late' ? { fault: 'delay', milliseconds: 3_600_000 } : undefined) });
const watch = await fetch(server.url + '/api/v1/pods?watch=true');
const ended = watch.text();
const abandoned = new AbortController();
const held = fetch(server.url + '/late', { signal: abandoned.signal }).catch(() => 'abandoned');
await server.clock.advance(60_000);
abandoned.abort();
await held;
await server.close();
await server.close();
await ended;
console.log('over');`;
    expect(await script('embedded.js', text)).toMatchObject({ code: 0, stdout: 'over\n', stderr: '' });
  });

  it('records in plain JavaScript, and serves the recording', async () => {
    const text = `import { startReferenceServer } from 'plumbline/reference-server';
import { NotRecordedError, recordTo } from 'plumbline/recording';
const server = await startReferenceServer();
const list = (path) => (url) => fetch(url + path).then((answer) => answer.json());
const first = await recordTo('list.jsonl', list('/api/v1/pods'), { target: server.url });
await server.close();
const second = await recordTo('list.jsonl', list('/api/v1/pods'));
const missed = await recordTo('list.jsonl', list('/api/v1/nodes')).catch((error) => error instanceof NotRecordedError);
console.log(first.kind, second.kind, missed);`;
    expect(await script('recording.js', text)).toMatchObject({ code: 0, stdout: 'PodList PodList true\n' });
  });

  it('judges from a program, with typed findings', async () => {
    const text = `import { judge } from 'plumbline';
const { exitCode, rules, seed } = await judge({ rules: ['replace/stale-version-is-refused'], kinds: ['pods'], runs: 2, seed: 1 });
const refused = await judge({ dialect: 'nobody' }).catch((error) => error.code);
console.log(exitCode, rules.map(({ id, verdict }) => id + ' ' + verdict).join(), seed, refused);`;
    expect(await script('judge.js', text)).toMatchObject({
      code: 0,
      stdout: '0 replace/stale-version-is-refused passed 1 ERR_JUDGE\n',
    });
  });

  it("judges under Yarn's Plug'n'Play, by its loaders and no other options of Node", async () => {
    const loader = join(folder, '.pnp.cjs');
    writeFileSync(
      loader,
      `require('node:fs').appendFileSync(process.env.LOADED, process.argv[1] + ' ' + process.execArgv + process.env.NODE_OPTIONS + '\\n')`,
    );
    const file = join(project, 'judge-no-rule.js');
    writeFileSync(file, `import { judge } from 'plumbline'; await judge({ dialect: 'nobody' }).catch(() => 0);`);
    const loaded = join(folder, 'loaded');
    const options = `--require ${JSON.stringify(loader)}`;
    await program(process.execPath, [file], { NODE_OPTIONS: `--throw-deprecation ${options}`, LOADED: loaded });
    expect(readFileSync(loaded, 'utf8').trim().split('\n')).toEqual([
      `${file} --throw-deprecation ${options}`,
      `${realpathSync(join(project, 'node_modules/plumbline/package/plumbline.mjs'))} ${options}`,
    ]);
  });

  it('judges from tests of vitest and of node:test, as the page about it shows', { timeout: 240_000 }, async () => {
    const [vitest = '', node = ''] = [
      ...readFileSync(join(ROOT, 'docs/judging-in-tests.md'), 'utf8').matchAll(/```js\n(.*?)```/gs),
    ].map(([, block]) => block ?? '');
    writeFileSync(join(project, 'vitest-example.test.js'), vitest);
    writeFileSync(join(project, 'node-example.js'), node);
    expect(await program(join(project, 'node_modules/.bin/vitest'), ['run'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/2 passed/),
    });
    rmSync(join(project, 'recordings'), { recursive: true });
    expect(await program(process.execPath, ['--test', 'node-example.js'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/pass 2/),
    });
  });

  it('compiles in a strict project that checks libraries too', async () => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      noEmit: true,
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: [],
      skipLibCheck: false,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['user.ts'] }));
    writeFileSync(
      join(project, 'user.ts'),
      `import { judge, JudgeError } from 'plumbline';
import type { Judgement } from 'plumbline';
import { startReferenceServer } from 'plumbline/reference-server';
import { recordTo, RecordingFailedError } from 'plumbline/recording';
await using server = await startReferenceServer({ dialect: 'kubernetes-1.7', intercept: ({ path }) => (path === '/late' ? { fault: 'delay', milliseconds: 5 } : undefined) });
const status: number = await recordTo('a.jsonl', async (url) => (await fetch(url)).status, { target: server.url, mode: 'once' });
const judgement: Judgement = await judge({ target: server.url, level: ['must'] }).catch((error: unknown) => { throw error instanceof JudgeError ? error : new RecordingFailedError('other'); });
const failed: readonly string[] = judgement.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
console.log(status, failed);
`,
    );
    expect(await program(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toMatchObject({
      code: 0,
      stdout: '',
    });
  });
});

/** The port of the reader's own server in the pages. */
const THEIRS = '8080';

/** The commands of a page, in order, with free ports in place of those in the page. */
async function commandsOf(page: string, server: string): Promise<string> {
  const text = [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/```sh\n(.*?)```/gs)]
    .map(([, block]) => block)
    .join('');
  const free = new Map([[THEIRS, new URL(server).port]]);
  for (const [port] of text.matchAll(/\b80\d\d\b/g)) if (!free.has(port)) free.set(port, String(await freePort()));
  return text.replaceAll(/\b80\d\d\b/g, (port) => free.get(port) ?? port);
}

/**
 * Runs a page from top to bottom in a folder with the package, ends everything that it started, and resolves with its
 * output. One page installs the package into an empty folder; the others find it installed, because each install
 * takes 7 CPU seconds.
 */
async function followed(page: string, server: string, { isEmpty = false } = {}): Promise<string> {
  const place = mkdtempSync(join(folder, 'page '));
  cpSync(join(folder, packed), join(place, packed));
  if (!isEmpty)
    for (const name of ['package.json', 'package-lock.json', 'node_modules'])
      cpSync(join(project, name), join(place, name), { recursive: true, verbatimSymlinks: true });
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', await commandsOf(page, server)], {
    cwd: place,
    detached: true,
    env: { ...environment(), npm_config_prefer_offline: 'true', npm_config_yes: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  shell.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  shell.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(shell, 'exit')) as [number | null];
  if (shell.pid !== undefined) endGroup(shell.pid);
  if (code !== 0) throw new Error(`${page} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

/** A page that starts nothing leaves no process group. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('the pages to follow by copy and paste', () => {
  let server: Awaited<ReturnType<typeof started>>;
  beforeAll(async () => {
    server = await started('reference-server', '--port', '0');
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it('for servers: judges, shows a failure, and sends it again', { timeout: 300_000 }, async () => {
    const stdout = await followed('for-servers.md', server.url, { isEmpty: true });
    expect(stdout.match(/exit code 1|✓ passed/g)).toEqual([
      '✓ passed',
      'exit code 1',
      'exit code 1',
      '✓ passed',
      'exit code 1',
    ]);
  });

  it('analysing a failure: shows the bug, finds its line, and passes without it', { timeout: 300_000 }, async () => {
    const stdout = await followed('analysing-a-failure.md', server.url);
    expect(stdout.match(/exit code 1|the bug is there|^\d+:function remove.*|the bug did not show|✓ passed/gm)).toEqual(
      [
        'exit code 1',
        'the bug is there',
        'exit code 1',
        'exit code 1',
        '9:function remove() {',
        'the bug did not show',
        '✓ passed',
      ],
    );
    expect(stdout).toMatch(/^p\w+-\d+ DELETE \S+ 200 remove$/m);
  });

  it('for clients: serves, records, serves the recording, and disturbs', { timeout: 300_000 }, async () => {
    const stdout = await followed('for-clients.md', server.url);
    expect(stdout.match(/"ConfigMapList"/g)).toHaveLength(2);
    expect(
      stdout
        .split('\n')
        .filter((line) => /^(200|503)$/.test(line))
        .sort(),
    ).toEqual(expect.arrayContaining(['200', '503']));
  });

  it('for CI: holds a gate', { timeout: 300_000 }, async () => {
    const stdout = await followed('for-ci.md', server.url);
    expect(stdout.match(/✓ passed/g)).toHaveLength(3);
  });

  it('are listed in the index, as every page is', () => {
    const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
    const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });

  it('name the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const pages = [
      'README.md',
      'docs/for-servers.md',
      'docs/for-clients.md',
      'docs/for-ci.md',
      'docs/analysing-a-failure.md',
      'docs/compatibility.md',
    ];
    expect(
      pages.filter((page) => !readFileSync(join(ROOT, page), 'utf8').includes(`./plumbline-${version}.tgz`)),
    ).toEqual([]);
  });
});

/** The published types match the content of a report. */
export const JUDGEMENT: (report: Report) => Judgement = (report) => report;
