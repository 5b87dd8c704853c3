import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { run, startListening } from '../self-tests/listening-process.ts';
import { startFault } from '../self-tests/servers.ts';
import { conformanceCommand } from './settings/flags.ts';
import { Observer, tlsPath } from './observer.fixture.ts';

/** For tests of several runs. */
const SLOW = 240_000;

/**
 * The test file that shows the effect of each flag; a flag without one fails. Flags that the tests of this file use
 * are not listed.
 */
const TESTS: Readonly<
  Record<string, `${'baseline' | 'clean-up' | 'settings'}/${string}` | 'flags' | 'main' | 'shards' | 'namespace'>
> = {
  '--target': 'main',
  '--rules': 'flags',
  '--clause': 'flags',
  '--level': 'flags',
  '--kinds': 'flags',
  '--list': 'flags',
  '--plan': 'flags',
  '--explain': 'flags',
  '--json': 'flags',
  '--rbac': 'flags',
  '--runs': 'flags',
  '--budget': 'flags',
  '--seed': 'flags',
  '--gate': 'baseline/baseline',
  '--shard': 'shards',
  '--replay': 'main',
  '--last-failed': 'main',
  '--dialect': 'flags',
  '--strict': 'flags',
  '--baseline': 'baseline/baseline',
  '--update-baseline': 'baseline/baseline',
  '--token': 'flags',
  '--token-file': 'main',
  '--header': 'flags',
  '--kubeconfig': 'flags',
  '--context': 'flags',
  '--ca': 'flags',
  '--cert': 'flags',
  '--key': 'flags',
  '--insecure-skip-tls-verify': 'flags',
  '--timeout': 'flags',
  '--max-body': 'flags',
  '--qps': 'flags',
  '--concurrency': 'flags',
  '--report-dir': 'flags',
  '--reporter': 'flags',
  '--record': 'flags',
  '--overwrite': 'flags',
  '--bail': 'flags',
  '--namespace': 'namespace',
  '--namespace-prefix': 'flags',
  '--keep': 'flags',
  '--clear-within': 'clean-up/clearing',
  '--clean-up': 'clean-up/clean-up',
  '--config': 'main',
  '--no-config': 'main',
  '--show-config': 'main',
};

let folder: string;
let server: ListeningProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-flags-'));
  server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const out = (name: string): string => join(folder, name);

async function reportIn(name: string): Promise<Report> {
  return JSON.parse(await readFile(join(out(name), 'report.json'), 'utf8')) as Report;
}

function pairs(report: Report): {
  readonly rule: string;
  readonly operation: string;
  readonly verdict: string;
  readonly cases: number;
  readonly reason: string;
}[] {
  return report.rules.flatMap(({ id, operations }) =>
    operations.map(({ operation, verdict, cases, reason = '' }) => ({ rule: id, operation, verdict, cases, reason })),
  );
}

/** A server with one named fault, in front of the reference server. */
function faulty(fault: string): Promise<ListeningProcess> {
  return startFault(server.url, fault);
}

