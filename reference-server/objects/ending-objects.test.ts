import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.fixture.ts';
import { openWatch, summaries } from '../testing/watch.fixture.ts';
import { testServer } from '../testing/server.fixture.ts';

const EVENTS = '/api/v1/namespaces/default/events';
const MINUTE_MS = 60_000;

describe('objects that expire', () => {
  it('are events, an hour after their last write; watchers get a DELETED event, and other objects stay', async () => {
    const clock = new ManualClock(Date.UTC(2017, 7, 1));
    await using server = await testServer({ clock });
    const event = (name: string): object => ({
      metadata: { name },
      involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
    });
    for (const name of ['once', 'again']) await server.send('POST', EVENTS, event(name));
    await server.send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'kept' } });
    clock.advance(40 * MINUTE_MS);
    await server.send(
      'PATCH',
      `${EVENTS}/again`,
      { reason: 'Seen' },
      { headers: { 'Content-Type': 'application/merge-patch+json' } },
    );
    const { resourceVersion } = (await server.send('GET', EVENTS)).body.metadata;
    await using watch = await openWatch(`${server.url}${EVENTS}?watch=true&resourceVersion=${resourceVersion}`);
    clock.advance(20 * MINUTE_MS);
    expect(summaries(await watch.take(1))).toEqual(['DELETED once']);
    expect((await server.send('GET', EVENTS)).body.items.map(({ metadata }) => metadata.name)).toEqual(['again']);
    clock.advance(40 * MINUTE_MS);
    expect((await server.send('GET', `${EVENTS}/again`)).status).toBe(404);
    expect((await server.send('GET', '/api/v1/namespaces/default/configmaps/kept')).status).toBe(200);
  });
});
