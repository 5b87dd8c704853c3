import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimised } from './minimise.ts';

describe('the smallest part of a recording', () => {
  it('is the exchange with the difference and its dependencies', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
        async (culprits) => {
          const needs = new Map(ids.map((id) => [id, new Set(id % 5 === 0 ? [id - 1] : [])]));
          const found = await minimised(ids, culprits[0] ?? 1, needs, async (part) =>
            culprits.every((id) => part.has(id)),
          );
          const needed = new Set(culprits.flatMap((id) => (id % 5 === 0 ? [id - 1, id] : [id])));
          expect(found?.exchanges).toEqual([...needed].sort((one, other) => one - other));
        },
      ),
    );
  });

  it('is undefined if no part shows the difference again', async () => {
    expect(await minimised([1, 2, 3], 2, new Map(), async () => false)).toBeUndefined();
  });
});
