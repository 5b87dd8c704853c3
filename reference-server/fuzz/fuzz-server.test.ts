import { describe, expect, it } from 'vitest';
import { type FuzzRun, fuzzServer } from './fuzz-server.ts';

const SEED = 20_170_801;

/** A short run against a server with that fault. */
function runAgainst(way: string, mostWaitMs = 5000): Promise<FuzzRun> {
  return fuzzServer({
    seed: SEED,
    milliseconds: 0,
    leastBatches: 9,
    batch: 20,
    mostWaitMs,
    server: ['--import', 'tsx', 'reference-server/fuzz/faulty-server.ts', way],
  });
}

describe('fuzzing', () => {
  it('leaves a reference server intact for a moment, and most requests are refused for the intended reason', async () => {
    const { responses, faults, honest } = await fuzzServer({ seed: SEED, milliseconds: 0, batch: 120 });
    expect(faults).toEqual([]);
    const { 4: refused = 0, none: _none, ...others } = responses;
    expect(refused).toBeGreaterThan(Object.values(others).reduce((sum, count) => sum + count, 0));
    expect(others['2']).toBeGreaterThan(0);
    expect(honest.rounds).toBeGreaterThan(0);
  });

  it.each([
    ['dies', 'the process ended', 5000],
    ['leaks', 'megabytes grew', 5000],
    ['stalls', 'responded after', 500],
    ['forgets', 'an honest', 5000],
  ])('finds a server that %s', async (way, fault, mostWaitMs) => {
    const { faults } = await runAgainst(way, mostWaitMs);
    expect(faults.join('\n')).toContain(fault);
  });

  it('reports nothing against a correct server', async () => {
    expect((await runAgainst('is fine')).faults).toEqual([]);
  });
});
