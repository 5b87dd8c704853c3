import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BaselineEntry, formatBaseline, parseBaseline } from '../../../shared/verdict-log/baseline.ts';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import { conformance } from '../../self-tests/conformance-in-process.fixture.ts';
import { startListening } from '../../self-tests/listening-process.ts';
import { startFault } from '../../self-tests/servers.ts';

const SLOW = 240_000;

describe('--baseline', () => {
  let folder: string;
  let server: ListeningProcess;
  let broken: ListeningProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-baseline-'));
    server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
    broken = await startFault(server.url, 'stale-put-accepted');
  });

  afterAll(async () => {
    await broken[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const judge = (url: string, seed: number, ...more: readonly string[]): ReturnType<typeof conformance> =>
    judgeAnySeed(url, '--seed', String(seed), ...more);
  const judgeAnySeed = (url: string, ...more: readonly string[]): ReturnType<typeof conformance> =>
    conformance(
      '--target',
      url,
      '--rules',
      'replace/stale-version-is-refused,status/stale-version-is-refused',
      '--kinds',
      'pods,configmaps',
      '--runs',
      '8',
      '--report-dir',
      join(folder, 'report'),
      '--reporter',
      'terminal,json,junit',
      ...more,
    );
  const report = async (): Promise<Report> =>
    JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8')) as Report;

  it(
    'lets known failures pass, under any seed, and fails if they are gone, if they expire, and if others come',
    { timeout: SLOW },
    async () => {
      const file = join(folder, 'known.yaml');
      const written = await judge(broken.url, 1, '--baseline', file, '--update-baseline');
      expect(written).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(
          `baseline ${file}: 2 added, 0 removed, 0 kept\n+ replace/stale-version-is-refused on * [`,
        ) as unknown,
      });
      const { seed, entries } = parseBaseline(await readFile(file, 'utf8'), file);
      expect(seed).toBe(1);
      expect(entries.map(({ rule, operation, seen = [] }) => [rule, operation, seen.length])).toEqual([
        ['replace/stale-version-is-refused', '*', 2],
        ['status/stale-version-is-refused', '*', 1],
      ]);
      expect((await readdir(join(folder, 'known.cases'))).sort()).toEqual(
        entries.flatMap(({ cases = [] }) => cases).sort(),
      );

      expect(
        entries.map(({ reason, expires }) => [
          reason.startsWith('UNEXPLAINED'),
          Date.parse(expires ?? '') > Date.now() + 80 * 86_400_000,
        ]),
      ).toEqual(entries.map(() => [true, true]));
      expect(written.stdout).toMatch(
        /^warning: 2 of the entries in .* are unexplained; .*\(the first on \d{4}-\d\d-\d\d\)$/m,
      );

      expect(await judgeAnySeed(broken.url, '--baseline', file, '--gate')).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('seed 1 (of the baseline)') as unknown,
      });
      expect(await report()).toMatchObject({ seed: 1, seedSource: 'baseline' });
      expect((await judgeAnySeed(broken.url, '--baseline', file, '--gate', '--seed', 'random')).stdout).toMatch(
        /seed \d+ \(random: the next run explores other cases\)/,
      );

      const explained = entries.map((entry) => ({
        ...entry,
        reason: 'no locking yet',
        link: 'https://tracker.example/7',
        expires: '2999-12-31',
      }));
      await writeFile(file, formatBaseline({ entries: explained }, file));
      const known = await judge(broken.url, 2, '--baseline', file, '--bail');
      expect(known.exitCode).toBe(0);
      expect(known.stdout).toContain('no locking yet (https://tracker.example/7, until 2999-12-31)');
      expect(await report()).toMatchObject({ verdict: 'deviation', stale: [] });
      expect(await readFile(join(folder, 'report', 'junit.xml'), 'utf8')).toContain('deviation: no locking yet');

      const [first, ...others] = explained;
      await writeFile(
        file,
        formatBaseline({ entries: [...others, { ...(first as BaselineEntry), expires: '2001-01-01' }] }, file),
      );
      const expired = await judge(broken.url, 3, '--baseline', file);
      expect(expired.exitCode).toBe(1);
      expect((await report()).stale).toEqual([expect.stringContaining('expired on 2001-01-01') as unknown]);
      expect(
        (await report()).rules.flatMap(({ operations }) => operations).filter(({ verdict }) => verdict === 'failed'),
      ).toHaveLength(2);

      await writeFile(file, formatBaseline({ entries: explained }, file));
      expect(await judge(server.url, 4, '--baseline', file, '--kinds', 'configmaps')).toMatchObject({ exitCode: 0 });
      const gone = await judge(server.url, 4, '--baseline', file);
      expect(gone.exitCode).toBe(1);
      expect((await report()).stale).toHaveLength(2);
      expect(gone.stdout).toContain('does not fail any more');
      const updated = await judge(server.url, 5, '--baseline', file, '--update-baseline');
      expect(updated).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('0 added, 2 removed, 0 kept') as unknown,
      });
      expect(parseBaseline(await readFile(file, 'utf8'), file)).toEqual({ seed: 5, entries: [] });
      expect(await readdir(join(folder, 'known.cases'))).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.includes('draft'))).toEqual([]);
    },
  );

  it('keeps an entry whose stored case does not reach the operation', { timeout: SLOW }, async () => {
    const file = join(folder, 'rare.yaml');
    const one = ['--rules', 'replace/stale-version-is-refused', '--kinds', 'configmaps', '--runs', '3'];
    await judge(broken.url, 1, '--baseline', file, '--update-baseline', ...one);
    const { entries } = parseBaseline(await readFile(file, 'utf8'), file);
    const [stored] = entries.flatMap(({ cases = [] }) => cases);
    const saved = JSON.parse(await readFile(join(folder, 'rare.cases', stored ?? ''), 'utf8')) as { program: unknown };
    await writeFile(join(folder, 'rare.cases', stored ?? ''), JSON.stringify({ ...saved, program: [] }));
    expect(await judge(server.url, 1, '--baseline', file, ...one)).toMatchObject({ exitCode: 0 });
    expect(await report()).toMatchObject({ stale: [] });
  });

  it(
    'leaves entries alone that the run did not judge, and keeps the file of an interrupted run',
    { timeout: SLOW },
    async () => {
      const file = join(folder, 'others.json');
      const entry = {
        rule: 'create/success-has-the-stated-status',
        operation: 'POST /api/v1/namespaces',
        fingerprint: 'abc',
        reason: 'old',
      };
      await writeFile(file, formatBaseline({ entries: [entry] }, file));
      expect((await judge(server.url, 6, '--baseline', file)).exitCode).toBe(0);
      const before = await readFile(file, 'utf8');
      const unreachable = await judge('http://127.0.0.1:1', 7, '--baseline', file, '--update-baseline');
      expect(unreachable).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('left as it is') as unknown });
      expect(await readFile(file, 'utf8')).toBe(before);
    },
  );

  it('names the mistake in a file, in an entry and in a rule', async () => {
    const file = join(folder, 'wrong.json');
    await writeFile(
      file,
      '{"format":1,"entries":[{"rule":"replace/stale-verison-is-refused","operation":"PUT *","fingerprint":"a","reason":"b"}]}',
    );
    expect(await judge(server.url, 8, '--baseline', file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /--baseline: .*wrong\.json: no rule 'replace\/stale-verison-is-refused'; did you mean 'replace\/stale-version-is-refused'/,
      ) as unknown,
    });
    await writeFile(
      file,
      '{"format":1,"entries":[{"rule":"replace/stale-version-is-refused","operation":"PUT /nosuch","fingerprint":"a","reason":"b"}]}',
    );
    expect(await judge(server.url, 8, '--baseline', file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/is not judged on operation 'PUT \/nosuch'/) as unknown,
    });
    await writeFile(file, '{"format":1,"entries":[{"rule":"x"}]}');
    expect((await judge(server.url, 8, '--baseline', file)).stderr).toMatch(
      /wrong\.json: entry 1: 'operation' is absent/,
    );
    await writeFile(
      file,
      '{"format":2,"entries":[{"rule":"replace/stale-version-is-refused","operation":"*","fingerprint":"a","reason":"b","cases":["a-1.json"]}]}',
    );
    expect(await judge(server.url, 8, '--baseline', file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /--baseline: .*wrong\.cases\/a-1\.json: there is no such file\. Restore the file/,
      ) as unknown,
    });
  });
});
