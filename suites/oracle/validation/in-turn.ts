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

/** A sequence of cases among several that share out the choices of their turns. */
export interface Deal {
  /** The seed of the order of the choices. */
  readonly seed: number;
  /** The number of cases of the earlier sequences. */
  readonly start: number;
}

/** The sequence whose arbitraries are being made, and the number of turns that it has. */
let dealing: { readonly deal: Deal; made: number } | undefined;

/**
 * Makes arbitraries whose turns go on where the earlier sequences of that seed stopped, if each case makes one choice.
 * A turn that is made while cases are generated, as in `chain`, has no part in it.
 *
 *     dealt({ seed, start: 0 }, () => inTurn('a', 'b', 'c'))   ->   b a c, c a b, ...
 *     dealt({ seed, start: 2 }, () => inTurn('a', 'b', 'c'))   ->   c, c a b, ...
 */
export function dealt<T>(deal: Deal, make: () => T): T {
  const outer = dealing;
  dealing = { deal, made: 0 };
  try {
    return make();
  } finally {
    dealing = outer;
  }
}

class InTurn<T> extends Arbitrary<T> {
  readonly #choices: readonly T[];
  /** The order of each round; absent if rounds are drawn at random. */
  readonly #rounds: ((round: number) => number[]) | undefined;
  #round = 0;
  /** Indices of the choices left in this round, the next one last. */
  #left: number[] = [];

  constructor(choices: readonly T[]) {
    super();
    if (choices.length === 0) throw new RangeError('inTurn takes at least one choice');
    this.#choices = choices;
    if (dealing === undefined) return;
    const { seed, start } = dealing.deal;
    const turn = dealing.made++;
    this.#rounds = (round) => orderOf(choices.length, seed, turn, round);
    this.#round = Math.floor(start / choices.length);
    this.#left = this.#rounds(this.#round).slice(0, choices.length - (start % choices.length));
  }

  override generate(random: Random): Value<T> {
    if (this.#left.length === 0)
      this.#left = this.#rounds?.((this.#round += 1)) ?? shuffledPlaces(this.#choices.length, random);
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

/** The order of one round of one turn of a deal, the first choice last. Rounds and turns have orders of their own. */
function orderOf(count: number, seed: number, turn: number, round: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  const ofRound = [turn, round].reduce(mixed, seed);
  return sample(shuffledSubarray(places, { minLength: count }), { seed: ofRound, numRuns: 1 })[0] ?? places;
}

/** Seeds that differ in a few bits give orders that are alike: a step of MurmurHash3 spreads them. */
function mixed(hash: number, value: number): number {
  const next = Math.imul((hash ^ (value + 1)) >>> 0, 0x85ebca6b);
  return Math.imul(next ^ (next >>> 13), 0xc2b2ae35) ^ (next >>> 16);
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