describe('every flag', () => {
  it('has a test that would fail if the flag did nothing, in its listed file', () => {
    const flags = conformanceCommand()
      .options.map(({ long }) => long ?? '')
      .sort();
    expect(flags).toEqual(Object.keys(TESTS).sort());
    for (const [flag, file] of Object.entries(TESTS)) {
      const text = readFileSync(fileURLToPath(new URL(`${file}.test.ts`, import.meta.url)), 'utf8');
      const uses = file === 'flags' ? text.slice(text.indexOf('describe(')) : text;
      expect(uses, `${file}.test.ts uses ${flag}`).toContain(`'${flag}'`);
    }
  });

  it('is in --help, and so are the exit codes', async () => {
    const { stdout, exitCode } = await conformance('--help');
    expect(exitCode).toBe(0);
    for (const flag of Object.keys(TESTS)) expect(stdout).toContain(` ${flag} `);
    expect(stdout).toMatch(/Exit codes:\n {2}0 /);
    expect(stdout).not.toMatch(/10000|\[\]|\["/);
  });
});

describe('flags that need no target', () => {
  it('--rules, --clause, --level and --kinds select', { timeout: SLOW }, async () => {
    const listed = async (...args: string[]): Promise<{ id: string; level: string }[]> =>
      JSON.parse((await conformance('--list', '--json', ...args)).stdout) as { id: string; level: string }[];
    const globbed = await listed('--rules', 'watch/*-removed,discovery');
    expect(new Set(globbed.map(({ id }) => id.split('/')[0]))).toEqual(new Set(['watch', 'discovery']));
    expect(globbed.filter(({ id }) => id.startsWith('watch/')).every(({ id }) => id.endsWith('-removed'))).toBe(true);
    expect(new Set((await listed('--level', 'should,may')).map(({ level }) => level))).not.toContain('must');
    expect((await listed('--clause', 'semantics.1.2')).map(({ id }) => id)).toContain(
      'replace/stale-version-is-refused',
    );
    const planned = await conformance(
      '--plan',
      '--rules',
      'replace/stale-version-is-refused',
      '--kinds',
      'cronjobs',
      '--runs',
      '1',
    );
    expect(planned.stdout).toMatch(
      /PUT +\/apis\/batch\/v2alpha1\/namespaces\/\{namespace\}\/cronjobs\/\{name\} {2}1 rule/,
    );
    expect(planned.stdout).toMatch(/GET +\/api\/v1\/namespaces\/\{namespace\}\/pods {2}the run itself/);
    expect(planned.stdout).not.toMatch(/(PUT|POST) .*\/pods/);
  });

  it('--list prints one line for each rule, --explain all of one', { timeout: SLOW }, async () => {
    const { stdout } = await conformance('--list', '--rules', 'replace');
    expect(
      stdout
        .trim()
        .split('\n')
        .every((line) => /^(must|should|may|silent) +(data|content|events|form) +replace\//.test(line)),
    ).toBe(true);
    expect((await conformance('--explain', 'replace/stale-version-is-refused')).stdout).toMatch(
      /follows from\n {2}\S+ \(/,
    );
    const read = await conformance('--explain', 'create/success-has-the-stated-status', '--dialect', 'kubernetes-1.7');
    expect(read.stdout).toMatch(/choices of dialect kubernetes-1\.7\n {2}create\.status: 201, /);
    expect(
      (await conformance('--list', '--dialect', 'kubernetes-1.7', '--rules', 'create/success-has-the-stated-status'))
        .stdout,
    ).toContain('  [create.status: 201, ');
    const misspelt = await conformance('--explain', 'replace/stale-verison-is-refused');
    expect(misspelt).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: --explain: .*did you mean 'replace\/stale-version-is-refused'/) as unknown,
    });
  });

  it(
    '--plan prints every request with its parameters and media types, in one namespace too, and --rbac the role that allows it',
    { timeout: SLOW },
    async () => {
      const rules = [
        '--rules',
        'selectors/equality-selects-exactly,media-types/yaml-bodies-are-stored-as-sent,watch/misses-nothing',
        '--kinds',
        'configmaps,pods',
        '--runs',
        '10',
      ];
      const plan = (await conformance('--plan', ...rules)).stdout;
      expect(plan).toMatch(/^GET +\/api\/v1\/configmaps {2}.*\?labelSelector/m);
      expect(plan).toMatch(/^POST +\/api\/v1\/namespaces\/\{namespace\}\/configmaps {2}.*sends application\/yaml/m);
      expect(plan).toMatch(/^POST +\/api\/v1\/namespaces {2}the run itself/m);
      const confined = JSON.parse((await conformance('--plan', '--json', '--namespace', 'mine', ...rules)).stdout) as {
        path: string;
      }[];
      expect(
        confined
          .filter(({ path }) => !path.includes('/namespaces/mine/'))
          .every(({ path }) => /^\/apis?(\/\w+)?\/v\w+$/.test(path)),
      ).toBe(true);
      const parts = await Promise.all(
        ['1/2', '2/2'].map(
          async (shard) => (await conformance('--plan', '--seed', '0', '--shard', shard, ...rules)).stdout,
        ),
      );
      const judged = (text: string): string[] =>
        text
          .split('\n')
          .filter((line) => !line.includes('the run itself'))
          .map((line) => line.split('  ')[0] ?? '');
      expect(judged(parts.join('\n')).length).toBeGreaterThanOrEqual(judged(plan).length);
      expect(parts[0]).not.toBe(parts[1]);
      const role = (await conformance('--plan', '--rbac', '--namespace', 'mine', ...rules)).stdout;
      expect(role).toMatch(/kind: Role\n/);
      expect(role).not.toMatch(/"namespaces"|nonResourceURLs/);
      const all = (await conformance('--plan', '--rbac', ...rules)).stdout;
      expect(all).toMatch(/kind: ClusterRole\n[^]*nonResourceURLs/);
      expect(all).toContain('pods/status');
    },
  );

  it.each([
    ['--target without its scheme', ['--target', 'foo'], 'Write http://foo instead.'],
    ['--report-dir with an impossible folder', ['--report-dir', '/proc/x'], '/proc/x'],
    ['--shard without a seed', ['--shard', '1/2'], '--seed'],
    ['--shard with a random seed', ['--shard', '1/2', '--seed', 'random'], '--gate'],
    ['--seed with a text', ['--seed', 'x'], 'whole number'],
    ['--shard with a part beyond the last', ['--shard', '3/2', '--seed', '1'], '1/4'],
    ['--update-baseline without a file', ['--update-baseline'], '--baseline FILE'],
    ['--baseline with a missing file', ['--baseline', '/no/such.yaml'], '/no/such.yaml'],
    ['--context without a kubeconfig', ['--context', 'x'], '--kubeconfig'],
    ['--list with --plan', ['--list', '--plan'], 'one of them'],
    ['--explain with --rules', ['--explain', 'watch/misses-nothing', '--rules', 'watch'], 'Give it alone'],
    ['--list with --shard', ['--list', '--shard', '1/2', '--seed', '1'], '--plan'],
    ['--plan with --replay', ['--plan', '--replay', 'x.json'], 'one of them'],
    ['--last-failed with --replay', ['--last-failed', '--replay', 'x.json'], 'one of them'],
    ['--last-failed with --kinds', ['--last-failed', '--kinds', 'pods'], 'leave them out'],
    ['--list with an unknown dialect', ['--list', '--dialect', 'kubernetes-1.8'], 'kubernetes-1.7'],
    ['--rbac without --plan', ['--rbac'], '--plan'],
    ['--namespace with an invalid name', ['--namespace', 'Not A Name'], 'a-z'],
    ['--clean-up without a server', ['--clean-up', 'p4f2a1'], '--target URL'],
    [
      '--clean-up with --rules',
      ['--clean-up', 'p4f2a1', '--target', 'http://127.0.0.1:1', '--rules', 'get'],
      '--clear-within',
    ],
    [
      '--clean-up without the short name of a run',
      ['--clean-up', 'default', '--target', 'http://127.0.0.1:1'],
      'p4f2a1',
    ],
    ['--overwrite without --record', ['--overwrite'], '--record FILE'],
    ['--record to an existing file', ['--record', 'package.json', '--target', 'http://127.0.0.1:1'], '--overwrite'],
    [
      '--record to a missing folder',
      ['--record', '/no/such/folder/log', '--target', 'http://127.0.0.1:1'],
      '/no/such/folder/log',
    ],
  ])('%s is refused in one line with a remedy', async (_, args, part) => {
    const { exitCode, stderr } = await conformance('--report-dir', out('usage'), ...args);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^error: .*\(pnpm conformance --help lists all flags\)$/),
    ]);
    expect(stderr).toContain(part);
    expect(exitCode).toBe(2);
  });
});

