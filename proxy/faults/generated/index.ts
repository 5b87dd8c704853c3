import { circumstanceFaults } from './families/circumstance.ts';
import { enumFaults } from './families/enum.ts';
import { firstUseFaults } from './families/first-use.ts';
import { immutableFaults } from './families/immutable.ts';
import { mediaFaults } from './families/media.ts';
import { memberFaults } from './families/member.ts';
import { nameFaults } from './families/name.ts';
import { paramFaults } from './families/param.ts';
import { refusalFaults } from './families/refusal.ts';
import { selectionFaults } from './families/selection.ts';
import { streamFaults } from './families/stream.ts';
import { versionFaults } from './families/version.ts';
import type { FaultFamily, GeneratedFault } from './generated-fault.ts';

/** The families of generated faults: each derives its faults from the tables of the document. */
const FAMILIES: ReadonlyMap<FaultFamily, () => Iterable<GeneratedFault>> = new Map<
  FaultFamily,
  () => Iterable<GeneratedFault>
>([
  ['param', paramFaults],
  ['member', memberFaults],
  ['enum', enumFaults],
  ['immutable', immutableFaults],
  ['refusal', refusalFaults],
  ['media', mediaFaults],
  ['stream', streamFaults],
  ['selection', selectionFaults],
  ['name', nameFaults],
  ['version', versionFaults],
  ['first-use', firstUseFaults],
  ['circumstance', circumstanceFaults],
]);

/** The families that have faults. */
export const FAMILY_NAMES: readonly FaultFamily[] = [...FAMILIES.keys()];

const DERIVED = new Map<FaultFamily, ReadonlyMap<string, GeneratedFault>>();

/** The faults of a family by name, derived when they are first asked for. */
function derived(family: FaultFamily): ReadonlyMap<string, GeneratedFault> {
  const known = DERIVED.get(family);
  if (known !== undefined) return known;
  const faults = new Map<string, GeneratedFault>();
  for (const fault of FAMILIES.get(family)?.() ?? []) {
    if (faults.has(fault.name)) throw new RangeError(`two generated faults are named '${fault.name}'`);
    faults.set(fault.name, fault);
  }
  DERIVED.set(family, faults);
  return faults;
}

/** All generated faults, or those of one family. */
export function generatedFaults(family?: FaultFamily): readonly GeneratedFault[] {
  return (family === undefined ? FAMILY_NAMES : [family]).flatMap((each) => [...derived(each).values()]);
}

/** The generated fault of that name; only its family is derived. */
export function generatedFault(name: string): GeneratedFault | undefined {
  const family = FAMILY_NAMES.find((each) => name.startsWith(`${each}/`));
  return family === undefined ? undefined : derived(family).get(name);
}
