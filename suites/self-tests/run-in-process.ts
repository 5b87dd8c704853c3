import { judgeAssignment } from '../engine/run/judge-assignment.ts';
import { openRun } from '../engine/run/open-run.ts';
import type { RunRules } from '../engine/run/vitest-run.ts';

/**
 * Runs rules in this process instead of vitest, so a short run saves the loading time. `channel` is where to ask for
 * a reference server (`reference-request.ts`); all runs share it.
 */
export function inProcess(channel: string, shrinkMs?: number): RunRules {
  return async (setting, { concurrency }, listener) => {
    const config = await setting;
    if (config === undefined) return [];
    const run = openRun({ ...config, ...(shrinkMs === undefined ? {} : { shrinkMs }), reference: { channel } });
    const left = [...config.assignments];
    let open = left.length;
    const worker = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        listener.started(next.rule, next.operation);
        const verdict = await judgeAssignment(next, config, run);
        open -= 1;
        if (open === 0) await run.recheckKinds();
        listener.sent(run.sentSince());
        for (const other of run.verdictsBesides()) listener.judged(other);
        listener.judged(verdict);
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, worker));
    } finally {
      await run.close();
    }
    return [];
  };
}
