import { describe, expect, it } from 'vitest';
import { testServer } from '../testing/server.fixture.ts';
import { PATIENCE_MS, isHere, skipped } from './client-process.fixture.ts';
import { patroni, postgresPrograms } from './measure/patroni.ts';

const isInstalled = isHere('patroni', 'patroni', '--version');
const isComplete = isInstalled && postgresPrograms() !== undefined;
if (isInstalled && !isComplete)
  skipped('patroni', 'needs a PostgreSQL, which is not on this machine (Debian: apt-get install postgresql)');

describe.skipIf(!isComplete)('patroni, with the server as its store', { timeout: 3 * PATIENCE_MS }, () => {
  it('starts a cluster, lets another member join, and fails over when the leader goes', async () => {
    await using server = await testServer();
    expect((await patroni().run(server.url)).filter(({ passed }) => !passed)).toEqual([]);
  });
});
