import { describe, expect, it } from 'vitest';
import type { SlotNamespaces } from './slot-namespaces.ts';
import { SlotPool } from './slot-pool.ts';

const slot = (name: string): SlotNamespaces => ({ ns1: name, ns11: `${name}1`, ns2: 'b' });

describe('a pool of slots', () => {
  it('lends each slot to one case at a time, in the order of asking', async () => {
    const pool = new SlotPool([slot('a'), slot('b')]);
    const first = await pool.acquire();
    const second = await pool.acquire();
    expect(first).not.toEqual(second);
    const got: string[] = [];
    const third = pool.acquire().then(({ ns1 }) => got.push(`third ${ns1}`));
    const fourth = pool.acquire().then(({ ns1 }) => got.push(`fourth ${ns1}`));
    pool.release(second);
    pool.release(first);
    await Promise.all([third, fourth]);
    expect(got).toEqual([`third ${second.ns1}`, `fourth ${first.ns1}`]);
  });
});
