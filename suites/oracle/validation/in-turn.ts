import { Arbitrary, type Random, sample, shuffledSubarray, Stream, Value } from 'fast-check';

/**
 * One of the choices, as `constantFrom`, but every choice occurs before any occurs again, so a few cases show as
 * many choices as possible. The order is drawn anew for each round. Such an arbitrary belongs to one sequence of
 * cases: create it with them, and in `dealt` if other sequences are to make the other choices.
 *
 *     inTurn('a', 'b', 'c')   ->   b a c, c a b, ...
 */
export function inTurn<T>(...choices: readonly T[]): Arbitrary<T> {
  return new InTurn(choices);
}

/** A value of one of the arbitraries; every arbitrary is used before any is used again. */
export function eachInTurn<T>(...arbitraries: readonly Arbitrary<T>[]): Arbitrary<T> {
  return inTurn(...arbitraries).chain((arbitrary) => arbitrary);
}

/** A sequence of cases among several that share out their choices. */
export interface Deal {
  /** The seed of the order in which the sequences make their choices. */
  readonly seed: number;
  /** The number of choices that earlier sequences made. */
  readonly start: number;
}

let dealing: { readonly deal: Deal; made: number } | undefined;

/**
 * Makes arbitraries whose first choices in turn go on where the earlier sequences of that seed stopped.
 *
 *     dealt({ seed, start: 0 }, () => inTurn('a', 'b', 'c'))   ->   b a c, ...
 *     dealt({ seed, start: 2 }, () => inTurn('a', 'b', 'c'))   ->   c b a, ...
 */
export function dealt<T>(deal: Deal, make: () => T): T {
  dealing = { deal, made: 0 };
  try {
    return make();
  } finally {
    dealing = undefined;
  }
}

class InTurn<T> extends Arbitrary<T> {
  readonly #choices: readonly T[];
  /** Indices of the choices left in this round, the next one last. */
  #left: number[];

  constructor(choices: readonly T[]) {
    super();
    if (choices.length === 0) throw new RangeError('inTurn takes at least one choice');
    this.#choices = choices;
    this.#left = dealing === undefined ? [] : handOf(choices.length, dealing.deal, dealing.made++);
  }

  override generate(random: Random): Value<T> {
    if (this.#left.length === 0) this.#left = shuffledPlaces(this.#choices.length, random);
    return this.#valueAt(this.#left.pop() ?? 0);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    void value;
    return false;
  }

  /** Earlier choices are simpler. */
  override shrink(_: T, place: unknown): Stream<Value<T>> {
    const before = typeof place === 'number' ? place : 0;
    return Stream.of(...Array.from({ length: before }, (_each, earlier) => this.#valueAt(earlier)));
  }

  #valueAt(place: number): Value<T> {
    return new Value(this.#choices[place] as T, place);
  }
}

/**
 * The first round of the arbitrary with that number in its sequence, the next choice last. Each later arbitrary is
 * shifted once more for each round, so two of equal length do not always make the same pairs.
 */
function handOf(count: number, { seed, start }: Deal, number: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  const [order = places] = sample(shuffledSubarray(places, { minLength: count }), { seed: seed + number, numRuns: 1 });
  const first = (start + number * Math.floor(start / count)) % count;
  return [...order.slice(first), ...order.slice(0, first)].toReversed();
}

/** Fisher-Yates. */
function shuffledPlaces(count: number, random: Random): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random.nextInt(0, last);
    [places[last], places[other]] = [places[other] as number, places[last] as number];
  }
  return places;
}
