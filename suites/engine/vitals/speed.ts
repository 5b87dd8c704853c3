import type { OperationId } from '../../../spec/surface/operations.ts';

/** Answers of an operation that make up its beginning, and its end. */
const WINDOW = 30;
/** By how much an operation must have slowed down to be worth a line: times, and milliseconds. */
const SLOWER_TIMES = 5;
const SLOWER_BY_MS = 100;

/**
 * Compares how fast each operation answered at first with how fast it answered last. Operations come in an order of the seed's, so that
 * the load on the server is much the same early and late.
 *
 *     30 GETs that took about 15 ms, ..., 30 that took about 400 ms   ->   the target slowed down: ...
 */
export class Speed {
  readonly #first = new Map<OperationId, number[]>();
  readonly #last = new Map<OperationId, number[]>();

  answered(operation: OperationId, ms: number): void {
    const first = kept(this.#first, operation);
    if (first.length < WINDOW) return void first.push(ms);
    const last = kept(this.#last, operation);
    if (last.length === WINDOW) last.shift();
    last.push(ms);
  }

  /** One line that names the operation that slowed down most; `undefined` where none did. */
  note(): string | undefined {
    const slower = [...this.#last].filter(([, last]) => last.length === WINDOW).map(([operation, last]) => ({ operation, before: median(this.#first.get(operation) ?? []), after: median(last) }));
    const told = slower.filter(({ before, after }) => after > before * SLOWER_TIMES && after - before > SLOWER_BY_MS).toSorted((a, b) => b.after / b.before - a.after / a.before);
    const [worst] = told;
    if (worst === undefined) return undefined;
    return `the target slowed down on ${told.length} of ${slower.length} operations: ${worst.operation} took ${shown(worst.before)} ms at first and ${shown(worst.after)} ms at the end`;
  }
}

function kept(times: Map<OperationId, number[]>, operation: OperationId): number[] {
  const known = times.get(operation);
  if (known !== undefined) return known;
  const made: number[] = [];
  times.set(operation, made);
  return made;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function shown(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}
