import { cached } from '../../../../shared/cached.ts';
import type { Called } from '../../../checks/responses.ts';
import type { ExercisedOperation } from '../../../../shared/verdict-log/verdict-log.ts';
import type { Call, Exchange, History } from '../../../oracle/history.ts';

/** How often each operation was exercised. Sum by adding one to another. */
export type OperationExercise = Map<string, { accepted: number; refused: number; concurrent: number }>;

/**
 * How often a history exercised each operation. A request is concurrent if it overlaps a write of the same object,
 * or of the same collection if one of the two names no object. Watches do not count, because they are open all the
 * time.
 *
 *     PUT a |----|            PUT a     concurrent: each overlaps a write of a
 *     PUT a   |----|
 *     GET b   |--|            not concurrent: nobody wrote b
 */
export function exerciseOf(history: History): OperationExercise {
  const exercise: OperationExercise = new Map();
  const called = history.exchanges.filter((exchange): exchange is Called => exchange.call !== undefined);
  const overlapping = overlappingWrites(called.filter(({ call }) => !call.watching));
  for (const exchange of called) {
    const counts = countsOf(exercise, exchange.call.operation.id);
    const status = exchange.response?.status ?? 0;
    if (status >= 200 && status < 300) counts.accepted += 1;
    if (status >= 400 && status < 500) counts.refused += 1;
    if (overlapping.has(exchange)) counts.concurrent += 1;
  }
  return exercise;
}

/** Adds the counts of one history to a sum. */
export function addExercise(sum: OperationExercise, more: Iterable<ExercisedOperation>): void {
  for (const { operation, accepted, refused, concurrent } of more) {
    const counts = countsOf(sum, operation);
    counts.accepted += accepted;
    counts.refused += refused;
    counts.concurrent += concurrent;
  }
}

/** The counts in the form of logs and reports. */
export function exercisedOperations(exercise: OperationExercise): ExercisedOperation[] {
  return [...exercise].map(([operation, counts]) => ({ operation, ...counts }));
}

function countsOf(
  exercise: OperationExercise,
  operation: string,
): { accepted: number; refused: number; concurrent: number } {
  return cached(exercise, operation, () => ({ accepted: 0, refused: 0, concurrent: 0 }));
}

/** The exchanges, given in order of their requests, that overlap a write of the same object or collection. */
function overlappingWrites(called: readonly Called[]): ReadonlySet<Exchange> {
  const found = new Set<Exchange>();
  const underWay = new Map<string, Called[]>();
  for (const exchange of called) {
    const kind = exchange.call.resource?.kind ?? '';
    const others = (underWay.get(kind) ?? []).filter(({ ended }) => ended > exchange.began);
    for (const other of others) {
      if (!touchSame(exchange.call, other.call)) continue;
      if (isWrite(other)) found.add(exchange);
      if (isWrite(exchange)) found.add(other);
    }
    underWay.set(kind, [...others, exchange]);
  }
  return found;
}

function touchSame(a: Call, b: Call): boolean {
  return sameWhereBoth(a.namespace, b.namespace) && sameWhereBoth(a.name, b.name);
}

function sameWhereBoth(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function isWrite({ request }: Exchange): boolean {
  return request.method !== 'GET';
}
