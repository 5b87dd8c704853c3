import { contradictionIn } from './contradiction.ts';
import { findOrder } from './find-order.ts';
import type { ObservedVersion, ObjectOperation } from './operation.ts';
import { type Ask, BITS, simulate } from './simulated-object.ts';

/**
 * A program that measures the search on histories of ten thousand operations. It prints one line of JSON per
 * history: `name`, `operations`, `verdict`, and `ms` of processor time. `bench/` runs it.
 */
const SIZE = 10_000;
const VERBS: readonly Ask['verb'][] = ['get', 'get', 'put', 'patch', 'create', 'delete'];

/** Deterministic pseudo-random numbers below `below`. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
}

function mixed(clients: number): readonly ObjectOperation[] {
  const random = randomNumbers(clients);
  return simulate(
    Array.from({ length: SIZE }, (_, n): Ask => ({
      client: n % clients,
      verb: n === 0 ? 'create' : (VERBS[random(VERBS.length)] ?? 'get'),
      bit: random(20),
      lag: random(12),
      wait: random(12),
    })),
  );
}

/** Patches in bursts. All patches of a burst overlap, so only their responses determine the order. */
function bursts(width: number): readonly ObjectOperation[] {
  const patches = Array.from({ length: SIZE - 1 }, (_, n): Ask => ({
    client: 1 + (n % width),
    verb: 'patch',
    bit: n % 30,
    lag: (n * 7) % width,
    wait: 2 * width,
  }));
  return simulate([{ client: 0, verb: 'create', bit: 0, lag: 0, wait: 0 }, ...patches]);
}

/** The history, with an added read in the middle that shows the first state again. */
function withStaleRead(operations: readonly ObjectOperation[]): readonly ObjectOperation[] {
  const made = operations.find(({ effect }) => effect.do === 'create')?.effect;
  const first: ObservedVersion | undefined = made?.do === 'create' ? made.shown : undefined;
  const middle = operations[operations.length >> 1];
  if (middle === undefined) return operations;
  return [
    ...operations,
    {
      id: operations.length,
      began: middle.ended + 0.25,
      ended: middle.ended + 0.5,
      required: true,
      effect: { do: 'read', shown: first },
    },
  ];
}

function timed(name: string, operations: readonly ObjectOperation[], run: () => string): void {
  const before = process.cpuUsage();
  const verdict = run();
  process.stdout.write(
    `${JSON.stringify({ name, operations: operations.length, verdict, ms: Math.round(process.cpuUsage(before).user / 1000) })}\n`,
  );
}

for (const [name, valid] of [
  ...[8, 16, 32].map((clients) => [`${clients} clients`, mixed(clients)] as const),
  ['bursts of 32', bursts(32)] as const,
]) {
  const invalid = withStaleRead(valid);
  timed(`${name}, right`, valid, () => findOrder(valid, BITS).verdict);
  timed(`${name}, a stale read`, invalid, () => findOrder(invalid, BITS).verdict);
  timed(`${name}, made small`, invalid, () => `${contradictionIn(invalid, BITS)?.core.length ?? 0} left`);
}
