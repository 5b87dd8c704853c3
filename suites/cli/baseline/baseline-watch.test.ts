import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BaselineEntry, parseBaseline } from '../../../shared/verdict-log/baseline.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../../shared/verdict-log/verdict.ts';
import { BaselineWatch } from './baseline.ts';

const PODS = 'PUT /api/v1/namespaces/{namespace}/pods/{name}';
const MAPS = 'PUT /api/v1/namespaces/{namespace}/configmaps/{name}';
const UNCERTAIN: BaselineEntry = {
  rule: 'replace/x',
  operation: '*',
  fingerprint: 'inconclusive',
  reason: 'busy',
  seen: [PODS],
};

describe('--update-baseline with inconclusive pairs', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-baseline-watch-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  const updated = async (
    entries: readonly BaselineEntry[],
    ...judged: readonly (readonly [operation: string, verdict: Verdict])[]
  ): Promise<readonly BaselineEntry[]> => {
    const file = join(folder, 'known.yaml');
    const watch = new BaselineWatch({ file, entries }, { today: '2026-06-15', update: true, isShard: false });
    for (const [operation, verdict] of judged) {
      const line: VerdictLine = {
        kind: 'verdict',
        rule: 'replace/x',
        operation,
        verdict,
        cases: 1,
        shapes: 1,
        durationMs: 1,
        violations: [],
      };
      watch.judged(line, false);
    }
    await watch.save([], 7);
    return parseBaseline(await readFile(file, 'utf8'), file).entries;
  };

  it('lists them by their rule, once', async () => {
    expect(await updated([], [PODS, 'inconclusive'], [MAPS, 'inconclusive'])).toMatchObject([
      { rule: 'replace/x', operation: '*', fingerprint: 'inconclusive', seen: [MAPS, PODS] },
    ]);
  });

  it('keeps the entry if a run is inconclusive, or did not judge the operation', async () => {
    expect(await updated([UNCERTAIN], [PODS, 'deviation'])).toMatchObject([{ reason: 'busy' }]);
    expect(await updated([UNCERTAIN], [PODS, 'blocked'])).toEqual([UNCERTAIN]);
    expect(await updated([UNCERTAIN], [MAPS, 'passed'])).toEqual([UNCERTAIN]);
    const { seen: _, ...written } = UNCERTAIN;
    expect(await updated([written])).toEqual([written]);
  });

  it('drops the entry if a run is conclusive', async () => {
    expect(await updated([UNCERTAIN], [PODS, 'passed'])).toEqual([]);
  });
});
