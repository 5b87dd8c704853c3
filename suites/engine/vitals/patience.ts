import type { OperationId } from '../../../spec/surface/operations.ts';

/** How many times the slowest that this server has taken so far a request or an event may take. */
const MARGIN = 20;
/** Requests that are needed before a server's speed is known. */
const SAMPLES = 50;
/** No request or event is given less, in milliseconds, however fast the server is: a busy machine stalls for a while. */
const LEAST_FOR_A_REQUEST_MS = 2_000;
const LEAST_FOR_AN_EVENT_MS = 1_000;
/** The same for events of an operation that has brought none when they were waited for. */
const LEAST_FOR_A_QUIET_WATCH_MS = 250;
/** Waits in a row that came to nothing before an operation counts as quiet. */
const QUIET_AFTER = 3;

/**
 * How long a server is waited for: learned from how fast it has answered so far, and never more than the full patience (`--timeout`).
 * What does not come within the learned patience proves nothing; a verdict takes the full one.
 *
 *     full 10 s; 50 answers, the slowest after 30 ms   ->   2 s a request
 *     full 10 s; an answer after 300 ms                ->   6 s a request
 */
export class Patience {
  readonly #fullRequestMs: number;
  readonly #fullEventMs: number;
  readonly #waitsInVain = new Map<OperationId, number>();
  readonly #relented = new Set<OperationId>();
  #answers = 0;
  #slowestAnswerMs = 0;
  #slowestEventMs = 0;

  /** The full patience with a request, and with an event of a watch. */
  constructor(fullRequestMs: number, fullEventMs = fullRequestMs) {
    this.#fullRequestMs = fullRequestMs;
    this.#fullEventMs = fullEventMs;
  }

  /** How long a request of that operation may take, in milliseconds. */
  forRequest(operation: OperationId): number {
    const full = this.#fullRequestMs;
    if (this.#answers < SAMPLES || this.#relented.has(operation)) return full;
    return Math.min(full, Math.max(LEAST_FOR_A_REQUEST_MS, MARGIN * this.#slowestAnswerMs));
  }

  /** How long an event of a watch of that operation is waited for, in milliseconds. */
  forEvent(operation: OperationId): number {
    const full = this.#fullEventMs;
    if (this.#answers < SAMPLES || this.#relented.has(operation)) return full;
    const quiet = (this.#waitsInVain.get(operation) ?? 0) >= QUIET_AFTER;
    const least = quiet ? LEAST_FOR_A_QUIET_WATCH_MS : LEAST_FOR_AN_EVENT_MS;
    return Math.min(full, Math.max(least, quiet ? 0 : MARGIN * Math.max(this.#slowestEventMs, this.#slowestAnswerMs)));
  }

  answered(ms: number): void {
    this.#answers += 1;
    this.#slowestAnswerMs = Math.max(this.#slowestAnswerMs, ms);
  }

  /** An event that was waited for came after that time; `undefined` where it did not come. */
  waited(operation: OperationId, ms: number | undefined): void {
    if (ms === undefined) return void this.#waitsInVain.set(operation, (this.#waitsInVain.get(operation) ?? 0) + 1);
    this.#waitsInVain.delete(operation);
    this.#slowestEventMs = Math.max(this.#slowestEventMs, ms);
  }

  /** From now on that operation gets the full patience: the learned one was too short for it. */
  relent(operation: OperationId): void {
    this.#relented.add(operation);
  }
}
