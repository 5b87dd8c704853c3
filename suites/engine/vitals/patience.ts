import type { OperationId } from '../../../spec/surface/operations.ts';
import type { EndedWait } from '../../drivers/cases/case-context.ts';

/** The allowed multiple of the slowest response or event so far. */
const MARGIN = 20;
/** The number of requests before a server's speed counts as known. */
const SAMPLES = 50;
/**
 * The least time for a request or event, in milliseconds, however fast the server is: a busy machine stalls now and
 * then.
 */
const LEAST_FOR_A_REQUEST_MS = 2_000;
const LEAST_FOR_AN_EVENT_MS = 1_000;
/** The least time for events of an operation that brought none in earlier waits. */
const LEAST_FOR_A_QUIET_WATCH_MS = 250;
/** Vain waits in a row before an operation counts as quiet. */
const QUIET_AFTER = 3;
/**
 * Waits for the full time in a row that brought nothing before the watches of an operation count as silent. If no watch
 * has ever delivered an awaited event, those of all operations count, and all watches are silent then.
 */
const SILENT_AFTER = 4;

/**
 * How long to wait for a server: learned from its speed so far, and never more than the full patience (`--timeout`).
 * Exceeding the learned patience proves nothing; a verdict takes the full one.
 *
 *     full 10 s; 50 responses, the slowest after 30 ms ->   2 s a request
 *     full 10 s; a response after 300 ms               ->   6 s a request
 */
export class Patience {
  readonly #fullRequestMs: number;
  readonly #fullEventMs: number;
  readonly #waitsInVain = new Map<OperationId, number>();
  readonly #silentWaits = new Map<OperationId, number>();
  readonly #relented = new Set<OperationId>();
  #hasDelivered = false;
  #responses = 0;
  #slowestResponseMs = 0;
  #slowestEventMs = 0;

  /** The full patience with a request, and with an event of a watch. */
  constructor(fullRequestMs: number, fullEventMs = fullRequestMs) {
    this.#fullRequestMs = fullRequestMs;
    this.#fullEventMs = fullEventMs;
  }

  /** Time limit for a request of that operation, in milliseconds. */
  forRequest(operation: OperationId): number {
    const full = this.#fullRequestMs;
    if (this.#responses < SAMPLES || this.#relented.has(operation)) return full;
    return Math.min(full, Math.max(LEAST_FOR_A_REQUEST_MS, MARGIN * this.#slowestResponseMs));
  }

  /**
   * Time limit for an event of a watch of that operation, in milliseconds. `dueMs`: for an event that must come, the
   * time after which it is missing. Only silent watches get less.
   */
  forEvent(operation: OperationId, dueMs?: number): number {
    if (dueMs !== undefined) return this.isSilent(operation) ? Math.min(dueMs, LEAST_FOR_A_QUIET_WATCH_MS) : dueMs;
    const full = this.#fullEventMs;
    if (this.#responses < SAMPLES || this.#relented.has(operation)) return full;
    const quiet = (this.#waitsInVain.get(operation) ?? 0) >= QUIET_AFTER;
    const least = quiet ? LEAST_FOR_A_QUIET_WATCH_MS : LEAST_FOR_AN_EVENT_MS;
    return Math.min(
      full,
      Math.max(least, quiet ? 0 : MARGIN * Math.max(this.#slowestEventMs, this.#slowestResponseMs)),
    );
  }

  responded(ms: number): void {
    this.#responses += 1;
    this.#slowestResponseMs = Math.max(this.#slowestResponseMs, ms);
  }

  /** Whether the watches of that operation deliver nothing, for however long they are awaited. */
  isSilent(operation: OperationId): boolean {
    if (this.#relented.has(operation)) return false;
    const waits = this.#hasDelivered
      ? (this.#silentWaits.get(operation) ?? 0)
      : [...this.#silentWaits.values()].reduce((sum, each) => sum + each, 0);
    return waits >= SILENT_AFTER;
  }

  /** Records the end of a wait for an event. */
  waited(operation: OperationId, { cameAfter, wasSilent = false }: EndedWait): void {
    if (wasSilent) addOne(this.#silentWaits, operation);
    else if (cameAfter === undefined) addOne(this.#waitsInVain, operation);
    else {
      this.#waitsInVain.delete(operation);
      this.#silentWaits.delete(operation);
      this.#hasDelivered = true;
      this.#slowestEventMs = Math.max(this.#slowestEventMs, cameAfter);
    }
  }

  /** From now on that operation gets the full patience: the learned one was too short. */
  relent(operation: OperationId): void {
    this.#relented.add(operation);
  }
}

function addOne(counts: Map<OperationId, number>, operation: OperationId): void {
  counts.set(operation, (counts.get(operation) ?? 0) + 1);
}
