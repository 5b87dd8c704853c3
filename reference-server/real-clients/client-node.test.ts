import { expect, it } from 'vitest';
import { SimulatedClock } from '../objects/simulated-clock.ts';
import { testServer } from '../testing/server.fixture.ts';
import { PATIENCE_MS } from './client-process.fixture.ts';
import { clientNode } from './measure/client-node.ts';
import { reasonFor } from './measure/outside.ts';

/** Pods start and deployments roll out in a fraction of a second. */
const SPEED = 20;

it(
  'the official JavaScript client can do the most common tasks, except those outside of the document',
  { timeout: PATIENCE_MS },
  async () => {
    await using server = await testServer({ controllers: 'on', clock: new SimulatedClock(SPEED) });
    const { name, version, run } = await clientNode();
    const outcomes = await run(server.url);
    expect(outcomes.length).toBeGreaterThan(20);
    const failed = outcomes.filter(({ passed }) => !passed);
    expect(failed.length).toBeGreaterThan(0);
    for (const { command, said = '' } of failed)
      expect([command, said, reasonFor(name, version, { command, said })]).toEqual([
        command,
        said,
        expect.any(String) as string,
      ]);
  },
);
