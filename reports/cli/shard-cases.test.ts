import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleLog } from '../tally/example-log.fixture.ts';
import { fold } from '../tally/fold.ts';
import { merge } from '../tally/merge.ts';
import { movedTo, writeShardCases } from './shard-cases.ts';

describe('the saved cases of merged shards', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-shards-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const saved = 'plumbline-report/cases/a.json';
  const log = exampleLog().map((line) =>
    line.kind === 'verdict'
      ? {
          ...line,
          violations: line.violations.map((each) => ({
            ...each,
            saved,
            replay: `pnpm conformance --seed 42 --replay ${saved}`,
          })),
        }
      : line,
  );
  const report = { ...fold(log), shard: { index: 1, of: 1 } };

  it('are beside the merged report, and its commands name them', async () => {
    const file = join(folder, 'shard 1', 'report.json');
    const case_ = join(dirname(file), 'cases', basename(saved));
    await mkdir(dirname(case_), { recursive: true });
    await writeFile(case_, 'a case');
    const moved = movedTo(join(folder, 'whole run'), { file, report });
    const merged = merge([moved], '2026-01-02');
    await writeShardCases(join(folder, 'whole run'), [moved], merged);
    const path = join(folder, 'whole run', 'cases', basename(saved));
    expect(await readFile(path, 'utf8')).toBe('a case');
    const { rules, causes } = merged;
    const violations = rules.flatMap((rule) => rule.violations).filter((violation) => violation.saved === path);
    expect(violations).not.toEqual([]);
    for (const { replay } of violations) expect(replay).toContain(`--replay '${path}'`);
    expect(JSON.stringify(causes)).not.toContain(saved);
  });

  it('keep their paths if their files are missing', () => {
    const moved = movedTo(join(folder, 'whole'), { file: join(folder, 'shard', 'report.json'), report });
    expect(moved).toMatchObject({ copies: [], report: { rules: report.rules } });
  });
});
