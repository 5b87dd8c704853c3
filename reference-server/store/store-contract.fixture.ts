import { compareKeys } from './key-order.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, CompactedError, type Store, type Written } from './store.ts';

/**
 * The contract of every store implementation. `make` returns an empty store with unbounded history; its revisions
 * may start at any number. `runs` is the number of runs per property.
 */
export function storeContract(title: string, make: () => Promise<Store<string>>, runs = 100): void {
  describe(`the store contract: ${title}`, () => {
    describe('writes', () => {
      it('get the next revision of one counter for all keys', async () => {
        const { store, base } = await begun(make);
        expect(revisionOf(await store.write('/a/', 'x', { expect: 'absent' }))).toBe(base + 1);
        expect(revisionOf(await store.write('/b/', 'y', { expect: 'absent' }))).toBe(base + 2);
        expect(revisionOf(await store.write('/a/', 'z', { expect: base + 1 }))).toBe(base + 3);
        expect(revisionOf(await store.remove('/b/', { expect: base + 2 }))).toBe(base + 4);
        expect(await store.revision()).toBe(base + 4);
      });

      it('that expect another revision are refused with the current entry, and change nothing', async () => {
        const { store, base } = await begun(make);
        await store.write('/a/', 'x', { expect: 'absent' });
        const current = { key: '/a/', value: 'x', revision: base + 1 };
        expect(await store.write('/a/', 'y', { expect: 'absent' })).toEqual({ ok: false, current });
        expect(await store.write('/a/', 'y', { expect: base + 7 })).toEqual({ ok: false, current });
        expect(await store.remove('/a/', { expect: base + 7 })).toEqual({ ok: false, current });
        expect(await store.remove('/b/', { expect: base + 1 })).toEqual({ ok: false, current: undefined });
        expect(await store.get('/a/')).toEqual(current);
        expect(await store.revision()).toBe(base + 1);
      });

      it('succeed for exactly one of many writers that expect the same revision', async () => {
        const { store, base } = await begun(make);
        await store.write('/a/', 'x', { expect: 'absent' });
        const written = await Promise.all(
          Array.from({ length: 20 }, (_, n) => store.write('/a/', String(n), { expect: base + 1 })),
        );
        expect(written.filter(({ ok }) => ok)).toHaveLength(1);
      });
    });

    describe('guaranteed updates', () => {
      it('carry out each of many updates of one key, one after another', async () => {
        const { store } = await begun(make);
        await store.write('/a/', '', { expect: 'absent' });
        const letters = [...'abcdefghij'];
        await Promise.all(
          letters.map((letter) =>
            store.guaranteedUpdate('/a/', (current) => ({ do: 'put', value: `${current?.value}${letter}` })),
          ),
        );
        expect([...((await store.get('/a/'))?.value ?? '')].toSorted()).toEqual(letters);
      });

      it('keep or remove the entry, or give up, as the update decides', async () => {
        const { store, base } = await begun(make);
        await store.write('/a/', 'x', { expect: 'absent' });
        const before = { key: '/a/', value: 'x', revision: base + 1 };
        const keep = { do: 'keep' } as const;
        expect(await store.guaranteedUpdate('/a/', () => keep)).toEqual({ decision: keep, before, entry: before });
        const refused = store.guaranteedUpdate('/a/', () => Promise.reject(new RangeError('no')));
        await expect(refused).rejects.toThrow('no');
        expect(await store.revision()).toBe(base + 1);
        const removed = await store.guaranteedUpdate('/a/', async () => ({ do: 'remove' }) as const);
        expect(removed.entry).toEqual({ ...before, revision: base + 2 });
        expect(await store.get('/a/')).toBeUndefined();
      });

      it('create an absent entry only if the entry of its scope allows that', async () => {
        const { store } = await begun(make);
        await store.write('/a/', 'open', { expect: 'absent' });
        const create = (scope: string): Promise<Written<string>> =>
          store.guaranteedCreate(scope, (entry) => {
            if (entry?.value !== 'open') throw new RangeError('closed');
            return { key: '/b/', value: 'x' };
          });
        await expect(create('/c/')).rejects.toThrow('closed');
        expect(await create('/a/')).toMatchObject({ ok: true, entry: { key: '/b/', value: 'x' } });
        expect(await create('/a/')).toMatchObject({ ok: false, current: { key: '/b/', value: 'x' } });
      });
    });

    describe('against a plain model', () => {
      it('ranges over prefixes, now and at every past revision, as the model does', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(action, { maxLength: 60 }), prefix, async (actions, prefix) => {
            const { store, base } = await begun(make);
            const history = await applied(store, actions);
            for (const [done, entries] of history.entries()) {
              const expected = [...entries]
                .filter(([key]) => key.startsWith(prefix))
                .sort(([a], [b]) => compareKeys(a, b));
              const range = await store.range(prefix, { at: base + done });
              expect(range.entries.map(({ key, value }) => [key, value])).toEqual(expected);
              expect(range.revision).toBe(base + done);
            }
            await store.close();
          }),
          { numRuns: runs },
        );
      });

      it('delivers to a watcher, from any revision on, the changes that lead to the final state', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(action, { minLength: 1, maxLength: 40 }),
            prefix,
            fc.nat(),
            async (actions, prefix, start) => {
              const { store, base } = await begun(make);
              const history = await applied(store, actions);
              const after = start % history.length;
              const objects = new Map([...(history[after] ?? [])].filter(([key]) => key.startsWith(prefix)));
              for (const change of await changesUpTo(store, prefix, base + after, base + history.length - 1)) {
                expect(change.previous?.value).toBe(objects.get(change.entry.key));
                if (change.type === 'put') objects.set(change.entry.key, change.entry.value);
                else objects.delete(change.entry.key);
              }
              const last = history.at(-1) ?? new Map<string, string>();
              expect(objects).toEqual(new Map([...last].filter(([key]) => key.startsWith(prefix))));
              await store.close();
            },
          ),
          { numRuns: runs },
        );
      });
    });

    describe('watches', () => {
      it('deliver later changes to a waiting watcher, in order and once', async () => {
        const { store, base } = await begun(make);
        const delivered = changesUpTo(store, '/a/', base, base + 3);
        await store.write('/a/x/', '1', { expect: 'absent' });
        await store.write('/b/x/', '2', { expect: 'absent' });
        await store.remove('/a/x/', { expect: base + 1 });
        const [put, deleted] = await delivered;
        expect(put).toEqual({
          type: 'put',
          entry: { key: '/a/x/', value: '1', revision: base + 1 },
          previous: undefined,
        });
        expect(deleted?.type).toBe('delete');
        expect(deleted?.entry).toEqual({ key: '/a/x/', value: '1', revision: base + 3 });
        expect(deleted?.previous?.revision).toBe(base + 1);
      });

      it('start at a future revision if it is requested', async () => {
        const { store, base } = await begun(make);
        const delivered = changesUpTo(store, '/', base + 2, base + 3);
        for (const key of ['/a/', '/b/', '/c/']) await store.write(key, key, { expect: 'absent' });
        expect((await delivered).map(({ entry }) => entry.key)).toEqual(['/c/']);
      });

      it('share a batch among watchers that read the same revisions', async () => {
        const { store, base } = await begun(make);
        const first = nextBatch(store, '/', base);
        const second = nextBatch(store, '/', base);
        await store.write('/a/', 'x', { expect: 'absent' });
        expect(await first).toBe(await second);
      });

      it('end when their signal aborts, also while they wait, and when the store is closed', async () => {
        const { store, base } = await begun(make);
        const stop = new AbortController();
        const stopped = allBatches(store, base, stop.signal);
        const closed = allBatches(store, base, new AbortController().signal);
        const never = allBatches(store, base, AbortSignal.abort());
        stop.abort();
        expect(await stopped).toEqual([]);
        await store.close();
        expect(await closed).toEqual([]);
        expect(await never).toEqual([]);
      });
    });

    describe('compaction', () => {
      it('keeps the current entries, and refuses ranges and watches from older revisions', async () => {
        const { store, base } = await begun(make);
        for (const key of ['/a/', '/b/', '/c/', '/d/']) await store.write(key, key, { expect: 'absent' });
        await store.compact(base + 2);
        expect((await store.range('/')).entries).toHaveLength(4);
        await expect(store.range('/', { at: base + 1 })).rejects.toThrow(CompactedError);
        await expect(changesUpTo(store, '/', base + 1, base + 4)).rejects.toMatchObject({
          code: 'ERR_COMPACTED',
          oldest: base + 2,
        });
        expect((await changesUpTo(store, '/', base + 2, base + 4)).map(({ entry }) => entry.key)).toEqual([
          '/c/',
          '/d/',
        ]);
      });

      it('makes a watch that has fallen behind throw', async () => {
        const { store, base } = await begun(make);
        await store.write('/a/', '1', { expect: 'absent' });
        const reader = store.watch('/', { after: base, signal: new AbortController().signal })[Symbol.asyncIterator]();
        await reader.next();
        for (const key of ['/b/', '/c/', '/d/']) await store.write(key, '1', { expect: 'absent' });
        await store.compact(base + 3);
        await expect(reader.next()).rejects.toThrow(CompactedError);
      });

      it('lets a watch go on if no compacted change concerned it', async () => {
        const { store, base } = await begun(make);
        const delivered = changesUpTo(store, '/quiet/', base, base + 6);
        for (const key of ['/a/', '/b/', '/c/', '/d/', '/e/']) await store.write(key, '1', { expect: 'absent' });
        await store.compact(base + 5);
        await store.write('/quiet/x/', '1', { expect: 'absent' });
        expect((await delivered).map(({ entry }) => entry.key)).toEqual(['/quiet/x/']);
      });
    });
  });
}

