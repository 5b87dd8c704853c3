import { describe, expect, it } from 'vitest';
import type { Aging } from './expiry.ts';
import { MemoryStore } from './memory-store.ts';

const history = { revisions: Infinity, bytes: Infinity, weigh: (value: string) => value.length };

/** Values expire after the milliseconds in their text, on a clock that the test advances. */
function aging(): Aging<string> & { passUntil(time: number): void } {
  let now = 0;
  let timers: { readonly due: number; readonly callback: () => void }[] = [];
  return {
    lifetime: (value) => (value === 'stays' ? undefined : Number(value)),
    after(milliseconds, callback) {
      const timer = { due: now + milliseconds, callback };
      timers.push(timer);
      return { cancel: () => (timers = timers.filter((other) => other !== timer)) };
    },
    passUntil(time) {
      now = time;
      const due = timers.filter((timer) => timer.due <= now);
      timers = timers.filter((timer) => timer.due > now);
      for (const { callback } of due) callback();
    },
  };
}

describe('values that expire', () => {
  it('are removed after their lifetime, counted from the last write, and watchers get a DELETED event', async () => {
    const time = aging();
    const store = new MemoryStore<string>(history, undefined, time);
    for (const [key, value] of [
      ['/a/', '60'],
      ['/b/', '60'],
      ['/c/', 'stays'],
    ] as const)
      await store.write(key, value, { expect: 'absent' });
    time.passUntil(40);
    await store.write('/b/', '60', { expect: 2 });
    const delivered = store.watch('/', { after: 4, signal: new AbortController().signal }).next();
    time.passUntil(60);
    expect((await delivered).value).toEqual([
      {
        type: 'delete',
        entry: { key: '/a/', value: '60', revision: 5 },
        previous: { key: '/a/', value: '60', revision: 1 },
      },
    ]);
    time.passUntil(100);
    expect((await store.range('/')).entries).toEqual([{ key: '/c/', value: 'stays', revision: 3 }]);
    await store.close();
  });

  it('do not remove a later value of their key', async () => {
    const time = aging();
    const store = new MemoryStore<string>(history, undefined, time);
    await store.write('/a/', '60', { expect: 'absent' });
    await store.remove('/a/', { expect: 1 });
    await store.write('/a/', '90', { expect: 'absent' });
    await store.write('/b/', '60', { expect: 'absent' });
    await store.write('/b/', 'stays', { expect: 4 });
    time.passUntil(80);
    expect((await store.range('/')).entries.map(({ key }) => key)).toEqual(['/a/', '/b/']);
    await store.close();
  });

  it('count from the start of a store that is created with them', async () => {
    const time = aging();
    const store = new MemoryStore<string>(
      history,
      { entries: [{ key: '/a/', value: '60', revision: 3 }], revision: 7 },
      time,
    );
    time.passUntil(60);
    expect(await store.range('/')).toEqual({ entries: [], revision: 8 });
    await store.close();
  });
});
