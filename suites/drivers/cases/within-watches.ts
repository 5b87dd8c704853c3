import type { OperationId } from '../../../spec/surface/operations.ts';
import { keptSteps, withoutIdleSteps } from '../../program/kept-steps.ts';
import type { Program, WatchStep } from '../../program/program.ts';
import { operationOf, stepsIn } from '../../program/program-operations.ts';

/** The most watches that a program has open at the same time, if none ends by itself. */
export function watchesAtOnce(program: Program): number {
  const open = new Set<string>();
  let most = 0;
  for (const step of program) {
    if (step.do === 'together') {
      // Each branch may be where it has the most open while the others are.
      const inBranches = step.branches.map((branch) => watchesAtOnce(branch));
      most = Math.max(most, open.size + inBranches.reduce((sum, each) => sum + each, 0));
    }
    for (const each of stepsIn([step])) {
      if (each.do === 'watch') open.add(each.as);
      if (each.do === 'close') open.delete(each.watch);
    }
    most = Math.max(most, open.size);
  }
  return most;
}

/**
 * The program with no more watches than a target has room for, and without the steps about the others. It keeps the
 * watches of the operation, and their neighbours, so that few programs serve all operations of a shared case:
 *
 *     watches by the operations a, b, c, d, e; room for 2   ->   [a, b] for a and b, [c, d] for c and d, [e] for e
 */
export function withinWatches(program: Program, room: number, operation?: OperationId): Program {
  if (watchesAtOnce(program) <= room) return program;
  const kept = keptWatches(program, room, operation);
  return withoutIdleSteps(keptSteps(program, (step) => step.do !== 'watch' || kept.has(step.as)));
}

/** The names of the group of that many watches with the most of the operation's own. */
function keptWatches(program: Program, room: number, operation: OperationId | undefined): ReadonlySet<string> {
  const watches = stepsIn(program).filter((step): step is WatchStep => step.do === 'watch');
  const groups = Array.from({ length: Math.ceil(watches.length / room) }, (_, index) =>
    watches.slice(index * room, (index + 1) * room),
  );
  const ownIn = (group: readonly WatchStep[]): number =>
    group.filter((watch) => operationOf(watch)?.id === operation).length;
  const [most = []] = groups.toSorted((a, b) => ownIn(b) - ownIn(a));
  return new Set(most.map(({ as }) => as));
}
