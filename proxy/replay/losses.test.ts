import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceServer } from '../programs/run-process.ts';
import { footnotesOf } from '../diff/report/footnotes.ts';
import { reportOf } from '../diff/report/difference-report.ts';
import { compareRecordings, compareReplay, type ComparisonSession } from './comparison-session.ts';
import { openStoredLog } from './sending/stored-lines.ts';

let folder: string;
let lines: readonly string[] = [];
/** A recording with a generated name, which is lost together with its create. */
let generated: readonly string[] = [];
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-losses-'));
  [lines = [], generated = []] = await Promise.all(
    ['curl', 'python3-kubernetes'].map(async (name) =>
      (await readFile(`fixtures/traffic/${name}.jsonl`, 'utf8')).split('\n').slice(0, -1),
    ),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(text: string): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.jsonl`);
  await writeFile(path, text);
  return path;
}

/** The recording with a gap line in place of some of its lines. */
async function withGap(from: number, count: number, of: readonly string[] = lines): Promise<string> {
  const index = 1 + (from % (of.length - 1));
  const lost = of.slice(index, index + count).map((line) => (JSON.parse(line) as { readonly n: number }).n);
  const gap = JSON.stringify({
    kind: 'gap',
    n: Math.max(...lost),
    t: 0,
    lost: `${lost.length} lines`,
    reason: 'ENOSPC: no space left on device, write',
  });
  return written(`${[...of.slice(0, index), gap, ...of.slice(index + count)].join('\n')}\n`);
}

async function compared(expected: string, actual: string): Promise<ComparisonSession> {
  const logs = await Promise.all([openStoredLog(expected), openStoredLog(actual)]);
  const session = await compareRecordings(...(logs as [(typeof logs)[number], (typeof logs)[number]]));
  for (const log of logs) log.close();
  return session;
}

function notes({ comparison, skipped, expected, actual }: ComparisonSession): string[] {
  return footnotesOf(
    reportOf(comparison, { expected, actual, skipped, requests: [], rules: [], hidden: [], noise: [], accepted: [] }),
  );
}

describe('the lost part of a recording', () => {
  it('is no difference, wherever it is missing; exchanges that depend on it are counted', async () => {
    const whole = await written(`${lines.join('\n')}\n`);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.boolean(),
        async (from, count, first, named) => {
          const of = named ? generated : lines;
          const lossy = await withGap(from, count, of);
          const whole = await written(`${of.join('\n')}\n`);
          const session = await compared(first ? lossy : whole, first ? whole : lossy);
          expect(session.comparison.differences).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    const session = await compared(await withGap(20, 6), whole);
    expect(notes(session).join('\n')).toMatch(/exchanges? .*not compared: .*gap there/);
  });

  it('is no difference if the recording was cut, at any byte', async () => {
    const whole = `${lines.join('\n')}\n`;
    const path = await written(whole);
    const header = (lines[0] ?? '').length + 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: header, max: whole.length }), async (bytes) => {
        const { differences } = (await compared(await written(whole.slice(0, bytes)), path)).comparison;
        const isCut = ![whole[bytes - 1], whole[bytes]].includes('\n');
        expect(differences.filter(({ kind }) => isCut || kind !== 'extra-exchange')).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('is not blamed on the server that the rest is sent to', async () => {
    await using server = await startReferenceServer();
    const unwatched = lines.filter((line) => !line.includes('"exchange":1,'));
    const create = unwatched.findIndex((line) => line.includes('"method":"POST"'));
    const log = await openStoredLog(await withGap(create - 1, 4, unwatched));
    const session = await compareReplay(log, { url: server.url }, { namespace: 'lossy' });
    session.close();
    log.close();
    expect(session.comparison.differences).toEqual([]);
    expect(session.comparison.behindHoles.count).toBeGreaterThan(0);
    expect(notes(session).join('\n')).toContain('requests that the recording lost before may explain');
  });

  it('is reported if a body file is missing', async () => {
    const path = await written(
      `${lines.map((line) => (line.includes('"kind":"body"') ? line.replace(/"body":\{.*\}/, '"body":{"file":"gone","sha256":"0","bytes":1}}').replace('}}}', '}}') : line)).join('\n')}\n`,
    );
    const session = await compared(path, await written(`${lines.join('\n')}\n`));
    expect(session.comparison.differences).toEqual([]);
    expect(notes(session).join('\n')).toContain('its body should be in a file of its own, which is not there');
  });
});
