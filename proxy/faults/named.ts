import type { Fault, Variant } from './fault.ts';

/** Faults in the order in which an object names them. */
export const faults = named<Fault>;

/** Variants in the order in which an object names them. */
export const variants = named<Variant>;

function named<T extends Fault | Variant>(
  byName: Readonly<Record<string, Omit<T, 'name'>>>,
): readonly (Omit<T, 'name'> & { readonly name: string })[] {
  return Object.entries(byName).map(([name, rest]) => ({ name, ...rest }));
}
