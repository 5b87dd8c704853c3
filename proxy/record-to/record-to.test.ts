import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotRecordedError, RecordingFailedError, recordTo } from './index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as declared from './recording.d.ts';

let server: Server;
let target: string;
let asked: string[];
let folder: string;

/** A server of secrets that counts requests, and delivers each write to a watch. */
beforeAll(async () => {
  const watches = new Set<(line: string) => void>();
  server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url?.includes('watch=true') === true) {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      watches.add((line) => response.write(line));
      return;
    }
    const configMap = {
      kind: 'Secret',
      metadata: { name: 's', resourceVersion: String(asked.length) },
      data: { k: Buffer.from('hush').toString('base64') },
    };
    if (request.method !== 'GET')
      for (const deliver of watches) deliver(`${JSON.stringify({ type: 'ADDED', object: configMap })}\n`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(configMap));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'plumbline-record-to-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SECRETS = '/api/v1/namespaces/default/secrets';

/** A client that watches the secrets, creates one, reads it, and returns its observations. */
async function client(url: string): Promise<unknown> {
  const watch = (await fetch(`${url}${SECRETS}?watch=true`)).body?.getReader();
  const first = watch?.read();
  const seenBefore = await Promise.race([
    first,
    fetch(`${url}${SECRETS}/s`).then(async (response) => (await response.json(), 'nothing')),
  ]);
  const made = await fetch(`${url}${SECRETS}`, {
    method: 'POST',
    body: JSON.stringify({
      kind: 'Secret',
      metadata: { name: 's' },
      data: { k: Buffer.from('hush').toString('base64') },
    }),
  });
  const event = JSON.parse(Buffer.from((await first)?.value ?? []).toString()) as { type: string };
  await watch?.cancel();
  return { seenBefore, made: await made.json(), event: event.type };
}

describe('recordTo', () => {
  it('records the first time and serves from then on, with the same result and no server', async () => {
    const file = join(folder, 'kept', 'client.jsonl');
    const before = await recordTo(file, client, { target });
    expect(before).toMatchObject({
      seenBefore: 'nothing',
      made: { data: { k: Buffer.from('hush').toString('base64') } },
      event: 'ADDED',
    });
    expect(asked).toHaveLength(3);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(Buffer.from('hush').toString('base64'));
    expect(await recordTo(file, client)).toEqual(before);
    expect(await recordTo(file, client, { mode: 'none', match: 'strict' })).toEqual(before);
    expect(asked).toHaveLength(3);
    expect(await readdir(join(folder, 'kept'))).toEqual(['client.jsonl']);
  });

  it('records again with mode all, and keeps the old recording if the work fails', async () => {
    const file = join(folder, 'client.jsonl');
    await recordTo(file, client, { target });
    const first = await readFile(file, 'utf8');
    await recordTo(file, client, { target, mode: 'all' });
    const second = await readFile(file, 'utf8');
    expect(second).not.toBe(first);
    const failing = recordTo(file, () => Promise.reject(new Error('the assertion of a test')), { target, mode: 'all' });
    await expect(failing).rejects.toThrow('the assertion of a test');
    expect(await readFile(file, 'utf8')).toBe(second);
    expect(await readdir(folder)).toEqual(['client.jsonl']);
  });

  it('fails if a request found no response, and names the differences, even if the work went on', async () => {
    const file = join(folder, 'client.jsonl');
    await recordTo(file, client, { target });
    const other = recordTo(file, (url) => fetch(`${url}${SECRETS}/other`));
    await expect(other).rejects.toThrow(`path: recorded ${SECRETS}/s, sent ${SECRETS}/other`);
    await expect(other).rejects.toBeInstanceOf(NotRecordedError);
    await expect(other).rejects.toMatchObject({ code: 'ERR_NOT_RECORDED', missed: [expect.stringContaining('GET')] });
  });

  it('names the missing part: a recording, a target, a server that responds, a file that is a recording', async () => {
    const file = join(folder, 'none.jsonl');
    const work = (url: string): Promise<unknown> => fetch(url);
    await expect(recordTo(file, work)).rejects.toThrow(/none\.jsonl is not there yet: give the target/);
    await expect(recordTo(file, work, { mode: 'none', target })).rejects.toBeInstanceOf(RecordingFailedError);
    await expect(recordTo(file, work, { target: 'nowhere' })).rejects.toThrow("the target 'nowhere' is no URL");
    await expect(recordTo(file, work, { target: 'http://127.0.0.1:9' })).rejects.toThrow('the target gave no response');
    expect(await readdir(folder)).toEqual([]);
    await writeFile(file, 'words\n');
    await expect(recordTo(file, work)).rejects.toMatchObject({ code: 'ERR_EXCHANGE_LOG' });
  });
});

/** The published types match the real exports. */
export const DECLARED: Promise<typeof declared> = import('./index.ts');
