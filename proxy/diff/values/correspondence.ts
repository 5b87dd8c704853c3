/** Why two values cannot correspond: one of them corresponds to another value already. */
export interface Mismatch {
  /**
   * `broken`: the expected value corresponded to another one before. `collapsed`: the actual value corresponds to
   * another expected one.
   */
  readonly how: 'broken' | 'collapsed';
  /** The earlier counterpart of the value. */
  readonly other: string;
  /** The exchange that showed the earlier correspondence. */
  readonly since: string;
}

const TIMES = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

/** Words that may be or contain a name. */
const WORDS = /[A-Za-z0-9]+(?:[-._]+[A-Za-z0-9]+)*/g;

interface BoundValue {
  readonly value: string;
  readonly since: string;
}

/**
 * The correspondence of values of the expected and the actual side, learned pair by pair. Servers choose uids,
 * versions, times and names freely, but the pattern of their reuse must agree. So nothing is masked: a value that
 * stays where it should change, or changes where it should stay, breaks the correspondence.
 *
 *     bind('uid', ['', ''], 'A', 'x')   learned
 *     bind('uid', ['', ''], 'A', 'x')   holds
 *     bind('uid', ['', ''], 'A', 'y')   broken: A was x
 *     bind('uid', ['', ''], 'B', 'x')   collapsed: x was A
 * A scope separates values that need not be one to one over all objects, such as the versions of two objects.
 */
export class Correspondence {
  readonly #actual = new Map<string, BoundValue>();
  readonly #expected = new Map<string, BoundValue>();
  readonly #latest = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #reported = new Set<string>();
  readonly #answeredTimes = new Set<string>();
  readonly #sentTimes = new Set<string>();
  #learning = true;

  /**
   * Learns a pair, or returns why it cannot be one. After a mismatch the new pair stands, so one cause is reported
   * once.
   */
  bind(
    domain: string,
    [expectedScope, actualScope]: readonly [string, string],
    expected: string,
    actual: string,
    since: string,
  ): Mismatch | undefined {
    const there = key(domain, expectedScope, expected);
    const here = key(domain, actualScope, actual);
    const known = this.#actual.get(there);
    const used = this.#expected.get(here);
    const mismatch: Mismatch | undefined =
      known !== undefined && known.value !== actual
        ? { how: 'broken', other: known.value, since: known.since }
        : used !== undefined && used.value !== expected
          ? { how: 'collapsed', other: used.value, since: used.since }
          : undefined;
    if (!this.#learning) return mismatch;
    if (known?.value !== actual) this.#actual.set(there, { value: actual, since });
    if (used?.value !== expected) this.#expected.set(here, { value: expected, since });
    this.remember(domain, expected, actual);
    return mismatch === undefined || this.#wasDelivered(there, here) ? undefined : mismatch;
  }

  /**
   * Like `bind`, for values of which several expected ones may be equal on the actual side, such as times in whole
   * seconds.
   */
  follow(
    domain: string,
    [expectedScope]: readonly [string, string],
    expected: string,
    actual: string,
    since: string,
  ): Mismatch | undefined {
    const there = key(domain, expectedScope, expected);
    const known = this.#actual.get(there);
    if (this.#learning && known?.value !== actual) this.#actual.set(there, { value: actual, since });
    if (known === undefined || known.value === actual) return undefined;
    if (this.#learning && this.#wasDelivered(there, actual)) return undefined;
    return { how: 'broken', other: known.value, since: known.since };
  }

  /** Learns the counterpart of a value for later requests, without a check. */
  remember(domain: string, expected: string, actual: string): void {
    if (this.#learning) this.#latest.set(key(domain, '', expected), actual);
  }

  /** The counterpart of a value in that scope, else the last one in any scope; `undefined` for an unknown value. */
  actualOf(domain: string, scope: string, expected: string): string | undefined {
    return this.#actual.get(key(domain, scope, expected))?.value ?? this.#latest.get(key(domain, '', expected));
  }

  /** Learns a generated name. Such names are long and random enough to be recognised anywhere in a text. */
  bindName(expected: string, actual: string): void {
    if (this.#learning && expected !== actual) this.#names.set(expected, actual);
  }

  /**
   * Replaces generated names in a text of the expected side by those of the actual side, including names built on
   * them.
   */
  translated(text: string): string {
    return this.#names.size === 0 ? text : text.replace(WORDS, (word) => this.#translatedWord(word));
  }

  /**
   * A word is a generated name, or contains one between its dashes and dots: `job-x7k2p`, `job-x7k2p-00001`. The
   * longest wins.
   */
  #translatedWord(word: string): string {
    const ends = [...word.matchAll(/[-._]+|$/g)].map(({ index }) => index);
    for (const end of ends.reverse()) {
      const begins = [
        0,
        ...[...word.slice(0, end).matchAll(/[-._]+/g)].map(({ index, 0: separator }) => index + separator.length),
      ];
      for (const begin of begins) {
        const known = this.#names.get(word.slice(begin, end));
        if (known !== undefined) return `${word.slice(0, begin)}${known}${word.slice(end)}`;
      }
    }
    return word;
  }

  /**
   * Records the times in a body that a client of the expected side sent. Times that no response had shown are the
   * client's own.
   */
  noteSent(body: string): void {
    for (const [time] of body.matchAll(TIMES)) if (!this.#answeredTimes.has(time)) this.#sentTimes.add(time);
  }

  /** Records the times in a response of the expected side. */
  noteReceived(body: string): void {
    for (const [time] of body.matchAll(TIMES)) this.#answeredTimes.add(time);
  }

  /** Whether a client chose that time, so it must come back unchanged. */
  isSentTime(time: string): boolean {
    return this.#sentTimes.has(time);
  }

  /** Runs `work` without learning: to find out whether two values match. */
  trying<Result>(work: () => Result): Result {
    const before = this.#learning;
    this.#learning = false;
    try {
      return work();
    } finally {
      this.#learning = before;
    }
  }

  #wasDelivered(one: string, other: string): boolean {
    const pair = `${one}\n${other}`;
    if (this.#reported.has(pair)) return true;
    this.#reported.add(pair);
    return false;
  }
}

function key(domain: string, scope: string, value: string): string {
  return `${domain}\n${scope}\n${value}`;
}
