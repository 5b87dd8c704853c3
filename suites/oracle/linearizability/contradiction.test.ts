import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradictionIn } from './contradiction.ts';
import { findOrder } from './find-order.ts';
import type { Effect, ObjectOperation } from './operation.ts';
import { type Ask, BITS, simulate } from './simulated-object.ts';

const asks = fc.array(
  fc.record({
    client: fc.nat(4),
    verb: fc.constantFrom<Ask['verb'][]>('get', 'get', 'put', 'patch', 'patch'),
    bit: fc.nat(5),
    lag: fc.nat(6),
    wait: fc.nat(6),
  }),
  { minLength: 12, maxLength: 50 },
);
const FIRST: Ask = { client: 0, verb: 'create', bit: 0, lag: 0, wait: 0 };

/** Operations of the simulated object, with a read at the end that shows the state right after its creation. */
function withStaleRead(all: readonly Ask[]): readonly ObjectOperation[] {
  const operations = simulate([FIRST, ...all.map((ask) => ({ ...ask, client: ask.client + 1, lag: ask.lag + 3 }))]);
  const made = operations.find(({ effect }) => effect.do === 'create')?.effect;
  const end = Math.max(...operations.map(({ ended }) => ended));
  const stale: Effect = { do: 'read', shown: made?.do === 'create' ? made.shown : undefined };
  return [...operations, { id: 1000, began: end + 1, ended: end + 2, required: true, effect: stale }];
}

describe('a contradiction in a history', () => {
  it('consists of a few operations, with the wrong one among them', () => {
    const sizes = fc.sample(asks, { numRuns: 25, seed: 1 }).flatMap((all) => {
      const found = contradictionIn(withStaleRead(all), BITS);
      return found === undefined ? [] : [found.core.map(({ id }) => id)];
    });
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.every((ids) => ids.includes(1000))).toBe(true);
    expect(
      sizes.map(({ length }) => length).toSorted((a, b) => a - b)[Math.floor(sizes.length * 0.9)],
    ).toBeLessThanOrEqual(4);
  });

  it('is still one without all operations that were left out', () => {
    fc.assert(
      fc.property(asks, (all) => {
        const core = contradictionIn(withStaleRead(all), BITS)?.core ?? [];
        expect(
          core.length === 0 || findOrder(core, BITS, { initial: { phase: 'open' } }).verdict === 'contradiction',
        ).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is none if there is an order', () => {
    fc.assert(
      fc.property(asks, (all) => void expect(contradictionIn(simulate([FIRST, ...all]), BITS)).toBeUndefined()),
      { numRuns: 40 },
    );
  });

  it('names the operations that an order explains and the one that then cannot follow', () => {
    const shown = (
      token: number,
      content: number,
    ): { uid: number; token: number; content: number; leaving: boolean } => ({
      uid: 0,
      token,
      content,
      leaving: false,
    });
    const lost: ObjectOperation[] = [
      { id: 1, began: 1, ended: 2, required: true, effect: { do: 'create', shown: shown(0, 0) } },
      {
        id: 2,
        began: 3,
        ended: 8,
        required: true,
        effect: { do: 'write', requires: undefined, change: 1, makes: false, shown: shown(1, 2) },
      },
      {
        id: 3,
        began: 4,
        ended: 9,
        required: true,
        effect: { do: 'write', requires: undefined, change: 2, makes: false, shown: shown(2, 4) },
      },
      { id: 4, began: 10, ended: 11, required: true, effect: { do: 'read', shown: shown(2, 4) } },
    ];
    const found = contradictionIn(lost, BITS);
    expect(found?.core.map(({ id }) => id)).toEqual([2, 3]);
    expect(found?.explained).toHaveLength(1);
  });
});
