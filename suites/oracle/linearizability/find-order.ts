import { ABSENT, type ObjectState, stateAfter, stateName } from './object-state.ts';
import type { Contents, Effect, ObjectOperation } from './operation.ts';
import { UndoneList } from './undone-list.ts';
import { TokenUse } from './token-use.ts';

/** Whether one order explains all responses. Operations are named by their index in the input. */
export type Order =
  | { readonly verdict: 'ordered'; readonly order: readonly number[] }
  | {
      readonly verdict: 'contradiction';
      /** The longest prefix of an order that explains its responses. */
      readonly explained: readonly number[];
      /** The operation that must come next, because it ended before all other remaining operations. */
      readonly stuck: number;
    }
  /** The search exceeded its limit. */
  | { readonly verdict: 'undecided' };

export interface SearchLimits {
  /** The known state of the object before all operations; default: absent. */
  readonly initial?: ObjectState;
  /** Configurations to visit before the search gives up. */
  readonly most?: number;
  /**
   * Whether the search considers versions that later operations need; default true. Without it, the search continues
   * until a response is wrong.
   */
  readonly looksAhead?: boolean;
}

/** Enough for every history that clients can produce in a case; at most some hundred megabytes of memory. */
const MOST = 400_000;

/**
 * Decides whether the history of one object is linearizable (Herlihy and Wing 1990). It searches for an order in
 * which each operation takes effect at one moment between its beginning and its end, and every response fits
 * `stateAfter`. The algorithm is Wing and Gong's with Lowe's memoization: each set of applied operations with its
 * resulting state is visited once. It keeps its own stack. Histories of several objects are checked one by one,
 * because linearizability is a local property.
 *
 * A read that shows nothing new is applied immediately and never undone: any order without it extends to an order
 * with it first. A version that a later operation needs is never left (`Tokens.wanted`), which refutes most wrong
 * prefixes in one step.
 *
 *     A: PUT x -> version 2  [1  4]       order: A, B
 *     B: GET -> x, version 2    [2  6]
 *     C: GET -> version 1            [7 8]    contradiction: after A and B, which ended before, C cannot show version 1
 */
export function findOrder(
  operations: readonly ObjectOperation[],
  contents: Contents,
  limits: SearchLimits = {},
): Order {
  return new Search(operations, contents, limits).run();
}

interface OrderStep {
  readonly operation: number;
  readonly state: ObjectState;
}

/** One configuration on the stack: the operation that led to it, and the possible next steps. */
interface Frame {
  readonly state: ObjectState;
  /** The operation that led here; -1 for the first. */
  readonly taken: number;
  /** The latest beginning of an applied operation. No operation that ended before it may follow. */
  readonly front: number;
  readonly steps: readonly OrderStep[];
  next: number;
}

class Search {
  readonly #operations: readonly ObjectOperation[];
  readonly #contents: Contents;
  readonly #undone: UndoneList;
  readonly #tokens: TokenUse;
  readonly #initial: ObjectState;
  readonly #most: number;
  readonly #seen = new Set<string>();
  readonly #stack: Frame[] = [];
  #explained: readonly number[] = [];
  #stuck = -1;

  constructor(
    operations: readonly ObjectOperation[],
    contents: Contents,
    { initial = ABSENT, most = MOST, looksAhead = true }: SearchLimits,
  ) {
    this.#operations = operations;
    this.#contents = contents;
    this.#undone = new UndoneList(operations);
    this.#tokens = new TokenUse(operations, looksAhead);
    this.#initial = initial;
    this.#most = most;
  }

  run(): Order {
    this.#enter(this.#initial, -1, Number.NEGATIVE_INFINITY);
    for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1)) {
      if (this.#undone.required === 0) return { verdict: 'ordered', order: this.#taken() };
      const step = frame.steps[frame.next++];
      if (step === undefined) this.#leave(frame);
      else if (!this.#take(step, frame.front)) return { verdict: 'undecided' };
    }
    return { verdict: 'contradiction', explained: this.#explained, stuck: this.#stuck };
  }

  /** Applies a step unless its configuration was visited before. Returns false if the limit is reached. */
  #take({ operation, state }: OrderStep, front: number): boolean {
    this.#undone.take(operation);
    this.#tokens.take(operation);
    const reached = Math.max(front, this.#operations[operation]?.began ?? front);
    const name = `${this.#undone.name()} ${stateName(state)}`;
    if (this.#seen.has(name)) {
      this.#tokens.giveBack(operation);
      this.#undone.giveBack(operation);
      return true;
    }
    if (this.#seen.size >= this.#most) return false;
    this.#seen.add(name);
    this.#enter(state, operation, reached);
    return true;
  }

  #enter(state: ObjectState, taken: number, front: number): void {
    this.#stack.push({ state, taken, front, steps: this.#steps(state, front), next: 0 });
  }

  /** Backtracks by one operation, and remembers the longest dead end. */
  #leave(frame: Frame): void {
    if (this.#stuck === -1 || this.#stack.length - 1 > this.#explained.length) {
      this.#explained = this.#taken();
      this.#stuck = this.#undone.firstToEnd();
    }
    this.#stack.pop();
    if (frame.taken === -1) return;
    this.#tokens.giveBack(frame.taken);
    this.#undone.giveBack(frame.taken);
  }

  #taken(): readonly number[] {
    return this.#stack.slice(1).map(({ taken }) => taken);
  }

  /** Every operation that may take effect next, with the state after it, sorted by end. */
  #steps(state: ObjectState, front: number): readonly OrderStep[] {
    const steps: OrderStep[] = [];
    const before = stateName(state);
    // The earliest end of an optional operation. An operation that began after it would exclude that one.
    let shut = Number.POSITIVE_INFINITY;
    for (const index of this.#undone.next(front)) {
      const operation = this.#operations[index];
      if (operation === undefined) continue;
      if (!operation.required) shut = Math.min(shut, operation.ended);
      const after = this.#tokens.without(index, () =>
        stateAfter(state, operation.effect, this.#tokens, this.#contents),
      );
      if (after === undefined) continue;
      const same = stateName(after) === before;
      if (same && operation.required && operation.began < shut && isFreshRead(operation.effect))
        return [{ operation: index, state: after }];
      if (!same || operation.required) steps.push({ operation: index, state: after });
    }
    return steps.sort((a, b) => this.#endOf(a) - this.#endOf(b));
  }

  #endOf({ operation }: OrderStep): number {
    return this.#operations[operation]?.ended ?? 0;
  }
}

/** Whether an operation leaves the state unchanged in every order: a read of a version that the object has. */
function isFreshRead(effect: Effect): boolean {
  return effect.do === 'read' || effect.do === 'meet' || (effect.do === 'write' && effect.shown?.token !== undefined);
}