/** A store and its start revision. */
async function begun(
  make: () => Promise<Store<string>>,
): Promise<{ readonly store: Store<string>; readonly base: number }> {
  const store = await make();
  return { store, base: await store.revision() };
}

type StoreWrite =
  | { readonly do: 'put'; readonly key: string; readonly value: string }
  | { readonly do: 'remove'; readonly key: string };

const key = fc
  .tuple(fc.constantFrom('a', 'ab', 'b'), fc.constantFrom('x', 'xy', 'y'))
  .map(([outer, inner]) => `/${outer}/${inner}/`);
const prefix = fc.constantFrom('', '/', '/a', '/a/', '/ab/', '/a/x', '/a/x/', '/z/');
const action: fc.Arbitrary<StoreWrite> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('put' as const), key, value: fc.string({ maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), key }) },
);

/** Applies the actions and returns the entries at each revision, the initial ones first. */
async function applied(store: Store<string>, actions: readonly StoreWrite[]): Promise<ReadonlyMap<string, string>[]> {
  const history: ReadonlyMap<string, string>[] = [new Map()];
  for (const action of actions) {
    const before = history.at(-1) ?? new Map<string, string>();
    const current = await store.get(action.key);
    const expect = current?.revision ?? 'absent';
    if (action.do === 'put') {
      await store.write(action.key, action.value, { expect });
      history.push(new Map([...before, [action.key, action.value]]));
    } else if (expect !== 'absent') {
      await store.remove(action.key, { expect });
      history.push(new Map([...before].filter(([key]) => key !== action.key)));
    }
  }
  return history;
}

