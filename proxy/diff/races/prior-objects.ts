import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import type { ExchangePair } from '../exchanges/exchange-pair.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { memberOf, textOf } from '../values/json-value.ts';
import type { ObservedExchange } from '../exchanges/observed-exchange.ts';
import { objectsIn } from './controlled-objects.ts';
import type { LoggedPair } from './race-groups.ts';
import { subjectWithin } from '../values/subjects.ts';

/** Objects that were on a server before the traffic began. Differences about them are counted, not listed. */
export interface PriorCount {
  /** By subject, as in `configmaps a/x`; of the expected and of the actual side. */
  readonly expected: readonly string[];
  readonly actual: readonly string[];
  readonly count: number;
}

/** The objects of one side that are older than its traffic. */
interface SideStart {
  /** When its first response was sent, by the server's clock, in milliseconds; `NaN` if the response has no date. */
  readonly began: number;
  readonly prior: Set<string>;
  /**
   * Whether an object that the traffic created seems older than the traffic: then the server's clock differs from
   * its Date header.
   */
  skewed: boolean;
}

/**
 * Recognises differences about objects that only one server had before the traffic began, by `creationTimestamp` and
 * the `Date` of the first response:
 *
 *     GET list    expected no a, actual a, made an hour before     no difference of the server
 *     POST a      201 expected, 409 seen; GET a shows that hour    no difference of the server
 *     DELETE a    200 on both; POST a; GET a shows other data      a difference: the traffic made this one
 */
export class PriorObjects {
  readonly #expected: SideStart;
  readonly #actual: SideStart;
  /** The position from which on an object is as the traffic left it, because a write of it succeeded on both sides. */
  readonly #settled = new Map<string, number>();
  readonly #explained = { expected: new Set<string>(), actual: new Set<string>() };
  #count = 0;

  constructor(pairs: readonly LoggedPair[]) {
    this.#expected = sideOf(pairs.map(({ expected }) => expected));
    this.#actual = sideOf(pairs.map(({ actual }) => actual));
    for (const { expected, actual, subject } of pairs) {
      if (
        expected.request.method === 'GET' ||
        !succeeded(expected.response?.status) ||
        !succeeded(actual.response?.status)
      )
        continue;
      this.#settled.set(subject, Math.min(expected.request.n, this.#settled.get(subject) ?? Number.POSITIVE_INFINITY));
    }
  }

  /** Records the objects in a pair of exchanges. */
  take({ expected, actual, subject }: ExchangePair): void {
    note(this.#expected, expected, subject);
    note(this.#actual, actual, subject);
  }

  /** Whether the difference in an expected exchange is about an object that existed before; if so, it is counted. */
  explains({ subject }: TrafficDifference, { request }: LoggedExchange): boolean {
    const [there, here] = [has(this.#expected, subject), has(this.#actual, subject)];
    if (there === here && (!there || request.method !== 'GET')) return false;
    if ((this.#settled.get(subject) ?? Number.POSITIVE_INFINITY) < request.n) return false;
    if (there) this.#explained.expected.add(subject);
    if (here) this.#explained.actual.add(subject);
    this.#count += 1;
    return true;
  }

  get counts(): PriorCount {
    return { expected: [...this.#explained.expected], actual: [...this.#explained.actual], count: this.#count };
  }
}

function sideOf(exchanges: readonly LoggedExchange[]): SideStart {
  const lists = exchanges
    .filter(({ response }) => response !== undefined)
    .sort((one, other) => (one.response?.n ?? 0) - (other.response?.n ?? 0));
  return {
    began: Date.parse(headerValue(lists[0]?.response?.headers ?? [], 'date') ?? ''),
    prior: new Set(),
    skewed: false,
  };
}

function has(side: SideStart, subject: string): boolean {
  return !side.skewed && side.prior.has(subject);
}

function note(side: SideStart, exchange: ObservedExchange, subject: string): void {
  for (const object of [...objectsIn(exchange), ...exchange.events.map((event) => event.object)]) {
    const made = Date.parse(textOf(memberOf(object, 'metadata'), 'creationTimestamp'));
    if (!(made < side.began)) continue;
    if (exchange.method === 'POST') side.skewed = true;
    else side.prior.add(subjectWithin(subject, object));
  }
}

function succeeded(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}
