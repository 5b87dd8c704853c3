import { expect, it } from 'vitest';
import { SimulatedClock } from '../objects/simulated-clock.ts';
import { testServer } from '../testing/server.fixture.ts';
import { PATIENCE_MS, isHere } from './client-process.fixture.ts';
import { reasonFor } from './measure/outside.ts';
import { python3Kubernetes } from './measure/python3-kubernetes.ts';

const PYTHON = '/usr/bin/python3';
/** Pods start and deployments roll out in a fraction of a second. */
const SPEED = 20;
const isInstalled = isHere('python3-kubernetes', PYTHON, '-c', 'import kubernetes');

it.skipIf(!isInstalled)(
  'the Python client does the most common tasks, except those outside of the document',
  { timeout: PATIENCE_MS },
  async () => {
    await using server = await testServer({ controllers: 'on', clock: new SimulatedClock(SPEED) });
    const { name, version, run } = python3Kubernetes(PYTHON);
    const outcomes = await run(server.url);
    expect(outcomes.length).toBeGreaterThan(30);
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
