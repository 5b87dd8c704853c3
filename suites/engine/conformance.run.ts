import { afterAll, inject, test } from 'vitest';
import { askForConfig } from './config-request.ts';
import { judgeAssignment } from './judge-assignment.ts';
import type { OpenRun } from './open-run.ts';
import { openRun } from './open-run.ts';
import type { RunConfig } from './run-config.ts';

/**
 * The file that vitest runs: one test for each rule and operation. What a test finds leaves through its `task.meta`, which
 * vitest carries to the reporter in the command line's process.
 */
const config = await askForConfig(inject('channel'));
if (config !== undefined) judgeAll(config, openRun(config));

function judgeAll(config: RunConfig, run: OpenRun): void {
  for (const assignment of config.assignments) {
    test.concurrent(`${assignment.rule} on ${assignment.operation}`, async ({ task, expect, signal }) => {
      // Vitest lets what is under way finish when a run is cancelled: no further case of it is sent.
      signal.addEventListener('abort', () => run.stop({ verdict: 'skipped', reason: 'the run was interrupted' }), { once: true });
      const verdict = await judgeAssignment(assignment, config, run);
      task.meta.verdict = verdict;
      task.meta.sent = run.sentSince();
      expect(verdict.verdict).not.toBe('failed');
    });
  }
  afterAll(() => run.close());
}
