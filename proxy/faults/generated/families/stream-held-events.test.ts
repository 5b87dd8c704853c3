import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { FaultyRequest, Hooks, WatchFrame } from '../../fault.ts';
import { bendingNeighbours, type BendNeighbours } from './stream-held-events.ts';
import { EVENT_TYPES, type FaultyMoment } from './stream-moments.ts';

const REQUEST: FaultyRequest = {
  method: 'GET',
  path: '/api/v1/watch/namespaces/n/pods',
  query: new URLSearchParams(),
  target: '/api/v1/watch/namespaces/n/pods',
  headers: {},
  spelled: new Set(),
  json: undefined,
  raw: Buffer.alloc(0),
  call: undefined,
};

const ANY: FaultyMoment = { how: 'live', when: 'at any time', is: () => true, types: EVENT_TYPES };

function swapping(whose: BendNeighbours['whose']): Hooks {
  const bend: BendNeighbours['bend'] = (first, second) => [second, first];
  return bendingNeighbours({ picks: () => true, type: 'MODIFIED', moment: ANY }, { whose, bend });
}

const changed = (name: string, version: string, type = 'MODIFIED'): WatchFrame => ({
  type,
  object: { metadata: { name, resourceVersion: version } },
});

/** `a 1, a 2` */
const shown = (frames: readonly WatchFrame[]): string =>
  frames.map(({ object }) => Object.values(object['metadata'] as object).join(' ')).join(', ');

async function after(hooks: Hooks, ...frames: readonly WatchFrame[]): Promise<readonly string[]> {
  const stream = new Map<string, unknown>();
  const delivered: string[] = [];
  for (const frame of frames) delivered.push(shown((await hooks.event?.(frame, REQUEST, stream)) ?? []));
  return [...delivered, shown(hooks.closingFrames?.(stream) ?? [])];
}

describe('an event that is held until the next one', () => {
  it('follows the next event of the same object', async () => {
    expect(await after(swapping('own'), changed('a', '1'), changed('a', '2'))).toEqual(['', 'a 2, a 1', '']);
  });

  it('stays before the event of another object, which is held in turn', async () => {
    expect(await after(swapping('own'), changed('a', '1'), changed('b', '2'), changed('b', '3'))).toEqual([
      '',
      'a 1',
      'b 3, b 2',
      '',
    ]);
  });

  it('follows the next event of another object if the defect is about that', async () => {
    expect(await after(swapping('other'), changed('a', '1'), changed('b', '2', 'ADDED'))).toEqual(['', 'b 2, a 1', '']);
  });

  it('is delivered at the end of the watch', async () => {
    expect(await after(swapping('own'), changed('a', '1'))).toEqual(['', 'a 1']);
  });

  it('is delivered after a while without a next event', async () => {
    const hooks = swapping('own');
    const reader = new PassThrough();
    hooks.began?.(REQUEST, reader);
    await hooks.event?.(changed('a', '1'), REQUEST, new Map());
    const [line] = (await reader.take(1).toArray()) as Buffer[];
    expect(JSON.parse(String(line))).toEqual(changed('a', '1'));
  });
});
