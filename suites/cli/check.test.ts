import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogLine } from '../../shared/exchange-log/exchange-log.ts';
import type { VerdictLine, VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { run, startListening } from '../self-tests/listening-process.ts';
import { startFault } from '../self-tests/servers.ts';

/**
 * Families whose traffic, mixed in one recording, makes most other rules apply: refused writes, finalizers, watches,
 * deletes. Five rules are left out that send two thirds of the bytes.
 */
const MIXED = [
  'replace,patch,delete,watch,world,selectors,delete-collection,create/created-object-*',
  '!watch/slow-reader-loses-nothing',
  '!watch/keeps-up-with-parallel-writers',
  '!watch/goes-on-alike-however-long-it-is-open',
  '!watch/takes-every-parameter-of-its-set',
  '!world/none-of-many-objects-is-forgotten',
].join();

let directory: string;
let server: ListeningProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plumbline-check-'));
  server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

interface CheckedLog {
  readonly passed: number;
  /** The failing rules and their operations. */
  readonly failures: readonly string[];
}

/** Records the suite's traffic with that server, and judges the recording. */
async function judged(name: string, url: string, rules: string): Promise<CheckedLog> {
  const file = join(directory, `${name}.jsonl`);
  const reports = join(directory, name);
  await conformance(
    '--target',
    url,
    '--rules',
    rules,
    '--kinds',
    'pods,configmaps',
    '--runs',
    '1',
    '--seed',
    '3',
    '--record',
    file,
    '--report-dir',
    reports,
  );
  await run('suites/cli/quick-check.mjs', file, '--report-dir', join(reports, 'check'));
  const lines = (await readFile(join(reports, 'check', 'verdicts.jsonl'), 'utf8')).trimEnd().split('\n');
  const verdicts = lines
    .map((line) => JSON.parse(line) as VerdictLogLine)
    .filter((line): line is VerdictLine => line.kind === 'verdict');
  const failures = verdicts
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ rule, operation }) => `${rule} on ${operation}`);
  return { passed: verdicts.filter(({ verdict }) => verdict === 'passed').length, failures };
}

describe('a recording of mixed traffic', () => {
  it('of a conforming server violates nothing', async () => {
    const { passed, failures } = await judged('lawful', server.url, MIXED);
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });

  it.each([
    ['stale-put-accepted', 'replace,patch'],
    ['watch-misses-removals', 'delete,watch/tells-removals,watch/removal-*'],
    ['list-lacks-one-item', 'list,create/created-object-*'],
  ])('of a server with the fault %s shows it', async (fault, rules) => {
    await using injector = await startFault(server.url, fault);
    expect((await judged(fault, injector.url, rules)).failures).not.toEqual([]);
  });
});

describe('a recording without a response', () => {
  it('is refused in one line, with exit code 3 and without a report', async () => {
    const file = join(directory, 'dead.jsonl');
    const lines: LogLine[] = [
      { kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' },
      {
        kind: 'request',
        n: 1,
        t: 1,
        exchange: 1,
        method: 'POST',
        target: '/api/v1/namespaces/a/pods',
        headers: [],
        body: { json: {} },
      },
      { kind: 'end', n: 2, t: 2, exchange: 1, reason: 'error', detail: 'connect ECONNREFUSED' },
    ];
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { exitCode, stderr, stdout } = await run(
      'suites/cli/quick-check.mjs',
      file,
      '--report-dir',
      join(directory, 'dead'),
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('none of its 1 requests got a response');
  });
});

describe('pnpm proxy check --help', () => {
  it('lists the flags of the judge', async () => {
    const { exitCode, stdout } = await run('proxy/cli/quick-start.mjs', 'check', '--help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('--dialect');
    expect(stdout).toContain('--report-dir');
    expect(stdout).toContain('--unexercised');
  });
});
