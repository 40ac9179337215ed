import { defineConfig } from 'vitest/config';

// The pages are built by server/build.ts before the tests; Vite's own plugins have nothing to do here.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'sqlite', include: ['test/**/*.test.ts'], exclude: ['test/postgres-only/**'] } },
      {
        test: {
          name: 'postgres',
          include: ['test/api/**/*.test.ts', 'test/postgres-only/**/*.test.ts'],
          globalSetup: 'test/postgres.ts',
          env: { TEST_STORE: 'postgres' },
        },
      },
      { test: { name: 'browser', include: ['test/**/*.e2e.ts'], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false } },
    ],
  },
});
