import { defineConfig } from 'vitest/config';

/** The project's own tests. The rules of the suite run under `suites/engine/vitest.config.ts`, against a target. */
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'plumbline-report/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
