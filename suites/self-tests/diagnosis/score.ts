import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import type { Trial } from './trial.ts';

/** How well the causes of one server name its faults. */
export interface Score {
  readonly trial: Trial;
  /** Position of the first cause that names a fault or breaks its rule, from 0; by fault. Absent: no cause does. */
  readonly named: ReadonlyMap<string, number>;
  readonly ruled: ReadonlyMap<string, number>;
  /** Known faults that a cause names and the server does not have. */
  readonly invented: readonly string[];
}

/** Scores a trial. A fault that breaks just the same rules as the planted one cannot be told from it, so naming it counts as naming that. */
export function scoreOf(trial: Trial, known: readonly MeasuredFault[]): Score {
  const named = new Map<string, number>();
  const ruled = new Map<string, number>();
  const alike = new Set<string>();
  for (const name of trial.faults) {
    const fault = known.find((each) => each.name === name);
    const same = new Set(
      known.filter((other) => fault !== undefined && isAlike(other, fault)).map((other) => other.name),
    );
    for (const other of same) alike.add(other);
    note(
      named,
      name,
      trial.causes.findIndex(({ like }) => like !== undefined && same.has(like.fault)),
    );
    note(
      ruled,
      name,
      trial.causes.findIndex(({ rule }) => rule === fault?.caughtBy),
    );
  }
  const invented = trial.causes.flatMap(({ like }) =>
    like === undefined || alike.has(like.fault) ? [] : [like.fault],
  );
  return { trial, named, ruled, invented };
}

function isAlike(one: MeasuredFault, other: MeasuredFault): boolean {
  const [rules, others] = [Object.keys(one.fires), Object.keys(other.fires)];
  return rules.length === others.length && rules.every((rule) => Object.hasOwn(other.fires, rule));
}

function note(places: Map<string, number>, fault: string, index: number): void {
  if (index !== -1) places.set(fault, index);
}
