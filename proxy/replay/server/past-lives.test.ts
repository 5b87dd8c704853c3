import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { startReferenceServer } from '../../programs/run-process.ts';
import { ask, type AskedServer } from './ask.ts';
import { USUAL_LIMITS } from './limits.ts';
import { mustHaveNoPast } from './past-lives.ts';

const NAMESPACES = '/api/v1/namespaces';

let running: Awaited<ReturnType<typeof startReferenceServer>>;
let server: AskedServer;
beforeAll(async () => {
  running = await startReferenceServer();
  server = { upstream: { url: running.url }, limits: USUAL_LIMITS };
  await ask(server, 'POST', NAMESPACES, { metadata: { name: 'used' } });
  await ask(server, 'POST', `${NAMESPACES}/used/configmaps`, { metadata: { name: 'a' } });
  await ask(server, 'DELETE', `${NAMESPACES}/used`);
  await vi.waitFor(async () => expect((await ask(server, 'GET', `${NAMESPACES}/used`)).status).toBe(404), 60_000);
});
afterAll(() => running[Symbol.asyncDispose]());

function exchange(id: number, target: string, json?: unknown): LoggedExchange {
  const line = { n: id, t: id, exchange: id } as const;
  return {
    id,
    request: { ...line, kind: 'request', method: 'GET', target, headers: [] },
    response: { ...line, kind: 'response', status: 200, headers: [] },
    body: json === undefined ? undefined : { json },
    events: [],
    end: { ...line, kind: 'end', reason: 'complete' },
  };
}

const checked = (name: string, ...exchanges: LoggedExchange[]): Promise<void> =>
  mustHaveNoPast(exchanges, new Map([['default', name]]), server);

describe('a scratch namespace whose name was used before', () => {
  it.each([
    `${NAMESPACES}/default/configmaps?watch=true&resourceVersion=1`,
    '/api/v1/watch/namespaces/default/configmaps?resourceVersion=1',
    '/api/v1/configmaps?watch=true&resourceVersion=1',
    '/api/v1/watch/configmaps?resourceVersion=1',
    `${NAMESPACES}?watch=true&resourceVersion=1`,
  ])('is refused if its events would reach the recorded watch %s', async (target) => {
    await expect(checked('used', exchange(1, target))).rejects.toThrow(
      /had a namespace of that name before.*never used/,
    );
    await expect(checked('unused', exchange(1, target))).resolves.toBeUndefined();
  });

  it('is taken if the watch begins where a list ended, or now, or shows other objects', async () => {
    const maps = `${NAMESPACES}/default/configmaps`;
    const list = exchange(1, maps, { kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items: [] });
    for (const exchanges of [
      [list, exchange(2, `${maps}?watch=true&resourceVersion=1`)],
      [exchange(1, `${maps}?watch=true`), exchange(2, `${maps}?watch=true&resourceVersion=0`)],
      [exchange(1, `${NAMESPACES}/default/pods?watch=true&resourceVersion=1`)],
    ])
      await expect(checked('used', ...exchanges)).resolves.toBeUndefined();
  });
});
