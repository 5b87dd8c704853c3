import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { until } from '../engine/raw-peers.fixture.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import type { HeldMemory } from './soaked-recorder.fixture.ts';

const WATCHES = 300;
const WRITES = 1000;
const ROUNDS = 3;
/** The number of watches that get each write. */
const WATCHES_PER_WRITE = 5;
/** Bytes: as if 400 were kept for each write of a round. */
const MOST_GROWTH = 400 * WRITES;

let folder: string;
let upstream: Server;
let recorder: ChildProcess;
let url: string;
const watches: ServerResponse[] = [];
/** The sequence numbers that each watch delivered, as the server sent and the client received them. */
const delivered = Array.from({ length: WATCHES }, (): number[] => []);
const seen = Array.from({ length: WATCHES }, (): number[] => []);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-soak-'));
  upstream = createServer((asked, response) =>
    asked.method === 'GET' ? watch(asked, response) : write(asked, response),
  );
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const args = [`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, join(folder, 'log.jsonl')];
  recorder = fork(fileURLToPath(new URL('soaked-recorder.fixture.ts', import.meta.url)), args, {
    execArgv: ['--import', 'tsx'],
  });
  [url] = (await once(recorder, 'message')) as [string];
});
afterAll(async () => {
  recorder.kill('SIGKILL');
  agent.destroy();
  upstream.closeAllConnections();
  upstream.close();
  await rm(folder, { recursive: true, force: true });
});

function watch(asked: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
  watches[Number(asked.url?.split('=').at(-1))] = response;
}

function write(asked: IncomingMessage, response: ServerResponse): void {
  const sequence = Number(asked.url?.split('/').at(-1));
  asked.resume().once('end', () => {
    for (let index = 0; index < WATCHES_PER_WRITE; index += 1) {
      const to = (sequence * WATCHES_PER_WRITE + index) % WATCHES;
      delivered[to]?.push(sequence);
      watches[to]?.write(`{"type":"MODIFIED","object":{"kind":"ConfigMap","sequence":${sequence}}}\n`);
    }
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(`{"kind":"ConfigMap","sequence":${sequence}}\n`);
  });
}

/** Follows a watch until its server ends it. */
async function follow(index: number): Promise<void> {
  const [response] = (await once(
    request(`${url}/api/v1/configmaps?watch=true&w=${index}`, { agent: false }).end(),
    'response',
  )) as [IncomingMessage];
  let text = '';
  response.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) seen[index]?.push((JSON.parse(line) as { object: { sequence: number } }).object.sequence);
  });
}

async function put(sequence: number): Promise<void> {
  const asked = request(`${url}/api/v1/namespaces/n/configmaps/${sequence}`, {
    method: 'PUT',
    agent,
    headers: { 'Content-Type': 'application/json' },
  });
  const [response] = (await once(asked.end(`{"kind":"ConfigMap","data":{"k":"${'x'.repeat(200)}"}}`), 'response')) as [
    IncomingMessage,
  ];
  await once(response.resume(), 'end');
}

async function held(): Promise<HeldMemory> {
  recorder.send('measure');
  return ((await once(recorder, 'message')) as [HeldMemory])[0];
}

describe('a recorder under load', () => {
  it('loses no line of hundreds of watches and thousands of writes, and keeps none of them in memory afterwards', async () => {
    await Promise.all(delivered.map((_, index) => follow(index)));
    const heaps: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: WRITES }, (_, index) => put(round * WRITES + index)));
      await until(() => seen.every((sequences, index) => sequences.length === delivered[index]?.length));
      heaps.push((await held()).heap);
    }
    expect(seen).toEqual(delivered);
    const [, second = 0, third = 0] = heaps;
    expect(third - second).toBeLessThan(MOST_GROWTH);
    for (const response of watches) response.end();
    let left = await held();
    while (left.open > 0) left = await held();
    expect(left.heap - second).toBeLessThan(MOST_GROWTH);
    recorder.disconnect();
    await once(recorder, 'exit');
    expect(recorder.exitCode).toBe(0);

    const { lines, torn } = await readExchangeLog(join(folder, 'log.jsonl'));
    expect(torn).toBeUndefined();
    expect(lines.map(({ n }) => n)).toEqual(lines.map((_, index) => index + 1));
    const exchanges = exchangesOf(lines);
    expect(exchanges.filter(({ end }) => end?.reason !== 'complete')).toEqual([]);
    const writes = exchanges.filter(({ request: { method } }) => method === 'PUT');
    expect(writes.map(({ body }) => body).filter((body) => body !== undefined && 'json' in body)).toHaveLength(
      ROUNDS * WRITES,
    );
    const logged = exchanges
      .filter(({ request: { method } }) => method === 'GET')
      .map(
        ({ request: { target }, events }) =>
          [
            Number(target.split('=').at(-1)),
            events.map(({ body }) =>
              'json' in body ? (body.json as { object: { sequence: number } }).object.sequence : undefined,
            ),
          ] as const,
      );
    expect(logged.sort(([one], [other]) => one - other).map(([, sequences]) => sequences)).toEqual(delivered);
  });
});
