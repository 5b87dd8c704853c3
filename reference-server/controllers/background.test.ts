import { describe, expect, it } from 'vitest';
import { WHY_NO_ETCD, startTestEtcd } from '../store/etcd/test-etcd.fixture.ts';
import { ManualClock } from '../testing/manual-clock.fixture.ts';
import { testServer } from '../testing/server.fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';

if (WHY_NO_ETCD !== undefined) process.stderr.write(`skipped: ${WHY_NO_ETCD}\n`);

describe.skipIf(WHY_NO_ETCD !== undefined)('background work', () => {
  it('is done later if the storage was unavailable when it was due', async () => {
    await using etcd = await startTestEtcd({ isDurable: true });
    const clock = new ManualClock(Date.UTC(2017, 7, 1));
    await using server = await testServer({ storage: etcd.url, clock, report: () => undefined });
    await server.send('POST', PODS, {
      metadata: { name: 'p' },
      spec: { nodeName: 'node', containers: [{ name: 'c', image: 'i' }] },
    });
    await server.send('DELETE', `${PODS}/p`, { gracePeriodSeconds: 5 });
    await etcd.kill();
    clock.advance(6000);
    expect((await server.send('GET', `${PODS}/p`)).status).toBe(503);
    await etcd.restart();
    await expect.poll(async () => (await server.send('GET', `${PODS}/p`)).status).toBe(404);
  });
});
