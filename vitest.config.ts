import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Tests of pure functions, which start nothing and leave nothing behind: their files share a process and its modules, most of which are the
 * same for all of them. Tests that start a process, listen or change shared state do not belong in these folders.
 */
const PURE = [
  'spec/**',
  'suites/checks/**',
  'suites/oracle/**',
  'suites/rules/**',
  'suites/walks',
  'reference-server/resources',
  'reference-server/objects/**',
  'reference-server/patch',
  'reference-server/protobuf',
  'reference-server/controllers/{workloads,pods,services}',
  'reports/tally',
  'reports/causes',
  'reports/render',
  'proxy/diff',
]
  .map((folder) => `${folder}/*.test.ts`)
  .concat('suites/generators/generators.test.ts');

const NOT_OURS = ['**/node_modules/**', 'plumbline-report/**'];

/** The project's own tests. The rules of the suite run in a vitest of their own, against a target (`suites/engine/run/vitest-run.ts`). */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many files mostly wait for time-outs of hostile targets or for watches: one worker more than cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'own process', include: ['**/*.test.ts'], exclude: [...NOT_OURS, ...PURE] } },
      { extends: true, test: { name: 'pure', include: PURE, exclude: NOT_OURS, isolate: false } },
    ],
  },
});
