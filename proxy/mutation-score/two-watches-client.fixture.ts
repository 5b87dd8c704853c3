/**
 * A config map client that uses only `fetch`: two watches at once and a resumed one, every kind of write, conflicts,
 * and a reused name.
 */
export async function runTwoWatches(url: string): Promise<void> {
  const base = `${url}/api/v1/namespaces/default/configmaps`;
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
  ): Promise<Record<string, Record<string, string>>> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } };
    return (await fetch(base + path, { method, ...init })).json() as Promise<Record<string, Record<string, string>>>;
  };
  const watches = await Promise.all([
    follow(`${base}?watch=true`),
    follow(`${url}/api/v1/watch/namespaces/default/configmaps`),
  ]);
  const made = await send('POST', '', { metadata: { name: 'a' }, data: { k: '1' } });
  await send('POST', '', { metadata: { generateName: 'gen-' } });
  await send('GET', '/a');
  const put = await send('PUT', '/a', { ...made, data: { k: '2' } });
  await send('GET', '/a');
  await send('PUT', '/a', { ...made, data: { k: 'stale' } });
  await send('POST', '', { metadata: { name: 'b' } });
  await send('GET', '');
  await send('PATCH', '/b', { data: { x: 'y' } }, 'application/merge-patch+json');
  await send('DELETE', '/a', {});
  const again = await send('POST', '', { metadata: { name: 'a' }, data: { k: '3' } });
  await send('GET', '');
  await send('DELETE', '/b', { preconditions: { uid: again['metadata']?.['uid'] } });
  await Promise.all(watches.map((watch) => watch.shows(7)));
  const resumed = await follow(`${base}?watch=true&resourceVersion=${put['metadata']?.['resourceVersion'] ?? ''}`);
  await resumed.shows(4);
  for (const watch of [...watches, resumed]) await watch.leave();
}

interface WatchFollower {
  shows(events: number): Promise<void>;
  leave(): Promise<void>;
}

async function follow(url: string): Promise<WatchFollower> {
  const { body } = await fetch(url);
  if (body === null) throw new Error('a watch without a body');
  const reader = body.getReader();
  let text = '';
  return {
    async shows(events) {
      while (text.split('\n').length <= events) text += Buffer.from((await reader.read()).value ?? []).toString();
    },
    leave: () => reader.cancel(),
  };
}
