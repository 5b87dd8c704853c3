import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Agent, fetch } from 'undici';
import { selfSigned } from '../../shared/connection/self-signed.ts';
import { testServer } from '../testing/server.fixture.ts';
import { identityOf, tokensIn } from './credential-files.ts';

describe('a server with access control', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('serves TLS with a certificate that it makes, saves and reads again', async () => {
    const [tlsCert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = await identityOf({ tls: true, tlsCert, tlsKey, host: '127.0.0.1' });
    expect([existsSync(tlsCert), statSync(tlsKey).mode & 0o077]).toEqual([true, 0]);
    const tls = await identityOf({ tls: false, tlsCert, tlsKey, host: '127.0.0.1' });
    expect(tls).toEqual(made);
    if (tls === undefined) throw new Error('no identity');
    await using server = await testServer({ tls });
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const trusting = new Agent({ connect: { ca: tls.cert } });
    expect((await fetch(`${server.url}/api/v1`, { dispatcher: trusting })).status).toBe(200);
    await trusting.close();
    const doubting = new Agent();
    await expect(fetch(`${server.url}/api/v1`, { dispatcher: doubting })).rejects.toThrow();
    await doubting.close();
  });

  it('responds with 401 to callers without a known token, except for the health check', async () => {
    await using server = await testServer({
      tokens: tokensIn(file('tokens.csv', '# who may call\ns3cret,alice,1,"a,b"\n\nother,bob,2\n')),
    });
    const status = async (path: string, authorization?: string): Promise<number> =>
      (
        await server.send(
          'GET',
          path,
          undefined,
          authorization === undefined ? {} : { headers: { Authorization: authorization } },
        )
      ).status;
    for (const path of ['/api/v1/pods', '/api', '/openapi/v2', '/nowhere', '/api/v1/pods?watch=true'])
      expect(await status(path)).toBe(401);
    expect(await status('/api/v1/pods', 'Bearer s3cret')).toBe(200);
    expect(await status('/api/v1/pods', 'bearer  other')).toBe(200);
    expect(await status('/api/v1/pods', 'Bearer s3cre')).toBe(401);
    expect(await status('/api/v1/pods', 'Basic s3cret')).toBe(401);
    expect(await status('/healthz')).toBe(200);
    const refused = await server.send('GET', '/api/v1/pods');
    expect([refused.body.reason, refused.headers.get('www-authenticate')]).toEqual(['Unauthorized', 'Bearer']);
  });

  it('names the file that cannot be used and the reason, in one line', async () => {
    await expect(identityOf({ tls: true, tlsCert: 'x', host: 'h' })).rejects.toThrow(
      '--tls-cert and --tls-key go together',
    );
    await expect(
      identityOf({ tls: false, tlsCert: join(folder, 'no.pem'), tlsKey: join(folder, 'no.key'), host: 'h' }),
    ).rejects.toThrow('cannot read the file of --tls-cert');
    const junk = file('junk.pem', 'junk');
    await expect(identityOf({ tls: false, tlsCert: junk, tlsKey: junk, host: 'h' })).rejects.toThrow(
      'are no certificate and its key in PEM',
    );
    const { cert } = await selfSigned('one', 'h');
    for (const { privateKey } of [
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]) {
      const other = {
        tlsCert: file('one.pem', cert),
        tlsKey: file('other.key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
      };
      await expect(identityOf({ tls: false, ...other, host: 'h' })).rejects.toThrow(
        /one\.pem and .*other\.key are no certificate and its key/,
      );
    }
    expect(() => tokensIn(file('empty.csv', '\n'))).toThrow('holds no token');
    expect(() => tokensIn(file('odd.csv', 'good,a\nnot good,b\n'))).toThrow('odd.csv line 2: expected a token');
    expect(() => tokensIn(join(folder, 'none.csv'))).toThrow('cannot read the file of --token-auth-file');
  });
});