/** A run judges nothing if the target refuses all requests. */
const FEW = ['--rules', 'discovery'];

describe('flags of a connection', () => {
  it('--token, --header and --timeout reach the wire', { timeout: SLOW }, async () => {
    await using door = await Observer.refusing();
    await conformance(
      ...FEW,
      '--target',
      door.url,
      '--token',
      'abc',
      '--header',
      'X-One: 1',
      '--header',
      'X-Two: 2',
      '--report-dir',
      out('headers'),
    );
    expect(door.seen[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-one': '1', 'x-two': '2' });
    await using mute = await Observer.silent();
    const { exitCode } = await conformance(
      ...FEW,
      '--target',
      mute.url,
      '--timeout',
      '321ms',
      '--report-dir',
      out('mute'),
    );
    expect(exitCode).toBe(3);
    expect((await reportIn('mute')).stopped).toContain('321 ms');
  });

  it('--max-body cuts larger bodies', { timeout: SLOW }, async () => {
    await using door = await Observer.refusing();
    const log = join(folder, 'max-body.jsonl');
    await conformance(
      ...FEW,
      '--target',
      door.url,
      '--max-body',
      '2B',
      '--record',
      log,
      '--report-dir',
      out('max-body'),
    );
    expect(await readFile(log, 'utf8')).toContain('the body is larger than 2 bytes (--max-body)');
  });

  it(
    '--ca, --cert and --key are used, and without --ca only --insecure-skip-tls-verify accepts an unknown server',
    { timeout: SLOW },
    async () => {
      await using door = await Observer.refusingOverTls();
      await conformance(...FEW, '--target', door.url, '--report-dir', out('untrusted'));
      expect(door.seen).toEqual([]);
      expect((await reportIn('untrusted')).stopped).toMatch(/certificate/);
      await conformance(
        ...FEW,
        '--target',
        door.url,
        '--ca',
        tlsPath('ca.crt'),
        '--cert',
        tlsPath('client.crt'),
        '--key',
        tlsPath('client.key'),
        '--report-dir',
        out('tls'),
      );
      expect(door.seen.at(-1)?.client).toMatch(/./);
      const before = door.seen.length;
      await conformance(...FEW, '--target', door.url, '--insecure-skip-tls-verify', '--report-dir', out('insecure'));
      expect(door.seen.length).toBeGreaterThan(before);
      expect(door.seen.at(-1)?.client).toBeUndefined();
    },
  );

  it('--kubeconfig names server and user, --context the context', { timeout: SLOW }, async () => {
    await using door = await Observer.refusing();
    const user = (name: string): object => ({ name, user: { token: `token-of-${name}` } });
    const file = join(folder, 'kubeconfig.json');
    await writeFile(
      file,
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: door.url } }],
        users: [user('a'), user('b')],
        contexts: ['a', 'b'].map((name) => ({ name, context: { cluster: 'c', user: name } })),
        'current-context': 'a',
      }),
    );
    await conformance(...FEW, '--kubeconfig', file, '--report-dir', out('kubeconfig'));
    await conformance(...FEW, '--kubeconfig', file, '--context', 'b', '--report-dir', out('kubeconfig'));
    expect([...new Set(door.seen.map(({ headers }) => headers.authorization))]).toEqual([
      'Bearer token-of-a',
      'Bearer token-of-b',
    ]);
  });
});

