import { defineConfig } from 'vitest/config';

/** The project's own tests. The rules of the suite run in a vitest of their own, against a target (`suites/engine/vitest-run.ts`). */
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'plumbline-report/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes of theirs: a core that vitest would leave free has nothing else to do.
    maxWorkers: '100%',
  },
});
