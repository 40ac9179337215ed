import { defineConfig } from 'vitest/config';

/** A busy machine is no failure: nothing here is about time. In ms. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

// The pages are built by server/build.ts before the tests; Vite's own plugins have nothing to do here.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'sqlite', include: ['test/**/*.test.ts'], ...PATIENCE } },
      {
        test: {
          name: 'postgres',
          include: ['test/api/**/*.test.ts'],
          globalSetup: 'test/postgres.ts',
          env: { TEST_STORE: 'postgres' },
          ...PATIENCE,
        },
      },
      { test: { name: 'browser', include: ['test/**/*.e2e.ts'], ...PATIENCE, fileParallelism: false } },
    ],
  },
});
