import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { entryOf, envelopeOf, messageOf } from '../../shared/protobuf/protobuf-messages.fixture.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { recordRedacted } from '../record/redacted-recording.fixture.ts';
import { compareReplay, type ComparisonSession } from './comparison-session.ts';
import { identitiesIn } from '../../shared/protobuf/identities.ts';

const HIDDEN = 'hunter2-hunter2';
const PROTOBUF = { 'Content-Type': 'application/vnd.kubernetes.protobuf' };
const TABLE = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };
const NAMESPACES = '/api/v1/namespaces';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-protobuf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Sends a request through the recorder, and resolves with the identities in a response in protobuf. */
type Send = (
  method: string,
  path: string,
  init?: { body?: Buffer; headers?: Record<string, string> },
) => Promise<unknown>;

async function recorded(name: string, client: (send: Send) => Promise<void>): Promise<string> {
  await using server = await startReferenceServer();
  const out = join(folder, `${name}.jsonl`);
  const recording = await recordRedacted(server, out);
  await client(async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(new URL(path, recording.url), {
      method,
      headers: body === undefined ? headers : { ...PROTOBUF, ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBeLessThan(300);
    return identitiesIn(bytes);
  });
  await recording.close();
  return out;
}

async function replayed(path: string, options: { readonly namespace?: string }): Promise<ComparisonSession> {
  await using server = await startReferenceServer();
  // An object of its own, so its versions are not those of the recorded server.
  const body = '{"metadata":{"name":"other"}}';
  await fetch(new URL('api/v1/namespaces/kube-public/configmaps', server.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const session = await compareReplay(await readExchangeLog(path), { url: server.url }, options);
  session.close();
  return session;
}

const object = (kind: string, name: string, namespace: string, ...fields: [number, Buffer][]): Buffer =>
  envelopeOf('v1', kind, messageOf([1, messageOf([1, name], [3, namespace])], ...fields));

describe('a replayed recording of a client that sends protobuf', () => {
  it('shows no difference, in the same namespaces and in scratch ones', async () => {
    const path = await recorded('session', async (send) => {
      await send('POST', NAMESPACES, { body: object('Namespace', 'team', '') });
      for (const namespace of ['team', 'default']) {
        const data: [number, Buffer][] = [
          [2, entryOf('a', HIDDEN)],
          [2, entryOf('b', HIDDEN)],
        ];
        const at = `${NAMESPACES}/${namespace}`;
        await send('POST', `${at}/secrets`, { body: object('Secret', 's', namespace, ...data) });
        await send('POST', `${at}/serviceaccounts`, { body: object('ServiceAccount', 'sa', namespace) });
        await send('POST', `${at}/resourcequotas`, { body: object('ResourceQuota', 'q', namespace) });
        await send('GET', `${at}/secrets/s`);
      }
      for (const headers of [{}, TABLE]) {
        await send('GET', NAMESPACES, { headers });
        await send('GET', `${NAMESPACES}/team`, { headers });
        await send('GET', '/api/v1/serviceaccounts', { headers });
        await send('GET', `${NAMESPACES}?watch=true&timeoutSeconds=1`, { headers });
      }
    });
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain(HIDDEN);
    expect(text).not.toContain(Buffer.from(HIDDEN).toString('base64'));
    for (const options of [{}, { namespace: 'scratch' }]) {
      const { comparison, skipped } = await replayed(path, options);
      expect(comparison.differences).toEqual([]);
      expect(skipped).toEqual([]);
    }
  });

  it('uses the generated names, uids and versions of responses in protobuf', async () => {
    const maps = `${NAMESPACES}/default/configmaps`;
    const headers = { Accept: PROTOBUF['Content-Type'] };
    const path = await recorded('identities', async (send) => {
      const body = envelopeOf('v1', 'ConfigMap', messageOf([1, messageOf([2, 'made-'])]));
      const made = (await send('POST', maps, { body, headers })) as { metadata: { name: string; uid: string } };
      const { name, uid } = made.metadata;
      const list = (await send('GET', maps, { headers })) as { metadata: { resourceVersion: string } };
      await send('PATCH', `${maps}/${name}`, {
        body: Buffer.from('{"data":{"k":"v"}}'),
        headers: { ...headers, 'Content-Type': 'application/merge-patch+json' },
      });
      const watch = `watch=true&timeoutSeconds=1&resourceVersion=${list.metadata.resourceVersion}`;
      for (const Accept of ['application/json', headers.Accept])
        await send('GET', `${maps}?${watch}`, { headers: { Accept } });
      const options = messageOf([2, messageOf([1, uid])]);
      await send('DELETE', `${maps}/${name}`, { body: envelopeOf('v1', 'DeleteOptions', options), headers });
    });
    for (const options of [{}, { namespace: 'scratch' }]) {
      const { comparison, lines } = await replayed(path, options);
      expect(comparison.differences).toEqual([]);
      expect(lines.flatMap((line) => (line.kind === 'response' && line.status !== 200 ? [line.status] : []))).toEqual(
        [],
      );
      const streams = lines.flatMap((line) => (line.kind === 'event' ? [line.exchange] : []));
      expect(new Set(streams).size).toBe(2);
    }
  });

  it('does not send a body that was redacted as a whole, and says so', async () => {
    const path = await recorded('whole', async (send) => {
      const body = envelopeOf('v1', 'Secret', messageOf([1, messageOf([1, 's'])]));
      await send('POST', `${NAMESPACES}/default/secrets`, { body: Buffer.concat([body, messageOf([1, ''])]) });
      await send('GET', `${NAMESPACES}/default/secrets/s`);
    });
    const { comparison, skipped } = await replayed(path, {});
    expect(comparison.differences).toEqual([]);
    expect(skipped).toEqual([
      { exchange: 1, reason: 'it was not sent, because the recording has its body redacted as a whole' },
    ]);
  });
});
