import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('compression of responses', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.send('POST', MAPS, { metadata: { name: 'large' }, data: { k: 'x'.repeat(200_000) } });
    await server.send('POST', MAPS, { metadata: { name: 'small' }, data: { k: 'x' } });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  function raw(
    path: string,
    encoding: string,
  ): Promise<{ readonly coding: string | undefined; readonly bytes: Buffer }> {
    return new Promise((resolve, reject) => {
      get(`${server.url}${path}`, { headers: { 'Accept-Encoding': encoding } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ coding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        );
      }).on('error', reject);
    });
  }

  it.each(['gzip', 'br, gzip;q=0.5', '*', 'GZIP', 'gzip;q=0.3, identity;q=0.3', 'identity;q=0, *', 'gzip;q=much'])(
    'a large response to %s is sent in gzip, with the same content',
    async (encoding) => {
      for (const path of [`${MAPS}/large`, MAPS]) {
        const { coding, bytes } = await raw(path, encoding);
        expect(coding).toBe('gzip');
        expect(bytes.length).toBeLessThan(20_000);
        expect(gunzipSync(bytes).toString()).toBe((await raw(path, 'identity')).bytes.toString());
      }
    },
  );

  it.each([
    ['large', 'identity'],
    ['large', 'br'],
    ['large', 'gzip;q=0'],
    ['large', '*, gzip;q=0.0'],
    ['large', 'gzip;q=0.5, identity'],
    ['large', '*;q=0.2, identity;q=0.3'],
    ['large', ''],
    ['small', 'gzip'],
  ])('%s in response to %s is not compressed', async (name, encoding) => {
    const { coding, bytes } = await raw(`${MAPS}/${name}`, encoding);
    expect([coding, JSON.parse(bytes.toString())]).toEqual([undefined, expect.objectContaining({ kind: 'ConfigMap' })]);
  });
});
