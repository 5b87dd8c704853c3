import { type MeasuredFault, showAlike } from '../../../shared/verdict-log/kill-matrix.ts';
import type { Trial } from './trial.ts';

/** How well the causes of one server name its faults. */
export interface Score {
  readonly trial: Trial;
  /** By fault: the place at which it is named among all faults that the causes name, from 0. Absent: it is not. */
  readonly named: ReadonlyMap<string, number>;
  /** Whether the first cause says that the fault, or one that shows alike, is likeliest. */
  readonly first: boolean;
  /** Causes that are likeliest to be another fault, or of no known fault, by fault or rule. */
  readonly invented: readonly string[];
}

/** Scores a trial. A fault that shows just as the planted one does cannot be told from it, so naming it counts as naming that. */
export function scoreOf(trial: Trial, known: readonly MeasuredFault[]): Score {
  const { causes, faults } = trial;
  const alike = new Map(
    faults.map((fault) => [
      fault.name,
      new Set([fault.name, ...known.filter((other) => showAlike(other, fault)).map(({ name }) => name)]),
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
    invented: causes.filter(({ like }) => !isPlanted(like?.fault)).map(({ rule, like }) => like?.fault ?? rule),
  };
}
