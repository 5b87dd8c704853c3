import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeLog, readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import type { TrafficDifference } from '../diff/values/difference.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { recordRedacted } from '../record/redacted-recording.fixture.ts';
import { compareReplay } from './comparison-session.ts';

const NAMESPACE = 'rolled';
const DEPLOYMENTS = `apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const PODS = `api/v1/namespaces/${NAMESPACE}/pods`;
/** By then a watch has delivered what a list showed. */
const LAG_MS = 4000;

interface ShownTraffic {
  readonly metadata: { readonly name?: string; readonly generation?: number };
  readonly items?: readonly ShownTraffic[];
  readonly spec?: { readonly replicas: number };
  readonly status?: Readonly<Record<string, number>>;
}

/** Changes a response; `undefined` leaves it. Lines of watches are given one by one, and `''` drops one. */
interface Fault {
  readonly status?: (request: IncomingMessage) => number | undefined;
  readonly body?: (request: IncomingMessage, text: string) => string;
}

/** A client that rolls a deployment out, scales it, rolls it back and deletes it, beside two watches. */
async function rollOut(url: string): Promise<void> {
  const send = async (
    method: string,
    path: string,
    body?: object,
    type = 'application/json',
  ): Promise<ShownTraffic> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } };
    return (await fetch(new URL(path, url), { method, ...sent })).json() as Promise<ShownTraffic>;
  };
  const change = async (spec: object): Promise<void> => {
    await send('PATCH', `${DEPLOYMENTS}/web`, { spec }, 'application/strategic-merge-patch+json');
    await settled();
  };
  const settled = async (): Promise<void> => {
    for (;;) {
      const { metadata, spec, status = {} } = await send('GET', `${DEPLOYMENTS}/web`);
      const { observedGeneration = 0, updatedReplicas, replicas, availableReplicas } = status;
      if (
        observedGeneration >= (metadata.generation ?? 0) &&
        [updatedReplicas, replicas, availableReplicas].every((count) => count === spec?.replicas)
      )
        return;
      await sleep(200);
    }
  };
  const image = (name: string): object => ({ template: { spec: { containers: [{ name: 'c', image: name }] } } });
  const labels = { app: 'web' };
  await send('POST', 'api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const leaving = new AbortController();
  const watches = await Promise.all(
    [PODS, DEPLOYMENTS].map(async (path) => fetch(new URL(`${path}?watch=true`, url), { signal: leaving.signal })),
  );
  const ends = watches.map(async (watch) => watch.text().catch(() => undefined));
  await send('POST', DEPLOYMENTS, {
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i:1' }] } },
    },
  });
  await settled();
  await change(image('i:2'));
  await change({ replicas: 4 });
  await send('GET', PODS);
  await send('GET', DEPLOYMENTS);
  await send('POST', `api/v1/namespaces/${NAMESPACE}/services`, {
    metadata: { name: 'web' },
    spec: { selector: labels, ports: [{ port: 80 }] },
  });
  await send('GET', `api/v1/namespaces/${NAMESPACE}/endpoints`);
  const [pod] = (await send('GET', PODS)).items ?? [];
  await send('DELETE', `${PODS}/${pod?.metadata.name}`);
  await settled();
  await change(image('i:1'));
  await send('DELETE', `${DEPLOYMENTS}/web`, { propagationPolicy: 'Background' });
  while ((await send('GET', PODS)).items?.length !== 0) await sleep(200);
  await sleep(LAG_MS);
  leaving.abort();
  await Promise.all(ends);
}

/** Stands before a server and bends its responses. */
async function bent(upstream: URL, fault: Fault): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'GET' ? undefined : await buffer(request);
      const answer = await fetch(new URL(request.url ?? '/', upstream), {
        method: request.method ?? 'GET',
        headers: { 'Content-Type': request.headers['content-type'] ?? 'application/json' },
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      });
      const status = fault.status?.(request) ?? answer.status;
      const bend = fault.body ?? ((_, text): string => text);
      response.writeHead(status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
      response.flushHeaders();
      if (answer.body === null) return response.end();
      const stream = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
      response.on('close', () => stream.destroy());
      for await (const line of createInterface({ input: stream })) {
        const text = bend(request, line);
        if (text !== '') response.write(`${text}\n`);
      }
      return response.end();
    })().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Runs `act` for the first match alone. */
function firstTime<Result>(act: () => Result): () => Result | undefined {
  let done = false;
  return () => {
    if (done) return undefined;
    done = true;
    return act();
  };
}

const isRead = ({ method, url }: IncomingMessage, path: string): boolean =>
  method === 'GET' && url?.endsWith(path) === true;

/** A watch that loses its first event of a type. */
function lossOf(type: string, plural: string): Fault {
  const lose = firstTime(() => '');
  return {
    body: (request, text) =>
      request.url?.includes(`/${plural}?watch`) === true && text.startsWith(`{"type":"${type}"`)
        ? (lose() ?? text)
        : text,
  };
}

/** How far controllers get between two requests is chance: about one test of twenty fails on a busy machine. */
const BY_CHANCE = { retry: 1 };

describe('a session beside controllers that is replayed', BY_CHANCE, () => {
  let server: Awaited<ReturnType<typeof startReferenceServer>>;
  let folder: string;
  let log: ExchangeLog;
  let turn = 0;

  beforeAll(async () => {
    server = await startReferenceServer('--controllers', 'on');
    folder = await mkdtemp(join(tmpdir(), 'plumbline-controllers-'));
    const out = join(folder, 'session.jsonl');
    const recording = await recordRedacted(server, out);
    await rollOut(recording.url).finally(() => recording.close());
    log = await readExchangeLog(out);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function differencesOn(url: URL): Promise<readonly TrafficDifference[]> {
    turn += 1;
    const { comparison, close } = await compareReplay(log, { url }, { namespace: `again-${turn}` });
    close();
    return comparison.differences;
  }

  it.each([1, 2])('shows no difference on the same server, time %i', async () => {
    expect(await differencesOn(server.url)).toEqual([]);
  });

  const refusal = (code: number): Fault => {
    const refuse = firstTime(() => code);
    return { status: (request) => (isRead(request, '/deployments') ? refuse() : undefined) };
  };
  it.each<[fault: string, bend: () => Fault, kind: string, place: RegExp]>([
    ['a read with 500', () => refusal(500), 'status', /^status$/],
    ['a read with 404', () => refusal(404), 'status', /^status$/],
    [
      'a wrong member of a client',
      () => ({
        body: (request, text) =>
          request.url?.endsWith('/deployments') === true ? text.replace('"replicas":4', '"replicas":5') : text,
      }),
      'value',
      /\$\.(?:items\[0\]\.)?spec\.replicas$/,
    ],
    [
      'a lost DELETED event of a client',
      () => lossOf('DELETED', 'deployments'),
      'missing-event',
      /^event \d+ \(DELETED /,
    ],
    ['a lost ADDED event of a client', () => lossOf('ADDED', 'deployments'), 'missing-event', /^event \d+ \(ADDED /],
    ['a lost DELETED event of controllers', () => lossOf('DELETED', 'pods'), 'missing-event', /^event \(DELETED /],
    ['a lost ADDED event of controllers', () => lossOf('ADDED', 'pods'), 'missing-event', /^event \(ADDED /],
  ])('shows %s', async (_, fault, kind, place) => {
    const faulty = await bent(server.url, fault());
    const differences = await differencesOn(new URL(`http://127.0.0.1:${(faulty.address() as AddressInfo).port}`));
    faulty.closeAllConnections();
    faulty.close();
    expect(differences.map((each) => [each.kind, each.place])).toContainEqual([kind, expect.stringMatching(place)]);
  });

  it('shows that a server runs no controllers', async () => {
    await using idle = await startReferenceServer('--controllers', 'off');
    expect((await differencesOn(idle.url)).map(({ kind, expected }) => [kind, expected])).toContainEqual([
      'missing',
      'pods that controllers made',
    ]);
  });
});
