import { setTimeout as sleep } from 'node:timers/promises';
import { operationOf } from '../diff/causes.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { ask, type Asked } from './ask.ts';
import type { LiveExchange } from './live-exchange.ts';
import { Patience } from './patience.ts';

/** So many exchanges in a row without an answer are taken for a server that stopped answering, once a request of our own gets no answer either. */
const IN_A_ROW = 3;
/** The shortest time for an answer of an operation that is silent, in milliseconds. */
const SHORTEST_MS = 250;
/** Answered by every server that answers at all, if only by an error. */
const PROBE = '/version';
const PROBE_EVERY_MS = 100;

/** Notices a server, or one operation of it, that stopped answering. */
export class Silence {
  readonly #asked: Asked;
  readonly #operations = new Map<string, Patience>();
  #unanswered: string[] = [];
  #lastAnswered: string | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Milliseconds that the server gets for an answer to this request: the timeout, and less for an operation that let requests go unanswered. */
  patienceFor(exchange: LoggedExchange): number {
    return this.#operation(exchange).ms;
  }

  /**
   * Takes note of an exchange that is over. Resolves with a line that says so if the server stopped answering; rejects with an `UnreachableError` if it
   * never answered at all.
   */
  async note(exchange: LoggedExchange, live: LiveExchange): Promise<string | undefined> {
    if (live.failure === undefined) {
      if (live.answered) this.#answered(exchange);
      return undefined;
    }
    this.#operation(exchange).vain();
    this.#unanswered.push(`${nameOf(exchange)}: ${live.failure}`);
    if (this.#unanswered.length >= (this.#lastAnswered === undefined ? 1 : IN_A_ROW)) return this.#probe();
    return undefined;
  }

  #answered(exchange: LoggedExchange): void {
    this.#lastAnswered = nameOf(exchange);
    this.#unanswered = [];
  }

  /** A server that answered before gets the timeout to come back: a supervisor may be restarting it. */
  async #probe(): Promise<string | undefined> {
    const deadline = performance.now() + this.#asked.limits.timeoutMs;
    while (!(await this.#answers())) {
      if (performance.now() > deadline) return this.#stopped();
      await sleep(PROBE_EVERY_MS);
    }
    this.#unanswered = [];
    return undefined;
  }

  async #answers(): Promise<boolean> {
    try {
      await ask(this.#asked, 'GET', PROBE);
      return true;
    } catch (error) {
      if (this.#lastAnswered === undefined) throw error;
      return false;
    }
  }

  #stopped(): string {
    const { origin } = this.#asked.upstream.url;
    return `${origin} stopped answering at ${this.#unanswered[0] ?? ''}. The last answered request is ${this.#lastAnswered ?? ''}. Check whether the server still runs.`;
  }

  #operation({ request }: LoggedExchange): Patience {
    const operation = operationOf({ request: `${request.method} ${request.target}` });
    const known = this.#operations.get(operation) ?? new Patience(this.#asked.limits.timeoutMs, SHORTEST_MS);
    this.#operations.set(operation, known);
    return known;
  }
}

function nameOf({ id, request }: LoggedExchange): string {
  return `exchange ${id} (${request.method} ${request.target})`;
}