function revisionOf(written: Awaited<ReturnType<Store<string>['write']>>): number | undefined {
  return written.ok ? written.entry.revision : undefined;
}

/**
 * The changes under a prefix after one revision; ends at the first change at or after `last`, or when there are no
 * more.
 */
async function changesUpTo(
  store: Store<string>,
  prefix: string,
  after: number,
  last: number,
): Promise<Change<string>[]> {
  const delivered: Change<string>[] = [];
  const marker = prefix === '' ? '/~end~/' : `${prefix}~end~/`;
  const stop = new AbortController();
  const done = (async () => {
    for await (const changes of store.watch(prefix, { after, signal: stop.signal })) {
      for (const change of changes) {
        if (change.entry.key === marker) stop.abort();
        else delivered.push(change);
      }
    }
  })();
  await Promise.race([done, reached(store, last)]);
  await store.write(marker, '', { expect: 'absent' });
  await done;
  return delivered;
}

async function reached(store: Store<string>, revision: number): Promise<void> {
  while ((await store.revision()) < revision) await new Promise(setImmediate);
}

async function nextBatch(
  store: Store<string>,
  prefix: string,
  after: number,
): Promise<readonly Change<string>[] | undefined> {
  for await (const changes of store.watch(prefix, { after, signal: new AbortController().signal })) return changes;
  return undefined;
}

async function allBatches(
  store: Store<string>,
  after: number,
  signal: AbortSignal,
): Promise<(readonly Change<string>[])[]> {
  const batches: (readonly Change<string>[])[] = [];
  for await (const changes of store.watch('/', { after, signal })) batches.push(changes);
  return batches;
}
