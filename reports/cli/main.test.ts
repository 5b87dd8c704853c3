import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, ReportedCause, VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import { exampleLog } from '../tally/example-log.fixture.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `report` with that standard input. */
async function report(
  args: readonly string[],
  input: string,
  { cwd = ROOT, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'reports/cli/quick-start.mjs'), ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (out.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out.stderr += chunk.toString()));
  child.stdin.end(input);
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, ...out };
}

function text(lines: readonly VerdictLogLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('report', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-report-'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('shows a run as it progresses, in plain text in a pipe, and shows the verdict before the causes', async () => {
    const { stdout, exitCode } = await report(['live', '--report-dir', join(folder, 'live')], text(exampleLog()));
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('✗ replace/stale-version-is-refused on PUT');
    expect(stdout).toMatch(/\n\n✗ failed {2}http:\/\/127\.0\.0\.1:8001: \d causes .*\n\n✗ 1 /);
    expect(stdout.trim().split('\n').at(-1)).toContain('report.html');
  });

  it('prints each cause with impact, rule, clause, expected, actual, place and command, at the end of a run and by diagnose', async () => {
    const live = await report(['live', '--report-dir', join(folder, 'block')], text(exampleLog()));
    const diagnosed = await report(['diagnose', join(folder, 'block', 'report.json')], '');
    for (const { stdout } of [live, diagnosed]) {
      const block = stdout.slice(stdout.indexOf('✗ 1  ')).split('\n').slice(0, 8);
      expect(block.map((line) => line.trim().split(/\s+/)[0])).toEqual([
        '✗',
        'impact',
        'rule',
        'clause',
        'expected',
        'actual',
        'where',
        'again',
      ]);
    }
  });

  it('names no fault that the server is said not to have', async () => {
    const log = exampleLog();
    const comparison = log.flatMap((line): VerdictLogLine[] => {
      if (line.kind !== 'verdict' || line.rule !== 'replace/stale-version-is-refused') return [];
      const { rule, operation, violations } = line;
      const onFaults = { 'stale-put-accepted': 'alike' } as const;
      return violations.map(({ fingerprint }) => ({ kind: 'lookalike', rule, operation, fingerprint, onFaults }));
    });
    await report(['live', '--report-dir', join(folder, 'not')], text(log.toSpliced(-1, 0, ...comparison)));
    const named = async (...flags: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await report(['diagnose', join(folder, 'not', 'report.json'), '--json', ...flags], '');
      return (JSON.parse(stdout) as readonly ReportedCause[]).flatMap(({ like }) => like?.fault ?? []);
    };
    expect(await named()).toContain('stale-put-accepted');
    expect(await named('--not', 'stale-put-accepted')).not.toContain('stale-put-accepted');
    const { exitCode, stderr } = await report(['diagnose', '--not', 'rain'], '');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("no known fault is called 'rain'")]);
  });

  it('folds every verdict into report.json', async () => {
    const log = exampleLog();
    await report(['live', '--report-dir', join(folder, 'json')], text(log));
    const written = JSON.parse(await readFile(join(folder, 'json', 'report.json'), 'utf8')) as Report;
    const judged = log.filter((line) => line.kind === 'verdict');
    expect(written.rules.reduce((sum, rule) => sum + rule.operations.length, 0)).toBe(judged.length);
    expect(
      written.rules.find(({ id }) => id === 'patch/is-never-refused-for-a-lock')?.violations[0]?.intermittent,
    ).toEqual({ failed: 1, sent: 12 });
    expect(written).toMatchObject({ schemaVersion: 2, verdict: 'failed', exitCode: 1, requests: 81_234 });
  });

  it('never lets an unjudged pair look like a pass in JUnit', async () => {
    await report(['live', '--report-dir', join(folder, 'junit'), '--reporter', 'junit'], text(exampleLog()));
    const xml = await readFile(join(folder, 'junit', 'junit.xml'), 'utf8');
    const cases = [...xml.matchAll(/<testcase [^>]*name="([^"]*)"[^>]*?(\/>|>[\s\S]*?<\/testcase>)/g)];
    const judged = exampleLog().filter((line) => line.kind === 'verdict');
    expect(cases).toHaveLength(judged.length);
    const bare = cases.filter(([, , rest]) => rest === '/>').length;
    expect(bare).toBe(judged.filter(({ verdict }) => verdict === 'passed' || verdict === 'informational').length);
  });

  it('escapes the text of servers', async () => {
    await report(['live', '--report-dir', join(folder, 'html'), '--reporter', 'html'], text(exampleLog()));
    const html = await readFile(join(folder, 'html', 'report.html'), 'utf8');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script&gt;alert');
  });

  it('makes a report of an interrupted run, and names the interruption', async () => {
    const cut = exampleLog().filter(({ kind }) => kind !== 'done');
    const { stdout } = await report(['live', '--report-dir', join(folder, 'cut')], text(cut));
    expect(stdout).toContain('the run was cut');
    const written = JSON.parse(await readFile(join(folder, 'cut', 'report.json'), 'utf8')) as Report;
    expect(written).toMatchObject({ verdict: 'failed', exitCode: 1 });
  });

  it('counts an interrupted run without failures as broken', async () => {
    const cut = exampleLog().filter(
      (line) => line.kind !== 'done' && !(line.kind === 'verdict' && line.verdict === 'failed'),
    );
    await report(['live', '--report-dir', join(folder, 'cut-early')], text(cut));
    const written = JSON.parse(await readFile(join(folder, 'cut-early', 'report.json'), 'utf8')) as Report;
    expect(written).toMatchObject({ verdict: 'broken', exitCode: 70 });
  });

  it('shows a verdict log and a report in the same way', async () => {
    await report(['live', '--report-dir', join(folder, 'show')], text(exampleLog()));
    const fromReport = await report(['show', join(folder, 'show', 'report.json')], '');
    const fromLog = await report(['show', join(folder, 'show', 'verdicts.jsonl')], '');
    expect(fromLog.stdout).toBe(fromReport.stdout);
    expect(fromLog.stdout).toContain('failed');
  });

  it('show and html take the report of the last run by default', async () => {
    await report(['live', '--report-dir', join(folder, 'plumbline-report'), '--reporter', 'json'], text(exampleLog()));
    expect((await report(['show'], '', { cwd: folder })).stdout).toContain('✗ failed');
    expect((await report(['html'], '', { cwd: folder })).exitCode).toBe(0);
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('compare exits 1 if a verdict got worse, and 0 otherwise', async () => {
    const passing = exampleLog().map((line) =>
      line.kind === 'verdict' && line.verdict === 'failed'
        ? { ...line, verdict: 'passed' as const, violations: [] }
        : line,
    );
    for (const [name, log] of [
      ['before.jsonl', passing],
      ['after.jsonl', exampleLog()],
    ] as const)
      await writeFile(join(folder, name), text(log));
    const worse = await report(['compare', join(folder, 'before.jsonl'), join(folder, 'after.jsonl')], '');
    expect(worse).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('worse\n  replace/stale-version-is-refused: ✓ passed -> ✗ failed on') as unknown,
    });
    expect(worse.stdout.trim().split('\n').at(-1)).toBe('a page of this comparison: add --html FILE');
    expect((await report(['compare', join(folder, 'after.jsonl'), join(folder, 'before.jsonl')], '')).exitCode).toBe(0);
  });

  it('compare takes several reports, judges the first against the last, and writes a page once', async () => {
    const names = ['one.jsonl', 'two.jsonl', 'three.jsonl'].map((name) => join(folder, name));
    for (const name of names) await writeFile(name, text(exampleLog()));
    const html = join(folder, 'compare.html');
    const first = await report(['compare', ...names, '--html', html], '');
    expect(first.exitCode).toBe(0);
    expect(first.stdout.match(/nothing changed/g)).toHaveLength(3);
    expect(first.stdout.trim().split('\n').at(-1)).toBe(`page: ${html}`);
    expect(first.stdout).not.toContain('add --html FILE');
    expect(await readFile(html, 'utf8')).toContain('3 reports agree on 11 rules');
    expect(await report(['compare', ...names, '--html', html], '')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('exists and is not empty') as unknown,
    });
    expect((await report(['compare', ...names, '--html', html, '--overwrite'], '')).exitCode).toBe(0);
  });

  it.each([
    ['one report', ['a.jsonl'], "missing required argument 'after'"],
    ['--overwrite alone', ['a.jsonl', 'b.jsonl', '--overwrite'], 'Give --html FILE'],
    ['a page over a report', ['a.jsonl', 'b.jsonl', '--html', './b.jsonl', '--overwrite'], 'one of the reports'],
    ['a page in no folder', ['a.jsonl', 'b.jsonl', '--html', 'no/x.html'], 'cannot be written (ENOENT)'],
    ['a missing report', ['a.jsonl', 'nowhere.json'], 'nowhere.json cannot be read'],
  ])('compare exits 2 with one line for %s', async (_, args, part) => {
    for (const name of ['a.jsonl', 'b.jsonl']) await writeFile(join(folder, name), text(exampleLog()));
    const { exitCode, stderr } = await report(['compare', ...args], '', { cwd: folder });
    expect([exitCode, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toContain(part);
  });

  it('annotates a GitHub job and adds to its summary', async () => {
    const summary = join(folder, 'step-summary.md');
    await writeFile(summary, 'before\n');
    const { stdout } = await report(
      ['live', '--report-dir', join(folder, 'github'), '--reporter', 'github,markdown,sarif,badge'],
      text(exampleLog()),
      { env: { GITHUB_STEP_SUMMARY: summary } },
    );
    expect(stdout).toMatch(/^::error title=cause 1 of /);
    expect((await readdir(join(folder, 'github'))).toSorted()).toEqual([
      'badge.json',
      'badge.svg',
      'report.md',
      'report.sarif',
      'verdicts.jsonl',
    ]);
    expect(await readFile(summary, 'utf8')).toBe(
      `before\n${await readFile(join(folder, 'github', 'report.md'), 'utf8')}`,
    );
  });

  it.each([
    ['nothing at its path', 'absent.json', undefined, 'cannot be read'],
    ['another JSON file', 'other.json', '{"name":"x"}', 'neither a report'],
    [
      'a report with broken rules',
      'rules.json',
      '{"schemaVersion":2,"rules":[{}],"operations":[]}',
      'neither a report',
    ],
    ['a log with a broken line', 'broken.jsonl', `${text(exampleLog().slice(0, 1))}{"kind":\n`, 'line 2'],
  ])('exits 2 with one line for %s', async (_, name, content, part) => {
    const file = join(folder, name);
    if (content !== undefined) await writeFile(file, content);
    const { exitCode, stderr } = await report(['show', file], '');
    expect(exitCode).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(part);
  });
});
