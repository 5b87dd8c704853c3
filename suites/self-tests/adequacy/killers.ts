import { type Adequacy, familyOf } from '../../../shared/verdict-log/adequacy.ts';

/** The number of faults of a family that each rule killed in the stored samples, by rule id. */
export function killersOf(family: string, { samples }: Pick<Adequacy, 'samples'>): ReadonlyMap<string, number> {
  const killers = new Map<string, number>();
  for (const fault of samples.flatMap(({ faults }) => faults)) {
    if (fault.by !== undefined && familyOf(fault) === family)
      killers.set(fault.by.rule, (killers.get(fault.by.rule) ?? 0) + 1);
  }
  return killers;
}
