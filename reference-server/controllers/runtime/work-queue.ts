import { ApiError } from '../../resources/api-error.ts';
import { type Clock, SYSTEM_CLOCK, type Timer } from '../../objects/clock.ts';
import { EtcdError } from '../../store/etcd/etcd-error.ts';
import { inNextTurn, notInNextTurn } from '../../store/next-turn.ts';

/** The result of a step: milliseconds after which to repeat it without a change, or that a write was refused. */
export type StepResult = number | undefined | RefusedStep;

/** A step with a refused write, whose rest is done. */
interface RefusedStep {
  readonly refusal: ApiError;
  /** The most milliseconds before a repetition. */
  readonly after: number | undefined;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Brings the object of a key one step on. Throws an `ApiError` if a necessary write was refused. */
  readonly reconcile: (key: string) => Promise<StepResult>;
  /** Gets errors that are no refusals. */
  readonly report: (error: unknown) => void;
}

/** Keys processed at the same time. */
const WORKERS = 8;
/** Immediate retries of a key in a row after late writes. */
const QUICK_RETRIES = 5;
/** Refusals of late writes: the next step reads the present state. */
const LATE: ReadonlySet<string> = new Set(['Conflict', 'NotFound']);
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 300_000;

/**
 * Keys that wait for processing. A key waits once however often it is added, and is never processed twice at a time.
 * After a refused write the key is retried: at once if its object changed or went meanwhile, else after 1, 2, 4 ...
 * seconds, 300 at most. After any other error, which is reported, it is retried in the same way.
 * A worked example:
 *
 *     add('a'); add('a'); add('b')      a and b are worked on, each once
 *     add('a') while a is worked on     a is worked on once more, afterwards
 *     reconcile('b') resolves with 500  b is worked on again in half a second, or before if it is added
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #again = new Set<string>();
  readonly #timers = new Map<string, Timer>();
  readonly #refusals = new Map<string, number>();
  #turn: NodeJS.Immediate | undefined;
  #stopped = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  /** Whether nothing waits and nothing is being processed; timers may be set. */
  get idle(): boolean {
    return this.#waiting.size === 0 && this.#running.size === 0;
  }

  add(key: string): void {
    if (this.#stopped) return;
    if (this.#running.has(key)) this.#again.add(key);
    else {
      this.#waiting.add(key);
      this.#takeTurn();
    }
  }

  /** Starts nothing more. */
  stop(): void {
    this.#stopped = true;
    notInNextTurn(this.#turn);
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#waiting.clear();
  }

  /** Work begins in a turn of its own, so requests are served between. */
  #takeTurn(): void {
    this.#turn ??= inNextTurn(() => {
      this.#turn = undefined;
      for (const key of this.#waiting) {
        if (this.#running.size >= WORKERS) break;
        this.#waiting.delete(key);
        this.#running.add(key);
        void this.#work(key);
      }
    });
  }

  async #work(key: string): Promise<void> {
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
    try {
      const result = await this.#options.reconcile(key);
      if (typeof result === 'object') this.#retry(key, result.refusal, result.after);
      else {
        this.#refusals.delete(key);
        if (result !== undefined) this.#addAfter(key, result);
      }
    } catch (error) {
      this.#retry(key, error);
    }
    this.#running.delete(key);
    if (this.#again.delete(key)) this.#waiting.add(key);
    if (this.#waiting.size > 0 && !this.#stopped) this.#takeTurn();
  }

  #retry(key: string, error: unknown, latest = LAST_RETRY_MS): void {
    if (!(error instanceof ApiError) && !this.#stopped) this.#options.report(error);
    const refusals = (this.#refusals.get(key) ?? 0) + 1;
    this.#refusals.set(key, refusals);
    const late = error instanceof ApiError && LATE.has(error.reason);
    // An unavailable storage comes back by real time, whatever the server's clock says.
    const clock = error instanceof EtcdError ? SYSTEM_CLOCK : this.#options.clock;
    if (late && refusals <= QUICK_RETRIES) this.#again.add(key);
    else this.#addAfter(key, Math.min(FIRST_RETRY_MS * 2 ** (refusals - 1), latest, LAST_RETRY_MS), clock);
  }

  #addAfter(key: string, milliseconds: number, clock = this.#options.clock): void {
    if (this.#stopped) return;
    const due = (): void => {
      this.#timers.delete(key);
      this.add(key);
    };
    this.#timers.set(key, clock.after(Math.max(0, milliseconds), due));
  }

  /** Forgets the timer and the refusals of a key whose object is gone. */
  forget(key: string): void {
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
    this.#refusals.delete(key);
  }
}
