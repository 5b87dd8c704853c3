import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { respondToReferenceRequests } from '../../engine/run/reference-request.ts';
import { storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';
import { startListening } from '../listening-process.ts';
import { inProcess } from '../run-in-process.ts';
import { tried } from './trial.ts';

it('a gate stays green while a server keeps its fault, and turns red when it loses the fault or gets another', async () => {
  const { faults } = storedMatrix();
  const [first, second] = ['stale-put-accepted', 'create-drops-explicit-zero'].map((name) =>
    faults.find((fault) => fault.name === name),
  );
  if (first === undefined || second === undefined) throw new Error('the kill matrix has other faults');
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-gates-'));
  await using reference = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
  const responder = respondToReferenceRequests('gates-test', async () => ({ url: reference.url }));
  try {
    const options = { folder, seeds: 1, explore: 1, runs: 5, runRules: inProcess('gates-test') };
    const outcome = await tried(first, second, options);
    expect(outcome.entries).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ empty: 0, falseReds: 0, wronglyStale: 0, notGone: 0, newFaultIsRed: true });
  } finally {
    responder.close();
    await rm(folder, { recursive: true });
  }
}, 300_000);
