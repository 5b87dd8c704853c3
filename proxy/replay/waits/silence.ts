import { setTimeout as sleep } from 'node:timers/promises';
import { cached } from '../../../shared/cached.ts';
import { operationOf } from '../../diff/causes/causes.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { ask, type AskedServer } from '../server/ask.ts';
import type { LiveExchange } from '../sending/live-exchange.ts';
import { Patience } from './patience.ts';

/** After this many successive unanswered exchanges, and an unanswered probe, the server counts as unresponsive. */
const IN_A_ROW = 3;
/** The shortest time limit of an unresponsive operation, in milliseconds. */
const SHORTEST_MS = 250;
/** Every responsive server responds to it, if only with an error. */
const PROBE = '/version';
const PROBE_EVERY_MS = 100;

/** Detects a server, or one operation of it, that stopped responding. */
export class Silence {
  readonly #asked: AskedServer;
  readonly #operations = new Map<string, Patience>();
  #unanswered: string[] = [];
  #lastAnswered: string | undefined;

  constructor(asked: AskedServer) {
    this.#asked = asked;
  }

  /**
   * Milliseconds that the server gets for a response to this request: the timeout, or less for an operation with
   * unanswered requests.
   */
  patienceFor(exchange: LoggedExchange): number {
    return this.#operation(exchange).ms;
  }

  /**
   * Records an ended exchange. Resolves with a line if the server stopped responding; rejects with an
   * `UnreachableError` if it never responded.
   */
  async note(exchange: LoggedExchange, live: LiveExchange): Promise<string | undefined> {
    if (live.failure === undefined) {
      if (live.hasHead) this.#responded(exchange);
      return undefined;
    }
    this.#operation(exchange).vain();
    this.#unanswered.push(`${nameOf(exchange)}: ${live.failure}`);
    if (this.#unanswered.length >= (this.#lastAnswered === undefined ? 1 : IN_A_ROW)) return this.#probe();
    return undefined;
  }

  #responded(exchange: LoggedExchange): void {
    this.#lastAnswered = nameOf(exchange);
    this.#unanswered = [];
  }

  /** A server that responded before gets the timeout to come back: a supervisor may be restarting it. */
  async #probe(): Promise<string | undefined> {
    const deadline = performance.now() + this.#asked.limits.timeoutMs;
    while (!(await this.#responds())) {
      if (performance.now() > deadline) return this.#stopped();
      await sleep(PROBE_EVERY_MS);
    }
    this.#unanswered = [];
    return undefined;
  }

  async #responds(): Promise<boolean> {
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
    return `${origin} stopped responding at ${this.#unanswered[0] ?? ''}. The last request with a response is ${this.#lastAnswered ?? ''}. Check whether the server still runs.`;
  }

  #operation({ request }: LoggedExchange): Patience {
    const operation = operationOf({ request: `${request.method} ${request.target}` });
    return cached(this.#operations, operation, () => new Patience(this.#asked.limits.timeoutMs, SHORTEST_MS));
  }
}

function nameOf({ id, request }: LoggedExchange): string {
  return `exchange ${id} (${request.method} ${request.target})`;
}
