import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { run } from '../self-tests/listening-process.ts';

const RULES = [
  '--rules',
  'create/success-has-the-stated-status,delete-collection/answers-a-status',
  '--kinds',
  'configmaps',
  '--runs',
  '1',
];

describe('--dialect', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-dialect-'));
  });

  afterAll(async () => rm(folder, { recursive: true, force: true }));

  it('takes a file, which both the started server and the rules follow', async () => {
    const file = join(folder, 'ours.yaml');
    await writeFile(file, 'name: ours\nextends: kubernetes-1.7\nanswers:\n  create.status: 200\n');
    const { exitCode } = await run(
      'suites/cli/quick-start.mjs',
      '--dialect',
      file,
      '--report-dir',
      join(folder, 'report'),
      ...RULES,
    );
    const report = JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8')) as Report;
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ dialect: 'ours', verdict: 'passed' });
  });

  it.each([
    [
      'an unknown choice',
      'name: ours\nanswers: { create.status: 202 }\n',
      `'create.status' has no choice '202' - did you mean '200'?`,
    ],
    [
      'an unknown question',
      'name: ours\nanswers: { creat.status: 200 }\n',
      `there is no question 'creat.status' - did you mean 'create.status'?`,
    ],
    ['an unknown base', 'name: ours\nextends: kubernetes-17\n', `did you mean 'kubernetes-1.7'?`],
    ['invalid YAML', 'name: [\n', 'wrong.yaml: '],
  ])('refuses a file with %s in one line', async (_, text, message) => {
    const file = join(folder, 'wrong.yaml');
    await writeFile(file, text);
    const { exitCode, stderr } = await run(
      'suites/cli/quick-start.mjs',
      '--dialect',
      file,
      '--report-dir',
      join(folder, 'none'),
      ...RULES,
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
