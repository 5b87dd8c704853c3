import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { startListening } from '../self-tests/listening-process.ts';

describe('the bounds of an exchange', () => {
  let folder: string;
  let server: ListeningProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-bounds-'));
    server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it('cut a body that is larger than --max-body, which fails world/keeps-answering whatever was selected', async () => {
    const rules = ['--rules', 'create/success-has-the-stated-status', '--kinds', 'configmaps', '--runs', '3'];
    const { exitCode } = await conformance(
      '--target',
      server.url,
      '--max-body',
      '300B',
      '--report-dir',
      folder,
      ...rules,
    );
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    expect(exitCode).toBe(1);
    const found = report.rules.find(({ id }) => id === 'world/keeps-answering');
    expect(found?.violations.map(({ actual }) => actual)).toEqual(['the body is larger than 300 bytes (--max-body)']);
    expect(report.rules.find(({ id }) => id === 'create/success-has-the-stated-status')).toMatchObject({
      verdict: 'blocked',
    });
  });
});
