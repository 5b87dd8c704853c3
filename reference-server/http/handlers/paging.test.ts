import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectFromBytes } from '../../protobuf/object-bytes.ts';
import { type Reply, testServer, type TestServer } from '../../testing/server.fixture.ts';
import { openWatch } from '../../testing/watch.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('pages of a list', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ history: 50 });
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await server.send('POST', MAPS, { metadata: { name, labels: { odd: String('ace'.includes(name)) } } });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const page = (query: string): Promise<Reply> => server.send('GET', `${MAPS}?${query}`);
  const names = ({ body }: Reply): string[] => body.items.map(({ metadata }) => metadata.name);
  const token = ({ body }: Reply): unknown => body.metadata['continue'];

  it('are together the list at the time of the first page, whatever is written meanwhile', async () => {
    const first = await page('limit=2');
    expect([names(first), first.body.metadata['remainingItemCount']]).toEqual([['a', 'b'], 3]);
    await server.send('DELETE', `${MAPS}/d`);
    await server.send('POST', MAPS, { metadata: { name: 'bb' } });
    const second = await page(`limit=2&continue=${String(token(first))}`);
    expect([names(second), second.body.metadata['remainingItemCount'], second.body.metadata.resourceVersion]).toEqual([
      ['c', 'd'],
      1,
      first.body.metadata.resourceVersion,
    ]);
    const third = await page(`limit=2&continue=${String(token(second))}`);
    expect([names(third), token(third)]).toEqual([['e'], undefined]);
    expect(names(await page('limit=10'))).toEqual(['a', 'b', 'bb', 'c', 'e']);
  });

  it('are ordered by name, a shorter name before the names that begin with it, also for past versions', async () => {
    const secrets = '/api/v1/namespaces/default/secrets';
    for (const name of ['a.b', 'a', 'ab', 'a-b', 'a-b.c']) await server.send('POST', secrets, { metadata: { name } });
    const sorted = ['a', 'a-b', 'a-b.c', 'a.b', 'ab'];
    expect(names(await server.send('GET', secrets))).toEqual(sorted);
    expect(names(await server.send('GET', '/api/v1/secrets'))).toEqual(sorted);
    await using watch = await openWatch(`${server.url}${secrets}?watch=true`);
    expect((await watch.take(sorted.length)).map(({ object }) => object.metadata.name)).toEqual(sorted);
    const pages: Reply[] = [await server.send('GET', `${secrets}?limit=1`)];
    await server.send('DELETE', `${secrets}/a.b`);
    for (let last = pages[0]; last !== undefined && token(last) !== undefined; last = pages.at(-1))
      pages.push(await server.send('GET', `${secrets}?limit=1&continue=${String(token(last))}`));
    expect(pages.flatMap(names)).toEqual(sorted);
  });

  it('hold the selected objects, and then do not count the remaining ones', async () => {
    const first = await page('limit=2&labelSelector=odd=true');
    expect([names(first), first.body.metadata['remainingItemCount']]).toEqual([['a', 'c'], undefined]);
    expect(names(await page(`limit=2&labelSelector=odd=true&continue=${String(token(first))}`))).toEqual(['e']);
  });

  it('do not exist in protobuf, in which a list cannot have a continue token', async () => {
    const response = await fetch(`${server.url}${MAPS}?limit=2`, {
      headers: { Accept: 'application/vnd.kubernetes.protobuf' },
    });
    expect(objectFromBytes(Buffer.from(await response.arrayBuffer()), 'core/v1.ConfigMapList')).toMatchObject({
      items: { length: 5 },
    });
  });

  it.each(['limit=-1', 'limit=x', 'continue=x', 'continue=WzEsMl0', 'limit=1&continue=WzEwMDAwMDAsImEiXQ'])(
    'of %s are refused with 400',
    async (query) => {
      expect((await page(query)).status).toBe(400);
    },
  );

  it('end with 410 if the list has expired', async () => {
    const first = await page('limit=2');
    for (let i = 0; i < 60; i += 1)
      await server.send(
        'PATCH',
        `${MAPS}/a`,
        { data: { i: String(i) } },
        { headers: { 'Content-Type': 'application/merge-patch+json' } },
      );
    const late = await page(`limit=2&continue=${String(token(first))}`);
    expect([late.status, late.body.reason]).toEqual([410, 'Gone']);
  });
});
