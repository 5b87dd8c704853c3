import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaign, type Campaign } from './campaign.ts';
import { etcdClient, type EtcdClient } from './etcd-client.ts';
import { startTestEtcd, type TestEtcd, WHY_NO_ETCD } from './test-etcd.fixture.ts';

describe.skipIf(WHY_NO_ETCD !== undefined)('servers that campaign for one key', () => {
  let etcd: TestEtcd;
  beforeAll(async () => {
    etcd = await startTestEtcd();
  });
  afterAll(async () => {
    await etcd[Symbol.asyncDispose]();
  });

  /** Starts this many campaigns and tracks which of them serve. */
  function start(
    key: string,
    count: number,
    clientOf: (who: number, client: EtcdClient) => EtcdClient = (_, client) => client,
  ): { readonly all: Campaign[]; readonly serving: Set<number>; readonly most: () => number } {
    const serving = new Set<number>();
    let most = 0;
    const begin = (who: number) => () => {
      serving.add(who);
      most = Math.max(most, serving.size);
      return { stop: () => void serving.delete(who) };
    };
    const all = Array.from({ length: count }, (_, who) =>
      campaign(clientOf(who, etcdClient(etcd.url)), key, begin(who)),
    );
    return { all, serving, most: () => most };
  }

  const soon = { interval: 20 };

  it('serve one at a time, and the next one when that one ends', async () => {
    const { all, serving, most } = start('/office', 3);
    const served: number[] = [];
    while (served.length < all.length) {
      await expect.poll(() => serving.size, soon).toBe(1);
      const [who = 0] = serving;
      served.push(who);
      await all[who]?.end();
      expect(serving.has(who)).toBe(false);
    }
    expect(served.sort()).toEqual([0, 1, 2]);
    expect(most()).toBe(1);
  });

  it('stop if their lease ends before its renewal, and may serve again', async () => {
    let begun = 0;
    const client = etcdClient(etcd.url);
    const own = campaign(
      { ...client, renew: async (lease) => (await client.renew(lease)) && begun > 1 },
      '/lost',
      () => {
        begun += 1;
        return { stop: () => undefined };
      },
    );
    await expect.poll(() => begun, soon).toBe(2);
    await own.end();
  });
});
