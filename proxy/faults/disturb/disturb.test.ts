import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL, pathGlob, type ExchangeSelection } from '../../record/selection.ts';
import { injectFault } from '../injector.ts';
import { happens } from './decision.ts';
import { DISTURBANCES } from './disturbances.ts';
import { disturbingHooks } from './disturbing-hooks.ts';

const PODS = '/api/v1/namespaces/default/pods';
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const BINARY = Buffer.from([0, 0, 0, 3, 0xff, 0x0a, 0x80, 0, 0, 0, 1, 0x0a]);

let server: Server;
let target: string;
let carriedOut: string[] = [];

/** A server that counts: each read returns the number of earlier requests, each watch delivers eight pods and ends. */
beforeAll(async () => {
  server = createServer((request, response) => {
    carriedOut.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    if (request.headers.accept?.includes('protobuf') === true)
      response.setHeader('content-type', 'application/vnd.kubernetes.protobuf;stream=watch').end(BINARY);
    else if (request.url?.includes('watch=true') === true)
      response.end(
        NAMES.map((name) => `${JSON.stringify({ type: 'ADDED', object: { metadata: { name } } })}\n`).join(''),
      );
    else response.end(JSON.stringify({ kind: 'Pod', count: carriedOut.length }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface DisturbedRun {
  readonly doses: Readonly<Record<string, number>>;
  readonly value?: number;
  readonly seed?: number;
  readonly selection?: ExchangeSelection;
}

async function disturbed<Result>(
  { doses, value = 0, seed = 7, selection = ALL }: DisturbedRun,
  use: (url: string, done: readonly string[]) => Promise<Result>,
): Promise<Result> {
  carriedOut = [];
  const done: string[] = [];
  const chosen = DISTURBANCES.flatMap((disturbance) =>
    doses[disturbance.name] === undefined ? [] : [{ disturbance, probability: doses[disturbance.name] ?? 0, value }],
  );
  await using injector = await injectFault(
    {
      name: 'test',
      hooks: () => disturbingHooks({ doses: chosen, selection, seed, onDone: (line) => done.push(line) }),
    },
    target,
    { host: '127.0.0.1', port: 0 },
  );
  return await use(injector.url, done);
}

/** The names that a watch delivers, `ERROR 410` for such an event, `cut` for a cut stream. */
async function watched(url: string): Promise<string[]> {
  const delivered: string[] = [];
  let text = '';
  try {
    for await (const chunk of (await fetch(`${url}${PODS}?watch=true`)).body ?? [])
      text += Buffer.from(chunk as Uint8Array).toString();
  } catch {
    delivered.push('cut');
  }
  const names = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { type, object } = JSON.parse(line) as {
        type: string;
        object: { code?: number; metadata: { name?: string } };
      };
      return type === 'ERROR' ? `ERROR ${object.code}` : (object.metadata.name ?? '');
    });
  return [...names, ...delivered];
}

describe('disturbances of watches', () => {
  it('drop, repeat and reorder events, and report each disturbance', async () => {
    await disturbed({ doses: { 'drop-event': 0.3 } }, async (url, done) => {
      const names = await watched(url);
      const dropped = NAMES.filter((name) => !names.includes(name));
      expect(dropped.length).toBeGreaterThan(0);
      expect(done).toEqual(
        dropped.map((name) => `drop-event: GET ${PODS} #1, event ${NAMES.indexOf(name) + 1} ADDED ${name}`),
      );
    });
    expect(await disturbed({ doses: { 'duplicate-event': 1 } }, watched)).toEqual(
      NAMES.flatMap((name) => [name, name]),
    );
    const reordered = await disturbed({ doses: { 'reorder-events': 0.3 } }, watched);
    expect(reordered).not.toEqual(NAMES);
    expect([...reordered].sort()).toEqual(NAMES);
  });

  it('cut streams, end them, or end them as too old', async () => {
    expect((await disturbed({ doses: { 'cut-stream': 1 } }, watched)).at(-1)).toBe('cut');
    expect(await disturbed({ doses: { 'end-stream': 1 } }, watched)).toEqual(['a']);
    expect(await disturbed({ doses: { 'gone-event': 1 } }, watched)).toEqual(['ERROR 410']);
  });

  it('leave streams unchanged unless they are JSON', async () => {
    const bytes = await disturbed({ doses: { 'drop-event': 1 } }, async (url) =>
      (
        await fetch(`${url}${PODS}?watch=true`, {
          headers: { accept: 'application/vnd.kubernetes.protobuf;stream=watch' },
        })
      ).arrayBuffer(),
    );
    expect(Buffer.from(bytes)).toEqual(BINARY);
  });

  it('delay events without changing them', async () => {
    expect(await disturbed({ doses: { 'delay-event': 1, latency: 1 }, value: 2 }, watched)).toEqual(NAMES);
  });

  it('are the same under the same seed, whatever else happens, and differ under another seed', async () => {
    const run = (seed: number): Promise<string[]> => disturbed({ doses: { 'drop-event': 0.5 }, seed }, watched);
    const beside = await disturbed(
      { doses: { 'drop-event': 0.5 } },
      async (url) => (await Promise.all([watched(url), fetch(`${url}/version`), fetch(`${url}/api`)]))[0],
    );
    expect(await run(7)).toEqual(beside);
    expect(await run(7)).toEqual(await run(7));
    expect(await run(8)).not.toEqual(beside);
  });
});

describe('disturbances of requests', () => {
  const statusOf = async (
    url: string,
    method = 'GET',
    path = `${PODS}/a`,
  ): Promise<readonly [number, unknown, string | null]> => {
    const response = await fetch(`${url}${path}`, { method });
    return [
      response.status,
      ((await response.json()) as { reason?: string }).reason,
      response.headers.get('retry-after'),
    ];
  };

  it('refuse requests before they reach the server', async () => {
    expect(await disturbed({ doses: { 'too-many-requests': 1 }, value: 3 }, (url) => statusOf(url))).toEqual([
      429,
      'TooManyRequests',
      '3',
    ]);
    expect(await disturbed({ doses: { 'server-error': 1 }, value: 503 }, (url) => statusOf(url))).toEqual([
      503,
      'ServiceUnavailable',
      null,
    ]);
    expect(await disturbed({ doses: { conflict: 1 } }, (url) => statusOf(url, 'PUT'))).toEqual([409, 'Conflict', null]);
    expect(await disturbed({ doses: { gone: 1 } }, (url) => statusOf(url, 'GET', PODS))).toEqual([410, 'Gone', null]);
    await disturbed({ doses: { 'lost-request': 1 } }, (url) =>
      expect(fetch(`${url}${PODS}/a`)).rejects.toThrow('fetch failed'),
    );
    expect(carriedOut).toEqual([]);
    expect(await disturbed({ doses: { conflict: 1, gone: 1 } }, (url) => statusOf(url))).toEqual([
      200,
      undefined,
      null,
    ]);
  });

  it('lose the response to an executed request', async () => {
    await disturbed({ doses: { 'lost-answer': 1 } }, (url) =>
      expect(fetch(`${url}${PODS}`, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed'),
    );
    expect(carriedOut).toEqual([`POST ${PODS}`]);
  });

  it('return an earlier state', async () => {
    const counts = await disturbed({ doses: { 'stale-read': 1 } }, async (url) => {
      const seen: unknown[] = [];
      for (let time = 0; time < 3; time += 1)
        seen.push(((await (await fetch(`${url}${PODS}/a`)).json()) as { count: number }).count);
      return seen;
    });
    expect(counts).toEqual([1, 1, 2]);
  });

  it('affect selected requests only', async () => {
    const selection: ExchangeSelection = {
      paths: [pathGlob('/api/v1/namespaces/*/pods/b')],
      verbs: ['get'],
      kinds: ['pods'],
    };
    await disturbed({ doses: { 'server-error': 1 }, value: 500, selection }, async (url) => {
      expect((await fetch(`${url}${PODS}/a`)).status).toBe(200);
      expect((await fetch(`${url}${PODS}/b`, { method: 'DELETE' })).status).toBe(200);
      expect((await fetch(`${url}${PODS}/b`)).status).toBe(500);
    });
  });
});

describe('decisions', () => {
  it('follow their probability', () => {
    const of = 4000;
    const count = Array.from({ length: of }, (_, index) => happens(0.1, 7, 'x', index)).filter(Boolean).length;
    expect(Math.abs(count / of - 0.1)).toBeLessThan(0.02);
    expect([happens(1, 7, 'x'), happens(0, 7, 'x')]).toEqual([true, false]);
  });
});
