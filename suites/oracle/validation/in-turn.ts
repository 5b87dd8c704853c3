import { Arbitrary, type Random, Stream, Value } from 'fast-check';

/**
 * One of the choices, as `constantFrom`, but every choice occurs before any occurs again, so a few cases show as
 * many choices as possible. The order is drawn anew for each round. Such an arbitrary belongs to one sequence of
 * cases: create it with them.
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

class InTurn<T> extends Arbitrary<T> {
  readonly #choices: readonly T[];
  /** Indices of the choices left in this round, the next one last. */
  #left: number[] = [];

  constructor(choices: readonly T[]) {
    super();
    if (choices.length === 0) throw new RangeError('inTurn takes at least one choice');
    this.#choices = choices;
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

/** Fisher-Yates. */
function shuffledPlaces(count: number, random: Random): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random.nextInt(0, last);
    [places[last], places[other]] = [places[other] as number, places[last] as number];
  }
  return places;
}
