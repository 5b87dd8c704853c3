import { once } from 'node:events';
import { afterAll, inject, test } from 'vitest';
import { askForConfig } from './config-request.ts';
import { bailOut, judgeAssignment } from './judge-assignment.ts';
import { openRun, type OpenRun } from './open-run.ts';
import type { Assignment, RunConfig } from '../run-config.ts';
import { inOrder } from './in-order.ts';

/**
 * The file that vitest runs: one test for each rule and operation. A test's result leaves through its `task.meta`,
 * which vitest carries to the reporter in the command line's process.
 */
const config = await askForConfig(inject('channel'));
if (config !== undefined) judgeAll(config, openRun(config));

function judgeAll(config: RunConfig, run: OpenRun): void {
  let left = config.assignments.length;
  const { alone, together } = inOrder(config.assignments);
  for (const assignment of alone) declare(test, assignment);
  for (const assignment of together) declare(test.concurrent, assignment);
  afterAll(() => run.close());

  function declare(as: typeof test.concurrent, assignment: Assignment): void {
    as(`${assignment.rule} on ${assignment.operation}`, async ({ task, signal }) => {
      const verdict = await Promise.race([judgeAssignment(assignment, config, run), cut(signal, run)]);
      left -= 1;
      if (left === 0) await Promise.race([run.recheckKinds(), cut(signal, run)]);
      const besides = run.verdictsBesides();
      task.meta.besides = besides;
      if (config.bail && besides.some(({ verdict: found }) => found === 'failed')) bailOut(run);
      task.meta.sent = run.sentSince();
      if (verdict !== undefined) task.meta.verdict = verdict;
    });
  }
}

/**
 * Vitest lets running tests finish when a run is cancelled. This resolves at once then, and closes the cases'
 * connections to the target.
 */
async function cut(signal: AbortSignal, run: OpenRun): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
  run.stop({ verdict: 'skipped', reason: 'the run was interrupted' });
  run.cut();
  return undefined;
}
