import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import type { HistoryComparison } from '../diff/compare/compare-histories.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { recordRedacted } from '../record/redacted-recording.fixture.ts';
import { compareReplay } from './comparison-session.ts';

type Server = Awaited<ReturnType<typeof startReferenceServer>>;

let server: Server;
let folder: string;
beforeAll(async () => {
  server = await startReferenceServer();
  folder = await mkdtemp(join(tmpdir(), 'plumbline-same-'));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function makeNamespace(url: string, name: string): Promise<void> {
  const response = await fetch(new URL('api/v1/namespaces', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata: { name } }),
  });
  await response.text();
}

/** One action of a client; `of` names one of three objects. */
interface ClientAction {
  readonly do: 'create' | 'read' | 'delete' | 'list' | 'generate' | 'replace' | 'overwrite' | 'patch';
  readonly of: string;
  readonly value: string;
}

const NAMES = ['a', 'ab', 'b'];
const DEEDS = ['create', 'read', 'delete', 'list', 'generate', 'replace', 'overwrite', 'patch'] as const;
const deed: fc.Arbitrary<ClientAction> = fc.record(
  { do: fc.constantFrom(...DEEDS), of: fc.constantFrom(...NAMES), value: fc.constantFrom('1', '2', '3') },
  { noNullPrototype: true },
);
/** Groups of actions one after the other; those of one group are concurrent. */
const session = fc.array(fc.array(deed, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 });

async function run(url: string, namespace: string, turns: readonly (readonly ClientAction[])[]): Promise<void> {
  const base = `${url}/api/v1/namespaces/${namespace}/configmaps`;
  const leaving = new AbortController();
  const watch = await fetch(`${base}?watch=true`, { signal: leaving.signal });
  const held = new Map<string, object>();
  for (const turn of turns) await Promise.all(turn.map((each) => act(base, each, held)));
  leaving.abort();
  await watch.text().catch(() => undefined);
}

async function act(base: string, deed: ClientAction, held: Map<string, object>): Promise<void> {
  const sent = (method: string, path: string, body?: unknown, type = 'application/json'): Promise<Response> =>
    fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } }),
    });
  const at = `/${deed.of}`;
  const response = await (deed.do === 'create'
    ? sent('POST', '', { metadata: { name: deed.of }, data: { k: '0' } })
    : deed.do === 'generate'
      ? sent('POST', '', { metadata: { generateName: `${deed.of}-` } })
      : deed.do === 'read'
        ? sent('GET', at)
        : deed.do === 'list'
          ? sent('GET', '')
          : deed.do === 'delete'
            ? sent('DELETE', at, {})
            : deed.do === 'patch'
              ? sent('PATCH', at, { data: { [deed.value]: deed.value } }, 'application/merge-patch+json')
              : sent(
                  'PUT',
                  at,
                  deed.do === 'overwrite'
                    ? { metadata: { name: deed.of }, data: { k: deed.value } }
                    : { ...held.get(deed.of), data: { k: deed.value } },
                ));
  const body = (await response.json()) as object;
  if (response.ok && ['create', 'read', 'replace', 'overwrite', 'patch'].includes(deed.do)) held.set(deed.of, body);
}

describe('a recording that is replayed on a server of the same kind', () => {
  let turn = 0;

  /** Records the client, and compares the recording with its replay in another namespace. */
  async function replayed(client: (url: string, namespace: string) => Promise<void>): Promise<HistoryComparison> {
    turn += 1;
    const path = join(folder, `${turn}.jsonl`);
    const recording = await recordRedacted(server, path);
    await client(recording.url, `made-${turn}`).finally(() => recording.close());
    const { comparison, close } = await compareReplay(
      await readExchangeLog(path),
      { url: server.url },
      { namespace: `again-${turn}` },
    );
    close();
    return comparison;
  }

  it('shows no difference, whatever its clients did, sequentially or concurrently', async () => {
    const found = fc.asyncProperty(session, async (turns) => {
      const { differences, compared } = await replayed(async (url, namespace) => {
        await makeNamespace(server.url.href, namespace);
        await run(url, namespace, turns);
      });
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(1);
    });
    await fc.assert(found, { numRuns: 8, endOnFailure: true });
  });

  it.each([
    ['by a get', (namespace: string) => ['GET', `api/v1/namespaces/${namespace}`] as const],
    ['by a create', (namespace: string) => ['POST', `api/v1/namespaces/${namespace}/configmaps`] as const],
  ])('shows no difference if its client found the namespace absent %s, and created it', async (_, first) => {
    const { differences, compared } = await replayed(async (url, namespace) => {
      const [method, path] = first(namespace);
      const body = method === 'POST' ? { body: JSON.stringify({ metadata: { name: 'a' } }) } : {};
      const response = await fetch(new URL(path, url), { method, ...body });
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(namespace)]);
      await makeNamespace(url, namespace);
    });
    expect([differences, compared]).toEqual([[], 2]);
  });
});
