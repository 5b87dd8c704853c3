import { describe, expect, it } from 'vitest';
import { storeContract } from '../store-contract.ts';
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
