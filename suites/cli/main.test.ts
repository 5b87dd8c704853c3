import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { run, startListening } from '../self-tests/listening-process.ts';
import { startFault } from '../self-tests/servers.ts';

const ENTRY = 'suites/cli/quick-start.mjs';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const QUICK = ['--rules', 'create/success-has-the-stated-status', '--runs', '3'];

async function reportIn(folder: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
}

describe('pnpm conformance', () => {
  let folder: string;
  let server: ListeningProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-cli-'));
    server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it('judges the server at --target and writes every report', async () => {
    const out = join(folder, 'target');
    const { exitCode, stdout } = await run(ENTRY, '--target', server.url, '--report-dir', out, ...QUICK);
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('\u001b[');
    expect((await readdir(out)).sort()).toEqual(['junit.xml', 'report.html', 'report.json', 'verdicts.jsonl']);
    const report = await reportIn(out);
    expect(report).toMatchObject({
      schemaVersion: 2,
      target: server.url,
      dialect: 'spec',
      verdict: 'passed',
      leftovers: [],
    });
    expect(report.rules.every(({ cases }) => cases > 0)).toBe(true);
  });

  it('takes its settings from a plumbline.yaml, and names the file', async () => {
    const file = join(folder, 'plumbline.yaml');
    await writeFile(
      file,
      `target: ${server.url}\nrules: [create/success-has-the-stated-status]\nkinds: [pods]\nruns: 2\nreport-dir: configured\nreporter: [json]\n`,
    );
    const { exitCode, stderr } = await conformance('--config', file);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `settings: ${file} (--show-config prints them, --no-config leaves them out)\n`,
    });
    expect(await reportIn(join(folder, 'configured'))).toMatchObject({ target: server.url, verdict: 'passed' });
    expect((await conformance('--config', file, '--show-config')).stdout).toContain(`runs: 2  # ${file}\n`);
    expect((await conformance('--config', file, '--no-config', '--show-config')).stdout).not.toContain(file);
    await writeFile(file, 'kinds: [podz]');
    expect(await conformance('--config', file, '--show-config')).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining(`kinds: [podz]  # ${file}\n`) as unknown,
      stderr: expect.stringContaining(`error: ${file}: kinds: `) as unknown,
    });
    await writeFile(file, 'kind: [pods]');
    expect(await conformance('--config', file)).toMatchObject({
      exitCode: 2,
      stderr: `error: ${file}: no setting 'kind'; did you mean 'kinds'? (pnpm conformance --help lists all flags)\n`,
    });
  });

  it('leaves nothing on the target', async () => {
    const names = async (): Promise<string[]> => {
      const list = (await (await fetch(`${server.url}/api/v1/namespaces`)).json()) as {
        items: { metadata: { name: string } }[];
      };
      return list.items.map(({ metadata }) => metadata.name).sort();
    };
    const before = (await names()).filter((name) => !name.startsWith('plumbline-'));
    await conformance('--target', server.url, '--report-dir', join(folder, 'clean'), ...QUICK);
    await expect.poll(names).toEqual(before);
  });

  it('exits 3 with one line if no server responds at the target, and every report has that line', async () => {
    const out = join(folder, 'unreachable');
    const { exitCode, stdout, stderr } = await conformance(
      '--target',
      'http://127.0.0.1:1',
      '--report-dir',
      out,
      '--reporter',
      'terminal,json,junit,html,markdown',
    );
    expect(exitCode).toBe(3);
    expect(stdout + stderr).toBe(
      'b blocked  http://127.0.0.1:1 refuses connections (ECONNREFUSED). Check the host and the port, and that the server runs.\n',
    );
    const report = await reportIn(out);
    expect(report).toMatchObject({
      verdict: 'blocked',
      exitCode: 3,
      stopped: expect.stringContaining('ECONNREFUSED') as unknown,
    });
    expect(new Set(report.rules.map(({ verdict }) => verdict))).toEqual(new Set(['blocked']));
    expect(await readFile(join(out, 'junit.xml'), 'utf8')).toMatch(
      /errors="1" .*<error type="blocked" message="[^"]*ECONNREFUSED/s,
    );
    for (const name of ['report.html', 'report.md'])
      expect((await readFile(join(out, name), 'utf8')).match(/ECONNREFUSED/g)).toHaveLength(1);
  });

  it.each([
    ['an unknown flag', ['--tarket', 'x'], '--tarket'],
    ['an unknown rule', ['--rules', 'replace/stale-verison'], 'did you mean'],
    ['an unknown kind', ['--kinds', 'podz'], 'podz'],
    ['a selection without a rule', ['--rules', 'create', '--level', 'may'], 'no rule was selected'],
    ['a text in place of a number', ['--runs', 'many'], '--runs'],
    ['a duration without its unit', ['--timeout', '10'], 'unit'],
    ['an unknown dialect', ['--dialect', 'kubernetes-9'], 'kubernetes-9'],
    ['an unreadable case', ['--replay', '/no/such/case.json'], '/no/such/case.json'],
    ['a folder without cases', ['--replay', 'spec/clauses'], 'spec/clauses holds no case'],
    ['a file that is not a case', ['--replay', 'package.json'], 'package.json is not a saved case'],
    ['a folder with other files', ['--replay', 'fixtures'], '.json is not a saved case'],
    ['a missing last run', ['--report-dir', '/tmp/no-such-report', '--last-failed'], '--report-dir of a run'],
    ['an invalid URL', ['--target', 'not a url'], 'not a url'],
  ])('exits 2 with one line for %s', async (_, args, part) => {
    const { exitCode, stderr } = await conformance('--report-dir', join(folder, 'usage'), ...args);
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('error:')),
    ).toHaveLength(1);
    expect(stderr).toContain(part);
    expect(exitCode).toBe(2);
  });

  it('saves a failing case that --replay sends again, to another server too', async () => {
    await using injector = await startFault(server.url, 'stale-put-accepted');
    const out = join(folder, 'failing');
    const failing = await conformance(
      '--target',
      injector.url,
      '--report-dir',
      out,
      '--rules',
      'replace/stale-version-is-refused',
      '--kinds',
      'configmaps',
      '--runs',
      '10',
      '--token',
      's3cret',
    );
    expect(failing.exitCode).toBe(1);
    const report = await reportIn(out);
    const [violation] = report.rules.flatMap(({ violations }) => violations);
    expect([report.command, violation?.replay, violation?.curl.at(-1)]).toEqual([
      expect.stringContaining('--token "$TOKEN"'),
      expect.stringContaining('--token "$TOKEN" --replay '),
      expect.stringContaining('"Authorization: Bearer $TOKEN"'),
    ]);
    const [, printed = ''] = /^ {2}script +(.+)$/m.exec(failing.stdout) ?? [];
    expect(printed).toMatch(new RegExp(`^TARGET=${injector.url} sh `));
    expect(spawnSync('sh', ['-c', printed]).status).toBe(1);
    const [saved = ''] = await readdir(join(out, 'cases'));
    const again = await conformance(
      '--target',
      injector.url,
      '--report-dir',
      join(folder, 'again'),
      '--replay',
      join(out, 'cases', saved),
    );
    expect(again.exitCode).toBe(1);
    const elsewhere = await conformance(
      '--target',
      server.url,
      '--report-dir',
      join(folder, 'elsewhere'),
      '--replay',
      join(out, 'cases', saved),
    );
    expect(elsewhere.exitCode).toBe(0);
  });

  it('sends folders and files of saved cases again, and those that failed in the last run', async () => {
    await using injector = await startFault(server.url, 'stale-put-accepted');
    const out = join(folder, 'several');
    const rules = ['--rules', 'replace/stale-version-is-refused,status/stale-version-is-refused'];
    const target = ['--target', injector.url];
    await conformance(...target, '--report-dir', out, ...rules, '--kinds', 'configmaps,pods', '--runs', '10');
    const pairsOf = (report: Report): string[] =>
      report.rules
        .flatMap(({ id, operations }) =>
          operations.flatMap(({ operation, verdict }) => (verdict === 'failed' ? [`${id} ${operation}`] : [])),
        )
        .sort();
    const failed = pairsOf(await reportIn(out));
    expect(failed.length).toBeGreaterThan(1);
    const cases = (await readdir(join(out, 'cases'))).filter((name) => name.endsWith('.json'));
    const [one = '', two = ''] = cases.map((name) => join(out, 'cases', name));
    const args = ['--replay', one, join(out, 'cases'), two];
    const again = join(folder, 'several-again');
    expect((await conformance(...target, ...args, '--report-dir', again)).exitCode).toBe(1);
    const report = await reportIn(again);
    expect(pairsOf(report)).toEqual(failed);
    expect(report.command).toContain(args.join(' '));
    expect((await conformance(...target, '--last-failed', '--report-dir', out)).exitCode).toBe(1);
    expect(pairsOf(await reportIn(out))).toEqual(failed);
    expect((await conformance('--target', server.url, '--last-failed', '--report-dir', out)).exitCode).toBe(0);
    expect(await conformance(...target, '--last-failed', '--report-dir', out)).toMatchObject({
      exitCode: 2,
      stderr: `error: --last-failed: ${join(out, 'report.json')} names no saved case: nothing failed in that run, or it judged a recording. Run without --last-failed. (pnpm conformance --help lists all flags)\n`,
    });
  });

  it('leaves only the cases of the last run in its folder, and foreign files', async () => {
    await using injector = await startFault(server.url, 'stale-put-accepted');
    const out = join(folder, 'cases-of-the-last-run');
    const cases = join(out, 'cases');
    const former = 'replace--some-earlier-rule-0123456789ab-0a1b2c';
    await mkdir(cases, { recursive: true });
    for (const name of [`${former}.json`, `${former}.sh`, 'notes.md', 'mine.sh'])
      await writeFile(join(cases, name), '');
    const args = ['--rules', 'replace/stale-version-is-refused', '--kinds', 'configmaps', '--runs', '10'];
    await conformance('--target', injector.url, '--report-dir', out, ...args);
    const report = await reportIn(out);
    const named = [
      ...report.rules.flatMap(({ violations }) => violations.map(({ saved = '' }) => saved)),
      ...report.causes.flatMap(({ script = [] }) => script),
    ].map((path) => basename(path));
    expect(named.length).toBeGreaterThan(1);
    const expected = [...new Set(named), 'mine.sh', 'notes.md'].toSorted();
    expect((await readdir(cases)).toSorted()).toEqual(expected);
    const saved = join(cases, named[0] ?? '');
    expect((await conformance('--target', server.url, '--report-dir', out, '--replay', saved)).exitCode).toBe(0);
    expect((await readdir(cases)).toSorted()).toEqual(expected);
    expect((await conformance('--target', server.url, '--report-dir', out, ...args)).exitCode).toBe(0);
    expect((await readdir(cases)).toSorted()).toEqual(['mine.sh', 'notes.md']);
  });

  it('writes the run to an exchange log that proxy check judges without a server', async () => {
    const log = join(folder, 'run.jsonl');
    await conformance('--target', server.url, '--report-dir', join(folder, 'recorded'), '--record', log, ...QUICK);
    const judged = await run('suites/cli/quick-check.mjs', log, '--report-dir', join(folder, 'judged'));
    expect(judged.exitCode).toBe(0);
    const rule = (await reportIn(join(folder, 'judged'))).rules.find(
      ({ id }) => id === 'create/success-has-the-stated-status',
    );
    expect(rule).toMatchObject({ verdict: 'passed' });
  });

  it('writes a report when it is interrupted', async () => {
    const out = join(folder, 'interrupted');
    const child = spawn(
      process.execPath,
      [
        ENTRY,
        '--target',
        server.url,
        '--rules',
        'get,create',
        '--kinds',
        'configmaps,secrets',
        '--runs',
        '400',
        '--report-dir',
        out,
      ],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const exited = once(child, 'exit');
    let shown = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      shown += String(chunk);
      if (/^\d+\/\d+ /m.test(shown)) break;
    }
    child.kill('SIGINT');
    child.stdout.resume();
    const [exitCode] = (await exited) as [number];
    expect(exitCode).toBe(4);
    expect((await reportIn(out)).stopped).toBe('interrupted');
  });

  it('writes a complete list, even to a pipe that is read late', async () => {
    const child = spawn(process.execPath, [ENTRY, '--list', '--json'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(child, 'exit');
    await once(child.stdout, 'readable');
    await new Promise((resolve) => void setTimeout(resolve, 500));
    let text = '';
    for await (const chunk of child.stdout) text += String(chunk);
    await exited;
    expect(text.length).toBeGreaterThan(2 ** 17);
    expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(100);
  });

  it('reads the token from a file and sends it', async () => {
    const token = join(folder, 'token');
    await writeFile(token, 'secret-token\n');
    const log = join(folder, 'token.jsonl');
    const { exitCode } = await conformance(
      '--target',
      server.url,
      '--token-file',
      token,
      '--record',
      log,
      '--report-dir',
      join(folder, 'token-report'),
      ...QUICK,
    );
    expect(exitCode).toBe(0);
    const text = await readFile(log, 'utf8');
    expect(text).toContain('Authorization');
    expect(text).not.toContain('secret-token');
  });
});
