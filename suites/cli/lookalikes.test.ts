import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { startListening } from '../self-tests/listening-process.ts';

const RULES = ['--rules', 'replace/*', '--kinds', 'configmaps'];

describe('the failing cases of a run', () => {
  let folder: string;
  let faulty: ListeningProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-lookalikes-'));
    faulty = await startListening(
      'proxy/cli/quick-start.mjs',
      'faults',
      '--fault',
      'stale-put-accepted',
      '--port',
      '0',
    );
  });

  afterAll(async () => {
    await faulty[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function reportOf(name: string, ...more: readonly string[]): Promise<Report> {
    const out = join(folder, name);
    const args = ['--target', faulty.url, '--report-dir', out, '--runs', '5', ...RULES, ...more];
    expect((await conformance(...args)).exitCode).toBe(1);
    return JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report;
  }

  it('fail alike on a server with the same fault, and the cause says so', async () => {
    const { causes = [] } = await reportOf('whole');
    expect(causes.map(({ like }) => [like?.fault, like?.tried])).toEqual([
      ['stale-put-accepted', { cases: 2, alike: 2 }],
    ]);
  });

  it('are not sent to other servers with --bail', async () => {
    const { causes = [], rules } = await reportOf('bail', '--bail');
    expect(causes.map(({ like }) => like?.tried)).toEqual([undefined]);
    expect(rules.flatMap(({ violations }) => violations.filter(({ onFaults }) => onFaults !== undefined))).toEqual([]);
  });
});
