import { inParallel } from '../../shared/in-parallel.ts';
import { bailOut, judgeAssignment } from '../engine/run/judge-assignment.ts';
import { openRun } from '../engine/run/open-run.ts';
import type { RunRules } from '../engine/run/vitest-run.ts';

/**
 * Runs rules in this process instead of vitest, so a short run saves the loading time. `channel` is where all runs
 * ask for a reference server (`reference-request.ts`); by default each run has its own.
 */
export function inProcess(channel?: string, shrinkMs?: number): RunRules {
  return async (setting, { concurrency }, listener) => {
    const config = await setting;
    if (config === undefined) return [];
    const run = openRun({
      ...config,
      ...(shrinkMs === undefined ? {} : { shrinkMs }),
      ...(channel === undefined ? {} : { reference: { channel } }),
    });
    let open = config.assignments.length;
    try {
      await inParallel(config.assignments, concurrency, async (assignment) => {
        listener.started(assignment.rule, assignment.operation);
        const verdict = await judgeAssignment(assignment, config, run);
        open -= 1;
        if (open === 0) await run.recheckKinds();
        listener.sent(run.sentSince());
        const besides = run.verdictsBesides();
        if (config.bail && besides.some(({ verdict: found }) => found === 'failed')) bailOut(run);
        for (const other of besides) listener.judged(other);
        listener.judged(verdict);
      });
    } finally {
      await run.close();
    }
    return [];
  };
}
