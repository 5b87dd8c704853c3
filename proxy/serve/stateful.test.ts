import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, memberOf, textOf } from '../diff/values/json-value.ts';
import { openIndexedLog } from '../log/indexed-log.ts';
import { serveRecording } from './serve-recording.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
/** Names of the recording, and one that it lacks. */
const NAMES = ['first', 'second', 'new'] as const;

type WriteStep = readonly [
  does: 'create' | 'recorded-create' | 'replace' | 'stale-replace' | 'patch' | 'delete' | 'delete-all',
  name: (typeof NAMES)[number],
  value: string,
];

const steps: fc.Arbitrary<readonly WriteStep[]> = fc.array(
  fc.tuple(
    fc.constantFrom('create', 'recorded-create', 'replace', 'stale-replace', 'patch', 'patch', 'delete', 'delete-all'),
    fc.constantFrom(...NAMES),
    fc.constantFrom('1', '2', '3'),
  ),
  { maxLength: 14 },
);

interface StatefulReply {
  readonly status: number;
  readonly value: JsonObject;
}

async function send(
  url: string,
  method: string,
  target: string,
  body?: Json,
  type = 'application/json',
): Promise<StatefulReply> {
  const response = await fetch(`${url}${target}`, {
    method,
    headers: { 'content-type': type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, value: (await response.json()) as JsonObject };
}

/** Executes a step, and returns the response of a correct server, as far as the state determines it. */
async function taken(
  url: string,
  [does, name, value]: WriteStep,
  there: Map<string, JsonObject>,
): Promise<{ readonly response: StatefulReply; readonly wanted: 'success' | number }> {
  const known = there.get(name);
  const found = (success: 'success' | number = 'success'): 'success' | number => (known === undefined ? 404 : success);
  switch (does) {
    case 'create':
      return {
        response: await send(url, 'POST', MAPS, { metadata: { name }, data: { k: value } }),
        wanted: known === undefined ? 'success' : 409,
      };
    case 'recorded-create':
      return {
        response: await send(url, 'POST', MAPS, {
          metadata: { name: 'first', labels: { app: 'a' } },
          data: { k: '1' },
        }),
        wanted: there.has('first') ? 409 : 'success',
      };
    case 'replace':
      return {
        response: await send(url, 'PUT', `${MAPS}/${name}`, {
          ...known,
          metadata: memberOf(known, 'metadata') ?? { name },
          data: { k: value },
        }),
        wanted: found(),
      };
    case 'stale-replace':
      return {
        response: await send(url, 'PUT', `${MAPS}/${name}`, { metadata: { name, resourceVersion: '1' }, data: {} }),
        wanted: found(409),
      };
    case 'patch':
      return {
        response: await send(
          url,
          'PATCH',
          `${MAPS}/${name}`,
          { data: { k: null, [value]: value } },
          'application/merge-patch+json',
        ),
        wanted: found(),
      };
    case 'delete':
      return { response: await send(url, 'DELETE', `${MAPS}/${name}`), wanted: found() };
    case 'delete-all':
      return { response: await send(url, 'DELETE', MAPS), wanted: 'success' };
  }
}

/** The objects of a list, by name. */
async function listed(url: string): Promise<Map<string, JsonObject>> {
  const { value } = await send(url, 'GET', MAPS);
  const items = memberOf(value, 'items');
  return new Map(
    (Array.isArray(items) ? (items as readonly JsonObject[]) : []).map((item) => [
      textOf(memberOf(item, 'metadata'), 'name'),
      item,
    ]),
  );
}

/** The cache of a client that follows a watch, once it equals the list. */
async function followed(
  lines: AsyncIterator<Uint8Array>,
  until: Map<string, JsonObject>,
): Promise<{ readonly held: Map<string, JsonObject>; readonly wrong: readonly string[] }> {
  const held = new Map<string, JsonObject>();
  const wrong: string[] = [];
  let text = '';
  while (JSON.stringify([...held].sort()) !== JSON.stringify([...until].sort())) {
    const { value, done } = await lines.next();
    if (done === true) break;
    text += Buffer.from(value).toString();
    const whole = text.split('\n');
    text = whole.pop() ?? '';
    for (const line of whole) {
      const { type, object } = JSON.parse(line) as { type: string; object: JsonObject };
      const name = textOf(memberOf(object, 'metadata'), 'name');
      if ((type === 'ADDED') === held.has(name)) wrong.push(`${type} ${name}`);
      if (type === 'DELETED') held.delete(name);
      else held.set(name, object);
    }
  }
  return { held, wrong };
}

describe('the state of a recording', () => {
  it('stays consistent whatever a client does: reads, lists and watches show the results of writes', async () => {
    const path = 'fixtures/traffic/client-node.jsonl';
    await fc.assert(
      fc.asyncProperty(steps, async (program) => {
        const serving = await serveRecording(await openIndexedLog(path), {
          host: '127.0.0.1',
          port: 0,
          mode: 'stateful',
          speed: 'instant',
          holdEvents: false,
          onMiss: (line) => expect.unreachable(line),
        });
        const watch = await fetch(`${serving.url}${MAPS}?watch=true`);
        try {
          const versions = new Set<string>();
          for (const step of program) {
            const there = await listed(serving.url);
            const { response, wanted } = await taken(serving.url, step, there);
            expect([step, response.status < 300 ? 'success' : response.status]).toEqual([step, wanted]);
            const name = textOf(memberOf(response.value, 'metadata'), 'name');
            if (wanted !== 'success' || name === '') continue;
            const version = textOf(memberOf(response.value, 'metadata'), 'resourceVersion');
            expect(versions.has(version)).toBe(false);
            versions.add(version);
            expect((await send(serving.url, 'GET', `${MAPS}/${name}`)).value).toEqual(response.value);
            expect(
              textOf(memberOf(there.get(name), 'metadata'), 'uid') ||
                textOf(memberOf(response.value, 'metadata'), 'uid'),
            ).toBe(textOf(memberOf(response.value, 'metadata'), 'uid'));
          }
          const last = await listed(serving.url);
          const { held, wrong } = await followed(
            (watch.body ?? new ReadableStream<Uint8Array>())[Symbol.asyncIterator](),
            last,
          );
          expect([wrong, held]).toEqual([[], last]);
        } finally {
          await serving.close();
        }
      }),
      { numRuns: 25 },
    );
  });
});
