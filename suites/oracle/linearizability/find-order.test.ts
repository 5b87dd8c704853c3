import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someOrderExplains } from './every-order.fixture.ts';
import { findOrder } from './find-order.ts';
import { OPEN } from './object-state.ts';
import type { Effect, ObservedVersion, ObjectOperation } from './operation.ts';
import { type Ask, BITS, simulate } from './simulated-object.ts';

const asks = (clients: number, most: number): fc.Arbitrary<Ask[]> =>
  fc.array(
    fc.record({
      client: fc.nat(clients - 1),
      verb: fc.constantFrom<Ask['verb'][]>('get', 'get', 'create', 'put', 'patch', 'patch', 'delete'),
      bit: fc.nat(5),
      lag: fc.nat(6),
      wait: fc.nat(6),
    }),
    { maxLength: most },
  );

const shown = (token: number, content: number, uid = 0, leaving = false): ObservedVersion => ({
  uid,
  token,
  content,
  leaving,
});
const get = (at: ObservedVersion | undefined): Effect => ({ do: 'read', shown: at });
const create = (at: ObservedVersion): Effect => ({ do: 'create', shown: at });
const put = (requires: number | undefined, at: ObservedVersion): Effect => ({
  do: 'write',
  requires,
  change: undefined,
  makes: false,
  shown: at,
});
const patch = (change: number, at: ObservedVersion): Effect => ({
  do: 'write',
  requires: undefined,
  change,
  makes: false,
  shown: at,
});
const REMOVE: Effect = { do: 'remove', atOnce: true, uid: undefined };

/** Operations from `[began, ended, effect]`. Operations without an end may take effect at any later time. */
function history(
  ...entries: readonly (readonly [began: number, ended: number | undefined, effect: Effect])[]
): ObjectOperation[] {
  return entries.map(([began, ended, effect], id) => ({
    id,
    began,
    ended: ended ?? Number.POSITIVE_INFINITY,
    required: ended !== undefined,
    effect,
  }));
}

describe('a linearizable history of one object', () => {
  it('is explained, however its requests overlap', () => {
    fc.assert(
      fc.property(asks(6, 60), (all) => void expect(findOrder(simulate(all), BITS).verdict).toBe('ordered')),
      { numRuns: 300 },
    );
  });

  it('is explained by an order that respects the times of its requests', () => {
    fc.assert(
      fc.property(asks(5, 30), (all) => {
        const operations = simulate(all);
        const found = findOrder(operations, BITS);
        const order = found.verdict === 'ordered' ? found.order.map((index) => operations[index]) : [];
        expect(order.length).toBe(operations.length);
        for (const [place, operation] of order.entries())
          for (const later of order.slice(place)) expect(later?.ended ?? 0).toBeGreaterThan(operation?.began ?? 0);
      }),
    );
  });

  it('may lack the responses of some writes', () => {
    fc.assert(
      fc.property(asks(4, 25), fc.nat(4), (all, every) => {
        const cut = simulate(all).map((operation): ObjectOperation => {
          const { effect } = operation;
          if (operation.id % 5 !== every || effect.do === 'read' || effect.do === 'meet') return operation;
          const unanswered: Effect =
            effect.do === 'create' || effect.do === 'write' ? { ...effect, shown: undefined } : effect;
          return { ...operation, ended: Number.POSITIVE_INFINITY, required: false, effect: unanswered };
        });
        expect(findOrder(cut, BITS).verdict).toBe('ordered');
      }),
      { numRuns: 200 },
    );
  });

  it('may lack any of its reads', () => {
    fc.assert(
      fc.property(
        asks(5, 40),
        fc.nat(3),
        (all, every) =>
          void expect(
            findOrder(
              simulate(all).filter(({ id, effect }) => effect.do !== 'read' || id % 4 !== every),
              BITS,
            ).verdict,
          ).toBe('ordered'),
      ),
    );
  });
});

