/** Why two values cannot stand for each other: one of them stands for another value already. */
export interface Mismatch {
  /** `broken`: the expected value was met before, as another. `collapsed`: the actual value stands for another expected one. */
  readonly how: 'broken' | 'collapsed';
  /** What the value stood for. */
  readonly other: string;
  /** Where that was learned. */
  readonly since: string;
}

const TIMES = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

/** What may be a name, or contain one. */
const WORDS = /[A-Za-z0-9]+(?:[-._]+[A-Za-z0-9]+)*/g;

interface Bound {
  readonly value: string;
  readonly since: string;
}

/**
 * Which value of the actual side stands for which of the expected side, learned pair by pair. Servers choose uids, versions, times and
 * names as they like; what must agree is the pattern of their reuse, so nothing is masked: a value that is kept where it should
 * change, or changes where it should be kept, breaks the correspondence.
 *
 *     bind('uid', ['', ''], 'A', 'x')   learned
 *     bind('uid', ['', ''], 'A', 'x')   holds
 *     bind('uid', ['', ''], 'A', 'y')   broken: A was x
 *     bind('uid', ['', ''], 'B', 'x')   collapsed: x was A
 *
 * A scope keeps apart what need not be one to one over all objects, such as the versions of two objects.
 */
export class Correspondence {
  readonly #actual = new Map<string, Bound>();
  readonly #expected = new Map<string, Bound>();
  readonly #latest = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #told = new Set<string>();
  readonly #answeredTimes = new Set<string>();
  readonly #sentTimes = new Set<string>();
  #learning = true;

  /** Learns a pair, or says why it cannot be one. After a mismatch the new pair stands, so that one cause is told once. */
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
    return mismatch === undefined || this.#wasTold(there, here) ? undefined : mismatch;
  }

  /** Like `bind`, for values of which several expected ones may coincide on the actual side, such as times in whole seconds. */
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
    if (this.#learning && this.#wasTold(there, actual)) return undefined;
    return { how: 'broken', other: known.value, since: known.since };
  }

  /** Learns what to send for a value from now on, without holding anybody to it. */
  remember(domain: string, expected: string, actual: string): void {
    if (this.#learning) this.#latest.set(key(domain, '', expected), actual);
  }

  /** What stands for a value in that scope, else what stood for it last in any; `undefined` for one never met. */
  actualOf(domain: string, scope: string, expected: string): string | undefined {
    return this.#actual.get(key(domain, scope, expected))?.value ?? this.#latest.get(key(domain, '', expected));
  }

  /** Learns a generated name. Such names are long and random enough to be known wherever they occur in a text. */
  bindName(expected: string, actual: string): void {
    if (this.#learning && expected !== actual) this.#names.set(expected, actual);
  }

  /** Text of the expected side with the generated names of the actual side, wherever they occur and whatever is built on them. */
  translated(text: string): string {
    return this.#names.size === 0 ? text : text.replace(WORDS, (word) => this.#translatedWord(word));
  }

  /** A word is a generated name, or has one between its dashes and dots: `job-x7k2p`, `job-x7k2p-00001`. The longest wins. */
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

  /** Takes note of the times in a body that a client of the expected side sent: those that no answer had shown are its own. */
  noteSent(body: string): void {
    for (const [time] of body.matchAll(TIMES)) if (!this.#answeredTimes.has(time)) this.#sentTimes.add(time);
  }

  /** Takes note of the times in an answer of the expected side. */
  noteAnswered(body: string): void {
    for (const [time] of body.matchAll(TIMES)) this.#answeredTimes.add(time);
  }

  /** Whether a client chose that time, so that it must come back as it is. */
  isSentTime(time: string): boolean {
    return this.#sentTimes.has(time);
  }

  /** Runs `work` while nothing is learned: to find out what fits before saying that it does. */
  trying<Result>(work: () => Result): Result {
    const before = this.#learning;
    this.#learning = false;
    try {
      return work();
    } finally {
      this.#learning = before;
    }
  }

  #wasTold(one: string, other: string): boolean {
    const pair = `${one}\n${other}`;
    if (this.#told.has(pair)) return true;
    this.#told.add(pair);
    return false;
  }
}

function key(domain: string, scope: string, value: string): string {
  return `${domain}\n${scope}\n${value}`;
}
