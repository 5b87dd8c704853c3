import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { pureTests } from './source-imports.ts';

/**
 * Tests that start nothing: their files share a process and its modules, most of which are the same for all of them.
 */
const PURE = pureTests();

const NOT_OURS = ['**/node_modules/**', 'plumbline-report/**'];

/**
 * The project's own tests. The rules of the suite run in a vitest of their own, against a target
 * (`suites/engine/run/vitest-run.ts`).
 */
export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Many files mostly wait for time-outs of hostile targets or for watches: two workers more than cores keep the
    // cores busy.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: { name: 'own process', isolate: false, include: ['**/*.test.ts'], exclude: [...NOT_OURS, ...PURE] },
      },
      { extends: true, test: { name: 'pure', include: PURE, exclude: NOT_OURS, isolate: false } },
    ],
  },
});