describe('the search', () => {
  it('finds an order exactly if a search through every order finds one', () => {
    const effect = fc.oneof(
      // A token stands for a version of one uid, terminating or not.
      fc
        .record({ version: fc.nat(2), before: fc.nat(2), content: fc.nat(3), uid: fc.nat(1), leaving: fc.boolean() })
        .chain(({ version, before, content, uid, leaving }) => {
          const token = (of: number): number => of * 4 + uid * 2 + Number(leaving);
          const at = shown(token(version), content, uid, leaving);
          return fc.constantFrom(
            get(at),
            create(at),
            put(undefined, at),
            put(token(before), at),
            patch(content & 1, at),
          );
        }),
      fc.constantFrom<Effect[]>(
        get(undefined),
        REMOVE,
        { do: 'meet' },
        { do: 'remove', atOnce: false, uid: 0 },
        { do: 'create', shown: undefined },
        { do: 'anything' },
        { do: 'write', requires: undefined, change: undefined, makes: true, shown: undefined },
      ),
    );
    const operation = fc.record({
      effect,
      began: fc.nat(20),
      length: fc.integer({ min: 1, max: 12 }),
      required: fc.boolean(),
    });
    const verdicts = { ordered: 0, contradiction: 0, undecided: 0 };
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 6 }), fc.boolean(), (drawn, open) => {
        const operations = drawn.map(({ effect: what, began, length, required }, id): ObjectOperation => ({
          id,
          began: began * 10 + id,
          ended: (began + length) * 10 + id + 0.5,
          required: required || what.do === 'read',
          effect: what,
        }));
        const { verdict } = findOrder(operations, BITS, open ? { initial: OPEN } : {});
        verdicts[verdict] += 1;
        expect(verdict).toBe(
          someOrderExplains(operations, BITS, open ? OPEN : undefined) ? 'ordered' : 'contradiction',
        );
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(verdicts.ordered, verdicts.contradiction)).toBeGreaterThan(100);
  });

  it('knows which versions are used by operations that ended, in each order that it tries', () => {
    const operations = history(
      [20, 30, get(shown(3, 3))],
      [11, 21, get(shown(7, 2))],
      [2, 22, put(undefined, shown(11, 2))],
      [3, 13, patch(1, shown(11, 3))],
    ).map((operation) => ({ ...operation, required: operation.effect.do === 'read' }));
    expect(findOrder(operations, BITS, { initial: OPEN })).toEqual({ verdict: 'ordered', order: [0, 2, 1] });
  });

  it('agrees with that on histories of one object with a changed response', () => {
    fc.assert(
      fc.property(asks(3, 7), fc.nat(), fc.nat(7), fc.nat(3), (all, which, token, content) => {
        const operations = simulate(all);
        const changed = operations.map((operation, index) =>
          index === which % operations.length && operation.effect.do === 'read'
            ? { ...operation, effect: get(shown(token, content)) }
            : operation,
        );
        expect(findOrder(changed, BITS).verdict === 'ordered').toBe(someOrderExplains(changed, BITS));
      }),
      { numRuns: 300 },
    );
  });

  it('gives up after a number of configurations', () => {
    const blind = Array.from({ length: 12 }, (_, n): readonly [number, number, Effect] => [
      2 + n,
      100 + n,
      put(undefined, shown(n + 1, 1 << n)),
    ]);
    const operations = history([0, 1, create(shown(0, 0))], ...blind, [200, 201, get(undefined)]);
    expect(findOrder(operations, BITS, { most: 500 }).verdict).toBe('undecided');
    expect(findOrder(operations, BITS).verdict).toBe('contradiction');
  });

  it('reports the longest order that it found and the operations that cannot come next', () => {
    const found = findOrder(
      history(
        [0, 1, create(shown(0, 0))],
        [2, 3, patch(0, shown(1, 1))],
        [4, 5, get(shown(0, 0))],
        [6, 7, get(shown(1, 1))],
      ),
      BITS,
      { looksAhead: false },
    );
    expect(found).toEqual({ verdict: 'contradiction', explained: [0, 1], stuck: 2 });
  });
});

