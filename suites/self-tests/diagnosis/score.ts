import { type MeasuredFault, haveSameSymptoms } from '../../../shared/verdict-log/kill-matrix.ts';
import type { Trial } from './trial.ts';

/** How well the causes of one server name its faults. */
export interface Score {
  readonly trial: Trial;
  /** By fault: its rank among all faults that the causes name, from 0. Absent if it is not named. */
  readonly named: ReadonlyMap<string, number>;
  /** Whether the first cause names the fault, or one with the same symptoms, as the most likely. */
  readonly first: boolean;
  /** Whether a rule fails for each fault that is known to fail for it: otherwise another fault hides one. */
  readonly shown: boolean;
  /** Causes whose most likely fault is another one or unknown, by fault or rule. */
  readonly invented: readonly string[];
}

/**
 * Scores a trial. Faults with the same symptoms as the planted one are indistinguishable from it, so naming one of
 * them counts as naming the planted one.
 */
export function scoreOf(trial: Trial, known: readonly MeasuredFault[]): Score {
  const { causes, faults, failed } = trial;
  const alike = new Map(
    faults.map((fault) => [
      fault.name,
      new Set([fault.name, ...known.filter((other) => haveSameSymptoms(other, fault)).map(({ name }) => name)]),
    ]),
  );
  const all = new Set([...alike.values()].flatMap((names) => [...names]));
  const inOrder = causes.flatMap(({ like }) => (like === undefined ? [] : [like.fault, ...(like.or ?? [])]));
  const places = [...alike].map(([name, same]) => [name, inOrder.findIndex((each) => same.has(each))] as const);
  const isPlanted = (name: string | undefined): boolean => name !== undefined && all.has(name);
  return {
    trial,
    named: new Map(places.filter(([, place]) => place !== -1)),
    first: isPlanted(causes[0]?.like?.fault),
    shown: faults.every(({ fires }) => Object.keys(fires).some((rule) => failed.has(rule))),
    invented: causes.filter(({ like }) => !isPlanted(like?.fault)).map(({ rule, like }) => like?.fault ?? rule),
  };
}
