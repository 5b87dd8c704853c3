import { describe, expect, it } from 'vitest';
import { WHY_NO_ETCD, startTestEtcd } from '../store/etcd/test-etcd.fixture.ts';
import { type Reply, testServer } from '../testing/server.fixture.ts';
import { openWatch, summaries } from '../testing/watch.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const WRITERS = [1, 2, 3, 4];
const ENOUGH = 40;

if (WHY_NO_ETCD !== undefined) process.stderr.write(`skipped: ${WHY_NO_ETCD}\n`);

describe.skipIf(WHY_NO_ETCD !== undefined)('a server whose etcd is killed during writes, and started again', () => {
  it('reports unknown outcomes and retryable errors, loses no acknowledged write, and continues its watches', async () => {
    await using etcd = await startTestEtcd({ isDurable: true });
    const reported: unknown[] = [];
    await using server = await testServer({ storage: etcd.url, report: (error) => reported.push(error) });
    const { resourceVersion } = (await server.send('GET', MAPS)).body.metadata;
    await using watch = await openWatch(`${server.url}${MAPS}?watch=true&resourceVersion=${resourceVersion}`);
    const acknowledged: string[] = [];
    const refused: Reply[] = [];
    let killed: Promise<void> | undefined;
    const writer = async (who: number): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        const name = `kept-${who}-${turn}`;
        const reply = await server.send('POST', MAPS, { metadata: { name } });
        if (reply.status !== 200) return void refused.push(reply);
        if (acknowledged.push(name) === ENOUGH) killed = etcd.kill();
      }
    };
    await Promise.all(WRITERS.map(writer));
    await killed;
    for (const { status, body } of refused)
      expect(body).toMatchObject({
        kind: 'Status',
        status: 'Failure',
        code: status,
        reason: status === 503 ? 'ServiceUnavailable' : 'InternalError',
      });
    for (const [method, path, body] of [
      ['GET', MAPS],
      ['GET', `${MAPS}?watch=true`],
      ['GET', `${MAPS}/${acknowledged[0]}`],
      ['POST', MAPS, { metadata: { name: 'late' } }],
      ['DELETE', `${MAPS}/${acknowledged[0]}`],
    ] as const) {
      const away = await server.send(method, path, body);
      expect([away.status, away.headers.get('Retry-After'), away.body.details]).toEqual([
        503,
        '1',
        { retryAfterSeconds: 1 },
      ]);
    }
    expect(reported.length).toBeGreaterThan(0);
    await etcd.restart();
    await expect.poll(async () => (await server.send('GET', MAPS)).status).toBe(200);
    const names = (await server.send('GET', MAPS)).body.items.map(({ metadata }) => metadata.name);
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    await server.send('POST', MAPS, { metadata: { name: 'after' } });
    const delivered = summaries(await watch.take(names.length + 1));
    expect(delivered.toSorted()).toEqual([...names, 'after'].map((name) => `ADDED ${name}`).toSorted());
    expect(delivered.at(-1)).toBe('ADDED after');
  });
});