describe.each<[string, ObjectOperation[]]>([
  [
    'a read shows an older state than an acknowledged write left',
    history([0, 1, create(shown(0, 0))], [2, 3, patch(0, shown(1, 1))], [4, 5, get(shown(0, 0))]),
  ],
  [
    'two PUTs with one version win',
    history([0, 1, create(shown(0, 0))], [2, 8, put(0, shown(1, 1))], [3, 7, put(0, shown(2, 2))]),
  ],
  [
    'a patch loses the field of another',
    history([0, 1, create(shown(0, 0))], [2, 8, patch(0, shown(1, 1))], [3, 7, patch(1, shown(2, 2))]),
  ],
  ['two creates of one name win', history([0, 5, create(shown(0, 0))], [1, 6, create(shown(1, 0, 1))])],
  ['a deleted object is seen again', history([0, 1, create(shown(0, 0))], [2, 3, REMOVE], [4, 5, get(shown(0, 0))])],
  [
    'a patch brings back a deleted object',
    history([0, 1, create(shown(0, 0))], [2, 6, REMOVE], [3, 7, patch(0, shown(1, 1))], [8, 9, get(shown(1, 1))]),
  ],
  [
    'two reads in turn show a write and then not',
    history(
      [0, 1, create(shown(0, 0))],
      [2, 20, put(undefined, shown(1, 1))],
      [3, 4, get(shown(1, 1))],
      [5, 6, get(shown(0, 0))],
    ),
  ],
  ['an object vanishes that nobody deleted', history([0, 1, create(shown(0, 0))], [2, 3, get(undefined)])],
  ['one object is deleted twice', history([0, 1, create(shown(0, 0))], [2, 6, REMOVE], [3, 7, REMOVE])],
  ['the name is taken though nobody has it', history([0, 1, { do: 'meet' }])],
  ['a version comes back', history([0, 1, create(shown(0, 0))], [2, 3, get(shown(1, 0))], [4, 5, get(shown(0, 0))])],
  [
    'a terminating object loses its deletion timestamp',
    history(
      [0, 1, create(shown(0, 0))],
      [2, 3, { do: 'remove', atOnce: false, uid: undefined }],
      [4, 5, get(shown(1, 0, 0, false))],
    ),
  ],
  [
    'a delete removes the recreated object, by its response',
    history(
      [0, 1, create(shown(0, 0))],
      [2, 3, REMOVE],
      [4, 5, create(shown(1, 0, 1))],
      [6, 7, { do: 'remove', atOnce: true, uid: 0 }],
    ),
  ],
  [
    'a delete answers with the uid of an object that nobody else saw, and the next read shows another uid',
    history(
      [0, 1, { do: 'create', shown: undefined }],
      [2, 3, { do: 'remove', atOnce: false, uid: 0 }],
      [4, 5, get(shown(7, 2, 1, true))],
    ),
  ],
])('if %s', (_, operations) => {
  it('no order is found', () => {
    expect(findOrder(operations, BITS).verdict).toBe('contradiction');
    expect(someOrderExplains(operations, BITS)).toBe(false);
  });
});

describe.each<[string, ObjectOperation[]]>([
  [
    'a controller wrote between two looks',
    history([0, 1, create(shown(0, 0))], [2, 3, get(shown(7, 0))], [4, 5, put(7, shown(8, 1))]),
  ],
  [
    'a terminating object is seen with its deletion timestamp, and is gone then',
    history(
      [0, 1, create(shown(0, 0))],
      [2, 3, { do: 'remove', atOnce: false, uid: 0 }],
      [4, 5, get(shown(3, 0, 0, true))],
      [6, 7, get(undefined)],
      [8, 9, create(shown(4, 0, 1))],
    ),
  ],
  [
    'an unanswered write was done late',
    history(
      [0, 1, create(shown(0, 0))],
      [2, undefined, { do: 'write', requires: undefined, change: 1, makes: false, shown: undefined }],
      [4, 5, get(shown(0, 0))],
      [6, 7, get(shown(5, 2))],
    ),
  ],
  [
    'an unanswered delete was never done',
    history([0, 1, create(shown(0, 0))], [2, undefined, REMOVE], [4, 5, get(shown(0, 0))]),
  ],
  [
    'a PUT created an object on a server that permits it',
    history(
      [0, 1, { do: 'write', requires: undefined, change: undefined, makes: true, shown: shown(0, 1) }],
      [2, 3, get(shown(0, 1))],
    ),
  ],
  [
    'a write that changes nothing keeps the version',
    history([0, 1, create(shown(0, 0))], [2, 3, put(0, shown(0, 0))], [4, 5, put(0, shown(1, 1))]),
  ],
])('if %s', (_, operations) => {
  it('an order is found', () => {
    expect(findOrder(operations, BITS).verdict).toBe('ordered');
    expect(someOrderExplains(operations, BITS)).toBe(true);
  });
});
