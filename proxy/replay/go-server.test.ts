import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeLog, readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { causesOf } from '../diff/causes/causes.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { recordRedacted } from '../record/redacted-recording.fixture.ts';
import { compareReplay } from './comparison-session.ts';
import { goServer, type GoServer } from './go-server.fixture.ts';

const RECORDED = 'recorded';
const MAPS = `api/v1/namespaces/${RECORDED}/configmaps`;
/** More changes than the server's history keeps. */
const CHANGES = 12;

let upstream: Awaited<ReturnType<typeof startReferenceServer>>;
let server: GoServer;
let folder: string;
let log: ExchangeLog;

beforeAll(async () => {
  upstream = await startReferenceServer('--dialect', 'kubernetes-1.7', '--history', String(CHANGES / 2));
  server = await goServer(upstream.url);
  folder = await mkdtemp(join(tmpdir(), 'plumbline-go-'));
  log = await recorded(join(folder, 'session.jsonl'));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A session in which real servers respond differently each time. */
async function recorded(out: string): Promise<ExchangeLog> {
  const recording = await recordRedacted(server, out);
  const ask = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<void> => {
    await fetch(new URL(path, recording.url), {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).then((response) => response.text());
  };
  try {
    await ask('GET', 'apis');
    await ask('POST', 'api/v1/namespaces', { metadata: { name: RECORDED } });
    await ask('POST', MAPS, { metadata: { name: 'm' }, data: { text: 'del \u007f' } });
    const leaving = new AbortController();
    const watch = await fetch(new URL(`${MAPS}?watch=true&timeoutSeconds=600`, recording.url), {
      signal: leaving.signal,
    });
    await watch.body?.getReader().read();
    leaving.abort();
    for (let change = 0; change < CHANGES; change += 1)
      await ask(
        'PATCH',
        `${MAPS}/m`,
        { data: { change: String(change) } },
        { 'Content-Type': 'application/merge-patch+json' },
      );
    await ask('GET', `${MAPS}?watch=true&resourceVersion=1`);
    await ask('GET', `${MAPS}/m`, undefined, { Accept: 'application/yaml' });
    await ask('DELETE', `${MAPS}/m`, { orphanDependents: true, propagationPolicy: 'Background' });
  } finally {
    await recording.close();
  }
  return readExchangeLog(out);
}

describe('a recording of a server that is written in Go', () => {
  it('records that the client left a watch, though the server ended it properly', () => {
    const ends = exchangesOf(log.lines).filter(({ request }) => request.target.includes('timeoutSeconds=600'));
    expect(ends.map(({ end }) => end?.reason)).toEqual(['client-abort']);
  });

  it('has a refusal with an address, a version too old with the oldest available one, and YAML that failed', () => {
    const said = JSON.stringify(log.lines);
    expect(said).toMatch(/0xc42/);
    expect(said).toMatch(/too old resource version: 1 \(\d+\)/);
    expect(exchangesOf(log.lines).some(({ body }) => JSON.stringify(body)?.includes('kind: Status'))).toBe(true);
  });

  it('shows no difference of that server from itself, in another namespace', async () => {
    const { comparison, close } = await compareReplay(log, { url: server.url }, { namespace: 'again' });
    close();
    expect(comparison.differences).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(CHANGES);
  });

  it('has one cause if the server responds to YAML with a Status', async () => {
    const objects = await startReferenceServer('--dialect', 'spec', '--history', String(CHANGES / 2));
    try {
      const { comparison, close } = await compareReplay(log, { url: objects.url }, { namespace: 'again' });
      close();
      const ofYaml = causesOf(comparison.differences).filter(
        ({ operation }) => operation.startsWith('GET') && operation.endsWith('{name}'),
      );
      expect(ofYaml.map(({ field }) => field)).toEqual(['$.kind']);
    } finally {
      await objects[Symbol.asyncDispose]();
    }
  });
});
