import { append } from '../../../shared/group-by.ts';
import type { TrafficDifference } from '../values/difference.ts';
import type { LoggedPair } from './race-groups.ts';

/** The positions around missing requests of a log. */
export interface Hole {
  readonly since: number;
  readonly until: number;
}

/** The holes of both sides. */
export interface Holes {
  readonly expected: readonly Hole[];
  readonly actual: readonly Hole[];
}

/** Differences that lost lines of a log may explain: they are counted, not listed. */
export interface BehindHoles {
  readonly exchanges: readonly number[];
  readonly count: number;
}

/**
 * Recognises differences that lost requests of a log may explain: an object differs after a hole, and no recorded
 * request after that hole created it.
 *
 *     hole, GET a 404 expected, 200 seen              a lost request may have deleted it
 *     hole, POST b, GET b k=1 expected, k=2 seen      a difference
 *     hole, GET /version                              a difference: no request shows in it
 */
export class HoleWatch {
  readonly #holes: Holes;
  /** The number of holes before each pair, and before the request that last created each object. */
  readonly #before = new Map<number, number>();
  readonly #made = new Map<string, { readonly n: number; readonly holes: number }[]>();
  readonly #explained: number[] = [];

  constructor(pairs: readonly LoggedPair[], holes: Holes) {
    this.#holes = holes;
    if (holes.expected.length + holes.actual.length === 0) return;
    for (const pair of pairs) {
      const before = this.#holesBefore(pair);
      this.#before.set(pair.expected.id, before);
      if (makes(pair)) append(this.#made, pair.subject, { n: pair.expected.request.n, holes: before });
    }
  }

  /** Whether a lost request may explain the difference of an expected exchange; if so, the difference is counted. */
  explains({ exchange, subject }: TrafficDifference, n: number): boolean {
    const before = this.#before.get(exchange) ?? 0;
    if (before === 0 || !subject.includes(' ')) return false;
    if (this.#made.get(subject)?.some((made) => made.holes === before && made.n < n) === true) return false;
    this.#explained.push(exchange);
    return true;
  }

  get counts(): BehindHoles {
    return { exchanges: [...new Set(this.#explained)], count: this.#explained.length };
  }

  #holesBefore({ expected, actual }: LoggedPair): number {
    const beforeHere = this.#holes.expected.filter(({ since }) => since < expected.request.n).length;
    return beforeHere + this.#holes.actual.filter(({ since }) => since < actual.request.n).length;
  }
}

function makes({ expected, actual }: LoggedPair): boolean {
  return (
    expected.request.method === 'POST' &&
    [expected, actual].every(({ response }) => response !== undefined && response.status < 300)
  );
}
