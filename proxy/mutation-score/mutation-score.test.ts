import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeLog, readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { recordRedacted } from '../record/redacted-recording.fixture.ts';
import { compareFiles } from '../replay/compare-replay.ts';
import { PAGE, mutationScorePage } from './page.ts';
import { runTwoWatches } from './two-watches-client.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-faults-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function recorded(name: string): Promise<ExchangeLog> {
  await using server = await startReferenceServer();
  const out = join(folder, name);
  const recording = await recordRedacted(server, out);
  await runTwoWatches(recording.url);
  await recording.close();
  return readExchangeLog(out);
}

describe('the comparison of two recordings', () => {
  it('finds nothing in recordings of one client and fresh servers, without a noise rule', async () => {
    const recordings = [
      await recorded('first.jsonl'),
      await recorded('second.jsonl'),
      await readExchangeLog('fixtures/traffic/two-watches.jsonl'),
    ];
    for (const one of recordings)
      for (const other of recordings) expect((await compareFiles(one, other)).comparison.differences).toEqual([]);
    expect(recordings.map(({ lines }) => lines.length > 60)).toEqual([true, true, true]);
  });

  it('finds every planted fault in every place, and the documentation says so', async () => {
    const page = await mutationScorePage();
    const rows = page
      .split('\n')
      .filter((line) => /^\| [a-z*]/.test(line) && !line.startsWith('| planted fault'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(([, , planted, found]) => planted === '0' || planted !== found)).toEqual([]);
    expect(await readFile(PAGE, 'utf8')).toBe(page);
  });
});
