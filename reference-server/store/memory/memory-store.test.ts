import { describe, expect, it } from 'vitest';
import { storeContract } from '../store-contract.fixture.ts';
import { CompactedError } from '../store.ts';
import { MemoryStore } from './memory-store.ts';

const weigh = (value: string): number => value.length;

storeContract('the store in memory', async () => new MemoryStore({ revisions: Infinity, bytes: Infinity, weigh }));

describe('the bounds on history', () => {
  it('forgets the oldest changes beyond the number of revisions', async () => {
    const store = new MemoryStore<string>({ revisions: 3, bytes: Infinity, weigh });
    for (let n = 1; n <= 5; n += 1) await store.write(`/${n}/`, 'x', { expect: 'absent' });
    await expect(store.range('/', { at: 1 })).rejects.toThrow(CompactedError);
    expect((await store.range('/', { at: 2 })).entries).toHaveLength(2);
  });

  it('forgets the oldest changes beyond the number of bytes', async () => {
    const store = new MemoryStore<string>({ revisions: Infinity, bytes: 10, weigh });
    for (let n = 1; n <= 5; n += 1) await store.write(`/${n}/`, 'xxxx', { expect: 'absent' });
    await expect(store.range('/', { at: 2 })).rejects.toThrow(CompactedError);
    expect((await store.range('/', { at: 3 })).entries).toHaveLength(3);
  });
});

describe('the data that readers share', () => {
  it('is the array of a range, until something under its prefix changes', async () => {
    const store = new MemoryStore<string>({ revisions: Infinity, bytes: Infinity, weigh });
    await store.write('/a/x/', '1', { expect: 'absent' });
    const first = await store.range('/a/');
    await store.write('/b/x/', '1', { expect: 'absent' });
    const second = await store.range('/a/');
    expect(second.entries).toBe(first.entries);
    expect(second.revision).toBe(2);
    await store.write('/a/y/', '1', { expect: 'absent' });
    expect((await store.range('/a/')).entries.map(({ key }) => key)).toEqual(['/a/x/', '/a/y/']);
    expect(first.entries).toHaveLength(1);
  });

  it('is one batch of all writes of one turn of the event loop', async () => {
    const store = new MemoryStore<string>({ revisions: Infinity, bytes: Infinity, weigh });
    const batches = store.watch('/a/', { after: 0, signal: new AbortController().signal });
    const delivered = batches.next();
    await Promise.all(['/a/x/', '/b/x/', '/a/y/'].map((key) => store.write(key, '1', { expect: 'absent' })));
    const { value } = await delivered;
    expect(value?.map(({ entry }: { entry: { key: string } }) => entry.key)).toEqual(['/a/x/', '/a/y/']);
    await batches.return(undefined);
  });

  it('continues from the given entries and revision, without their history', async () => {
    const begun = { entries: [{ key: '/a/', value: 'x', revision: 3 }], revision: 7 };
    const store = new MemoryStore<string>({ revisions: Infinity, bytes: Infinity, weigh }, begun);
    expect(await store.range('/')).toEqual(begun);
    expect(await store.write('/a/', 'y', { expect: 3 })).toMatchObject({ ok: true, entry: { revision: 8 } });
    await expect(store.watch('/', { after: 6, signal: new AbortController().signal }).next()).rejects.toThrow(
      CompactedError,
    );
  });
});