describe('flags of a run', () => {
  it(
    '--plan has every request that a run sends, also those that probe for controllers and protobuf',
    { timeout: SLOW },
    async () => {
      const rules = [
        '--rules',
        'control-loops/deployment-carries-its-revision,media-types/protobuf-shows-the-same-object',
        '--kinds',
        'secrets,deployments',
        '--runs',
        '1',
        '--seed',
        '4',
      ];
      const planned = JSON.parse((await conformance('--plan', '--json', ...rules)).stdout) as {
        method: string;
        path: string;
      }[];
      const patterns = planned.map(
        ({ method, path }) =>
          new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+').replace('?', String.raw`\?(.*&)?`)}(\\?|&|$)`),
      );
      await using door = await Observer.before(server.url);
      await conformance('--target', door.url, ...rules, '--report-dir', out('planned'));
      const sent = door.seen.map(({ method, target }) => `${method} ${target}`);
      expect(sent.filter((request) => /loop|protobuf/.test(request)).length).toBeGreaterThan(3);
      expect(sent.filter((request) => !patterns.some((pattern) => pattern.test(request)))).toEqual([]);
    },
  );

  /** The bodies that the cases of a run sent, without the name of the run. */
  const bodiesOf = (door: Observer): string[] =>
    door.seen
      .filter(({ method, headers }) => method === 'POST' && headers['x-plumbline-case'] !== undefined)
      .map(({ body }) => body.replaceAll(/\bp[0-9a-f]{5}(?=["-])/g, 'run'))
      .sort();

  const namespacesMade = (door: Observer): string[] =>
    door.seen
      .filter(({ method, target }) => method === 'POST' && target === '/api/v1/namespaces')
      .map(({ body }) => (JSON.parse(body) as { metadata: { name: string } }).metadata.name);

  it('a few cases of one rule on one kind take some tens of requests in all', { timeout: SLOW }, async () => {
    await using door = await Observer.before(server.url);
    await conformance(
      '--target',
      door.url,
      '--rules',
      'create/success-has-the-stated-status',
      '--kinds',
      'pods',
      '--report-dir',
      out('little'),
    );
    expect(await reportIn('little')).toMatchObject({ verdict: 'passed', leftovers: [] });
    expect(door.seen.length).toBeLessThan(100);
  });

  it(
    '--runs, --seed, --concurrency, --namespace-prefix, --reporter, --record and --keep each have their effect, and every request is tagged',
    { timeout: SLOW },
    async () => {
      const rule = ['--rules', 'create/created-object-is-shown-by-get', '--kinds', 'configmaps'];
      await using door = await Observer.before(server.url);
      const log = join(folder, 'kept.jsonl');
      const first = await conformance(
        '--target',
        door.url,
        ...rule,
        '--runs',
        '3',
        '--seed',
        '5',
        '--concurrency',
        '2',
        '--namespace-prefix',
        'quill',
        '--reporter',
        'json,markdown',
        '--report-dir',
        out('first'),
        '--record',
        log,
        '--keep',
      );
      expect(first).toMatchObject({ exitCode: 0, stdout: '' });
      expect((await readdir(out('first'))).sort()).toEqual(['report.json', 'report.md', 'verdicts.jsonl']);
      expect(await reportIn('first')).toMatchObject({ seed: 5, leftovers: [] });
      expect(pairs(await reportIn('first'))).toMatchObject([{ cases: 3 }]);
      const namespaces = namespacesMade(door);
      expect(namespaces.filter((name) => name.startsWith('quill-'))).toHaveLength(3);
      expect(
        door.seen.every(
          ({ headers }) =>
            /^p[0-9a-f]{5}$/.test(String(headers['x-plumbline-run'])) && headers['x-plumbline-rule'] !== undefined,
        ),
      ).toBe(true);
      const cases = door.seen.filter(
        ({ headers }) => headers['x-plumbline-rule'] === 'create/created-object-is-shown-by-get',
      );
      expect(new Set(cases.map(({ headers }) => headers['x-plumbline-case'])).size).toBe(3);
      const kept = (await (
        await fetch(`${server.url}/api/v1/namespaces/${namespaces.find((name) => name.endsWith('-ns1')) ?? ''}`)
      ).json()) as { kind: string };
      expect(kept.kind).toBe('Namespace');

      await using again = await Observer.before(server.url);
      const second = await conformance(
        '--target',
        again.url,
        ...rule,
        '--runs',
        '3',
        '--seed',
        '5',
        '--qps',
        '400',
        '--report-dir',
        out('second'),
        '--record',
        join(folder, 'paced.jsonl'),
      );
      expect(second.exitCode).toBe(0);
      expect(bodiesOf(again)).toEqual(bodiesOf(door));
      const { lines } = await readExchangeLog(join(folder, 'paced.jsonl'));
      const sent = lines.filter(({ kind }) => kind === 'request').map(({ t }) => t);
      expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeGreaterThan(0.9 * (sent.length - 1) * (1000 / 400));

      await using other = await Observer.before(server.url);
      await conformance(
        '--target',
        other.url,
        ...rule,
        '--kinds',
        'configmaps,pods,secrets',
        '--runs',
        '3',
        '--seed',
        '6',
        '--concurrency',
        '2',
        '--report-dir',
        out('third'),
      );
      expect(namespacesMade(other)).toHaveLength(2 * 3);
      expect(bodiesOf(other)).not.toEqual(bodiesOf(door));
    },
  );

  it('--record replaces an existing log only with --overwrite', { timeout: SLOW }, async () => {
    const log = join(folder, 'precious.jsonl');
    await writeFile(log, 'precious\n');
    const refused = await conformance(...FEW, '--target', server.url, '--record', log, '--report-dir', out('precious'));
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`--record: ${log} exists and is not empty`) as unknown,
    });
    expect(await readFile(log, 'utf8')).toBe('precious\n');
    await conformance(...FEW, '--target', server.url, '--record', log, '--overwrite', '--report-dir', out('precious'));
    expect((await readExchangeLog(log)).lines.length).toBeGreaterThan(0);
  });

  it('--record begins with the setup, so that the log can be replayed', { timeout: SLOW }, async () => {
    const log = join(folder, 'whole.jsonl');
    await conformance(
      '--target',
      server.url,
      '--rules',
      'replace/stale-version-is-refused',
      '--kinds',
      'configmaps',
      '--runs',
      '2',
      '--concurrency',
      '1',
      '--report-dir',
      out('whole'),
      '--record',
      log,
    );
    const { lines } = await readExchangeLog(log);
    const requests = lines.flatMap((line) => (line.kind === 'request' ? [`${line.method} ${line.target}`] : []));
    expect(requests[0]).toBe('GET /api/v1');
    expect(requests.filter((request) => request === 'POST /api/v1/namespaces').length).toBeGreaterThanOrEqual(3);
    expect(requests.some((request) => /^DELETE \/api\/v1\/namespaces\/plumbline-\w+-0-ns1$/.test(request))).toBe(true);
    expect(lines.every((line, index) => index === 0 || line.n > (lines[index - 1]?.n ?? 0))).toBe(true);
    await using fresh = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
    const replayed = await run('proxy/cli/quick-start.mjs', 'replay', log, '--against', fresh.url);
    // How long a deleted namespace stays depends on timing; otherwise both have the same objects.
    const causes = replayed.stdout.match(/(?<=^✗ \d+  ).+$/gm) ?? [];
    expect(causes.filter((cause) => !/^GET \/api\/v1\/namespaces(\/\{name\})? /.test(cause))).toEqual([]);
    expect(replayed.stdout).toMatch(/exchanges/);
    const names = (
      (await (await fetch(`${fresh.url}/api/v1/namespaces`)).json()) as { items: { metadata: { name: string } }[] }
    ).items.map(({ metadata }) => metadata.name);
    expect(names.filter((name) => name.startsWith('plumbline-'))).toEqual([]);
  });

  it(
    '--budget starts no case after it, --bail none after the first failure, and both are reported',
    { timeout: SLOW },
    async () => {
      const { exitCode } = await conformance(
        '--target',
        server.url,
        '--rules',
        'replace',
        '--kinds',
        'configmaps',
        '--runs',
        '100',
        '--budget',
        '1ms',
        '--report-dir',
        out('budget'),
      );
      expect(exitCode).toBe(4);
      expect(
        pairs(await reportIn('budget')).filter(
          ({ verdict, reason }) => verdict === 'inconclusive' && reason.includes('budget'),
        ).length,
      ).toBeGreaterThan(10);
      await using broken = await faulty('stale-put-accepted');
      const bailed = await conformance(
        '--target',
        broken.url,
        '--rules',
        'replace',
        '--runs',
        '5',
        '--seed',
        '3',
        '--bail',
        '--report-dir',
        out('bail'),
      );
      expect(bailed.exitCode).toBe(1);
      const stopped = pairs(await reportIn('bail'));
      expect(stopped.filter(({ verdict }) => verdict === 'failed')).toHaveLength(1);
      expect(
        stopped.filter(({ verdict, reason }) => verdict === 'skipped' && reason.includes('--bail')).length,
      ).toBeGreaterThan(20);
    },
  );

  it('--strict lets a should-rule fail the run', { timeout: SLOW }, async () => {
    await using broken = await faulty('discovery-calls-all-cluster-scoped');
    const args = ['--target', broken.url, '--rules', 'discovery/kind-and-scope-are-right', '--runs', '1'];
    expect((await conformance(...args, '--report-dir', out('lenient'))).exitCode).toBe(0);
    expect((await conformance(...args, '--strict', '--report-dir', out('strict'))).exitCode).toBe(1);
    expect(pairs(await reportIn('lenient'))).toMatchObject([{ verdict: 'failed' }]);
  });

  it('--dialect decides the expected behaviour', { timeout: SLOW }, async () => {
    const args = [
      '--target',
      server.url,
      '--rules',
      'create/success-has-the-stated-status',
      '--kinds',
      'configmaps',
      '--runs',
      '1',
    ];
    expect((await conformance(...args, '--dialect', 'kubernetes-1.7', '--report-dir', out('dialect'))).exitCode).toBe(
      1,
    );
    expect((await reportIn('dialect')).dialect).toBe('kubernetes-1.7');
  });
});
