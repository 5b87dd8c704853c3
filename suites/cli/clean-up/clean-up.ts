import { EXIT } from '../../../shared/verdict-log/verdict.ts';
import type { Swept } from '../../drivers/namespaces/sweep.ts';
import { clearAway } from './clearing.ts';
import type { ConformanceFlags } from '../settings/flags.ts';
import { Footprint } from './footprint.ts';
import { cleanUpCommand, countedByKind, leftBehind } from './left-behind.ts';
import { targetOptions } from '../settings/target-options.ts';

/**
 * `--clean-up RUN`: removes the leftovers of a run from a target, at any later time. Finds its namespaces by label
 * and name; with `--namespace`, searches that namespace alone. Prints the removed and the remaining objects.
 * Contradictory options throw a `TargetError`.
 * @returns the exit code: 0 if nothing is left, 3 otherwise
 */
export async function cleanUp(run: string, flags: ConformanceFlags): Promise<number> {
  const footprint = new Footprint();
  footprint.shared = flags.namespace;
  // A real system takes a while to empty a deleted namespace.
  const swept = await clearAway(targetOptions(flags), run, footprint, {
    withinMs: flags.clearWithin,
    namespacePatienceMs: flags.clearWithin,
  });
  const problems = [...unseenLines(swept, run), ...leftBehind(swept.left, cleanUpCommand(run, flags))];
  process.stdout.write(`removed ${countedByKind(swept.removed)} of run ${run}\n`);
  for (const line of problems) process.stderr.write(`${line}\n`);
  return problems.length === 0 ? EXIT.conformant : EXIT.unreachable;
}

function unseenLines({ unseen }: Swept, run: string): readonly string[] {
  return unseen === undefined
    ? []
    : [
        `Cannot search for the objects of run ${run}: ${unseen}. Check the URL and the credentials; --namespace NAME searches one namespace only.`,
      ];
}
