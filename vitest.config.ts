import { defineConfig } from 'vitest/config';

/** A busy machine is no failure: nothing here is about time. In ms. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };
/** A file has servers, databases or a browser of its own and waits more than it works: three at a time fill two cores, four take longer. */
const AT_ONCE = { maxWorkers: 3 };
const FOLDER = { setupFiles: 'test/own-folder.ts' };
/** They visit the demo festival, one for all of them. */
const VISITS = ['test/everybody/**/*.e2e.ts', 'test/share.e2e.ts', 'test/site.e2e.ts'];

// The pages are built by server/build.ts before the tests; Vite's own plugins have nothing to do here.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/instances/**'],
          // Modules keep no state here: loading the whole application once more for each file would show nothing.
          isolate: false,
          ...PATIENCE,
          ...AT_ONCE,
          ...FOLDER,
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['test/api/**/*.test.ts', 'test/instances/**/*.test.ts'],
          globalSetup: 'test/postgres.ts',
          env: { TEST_STORE: 'postgres' },
          ...PATIENCE,
          ...AT_ONCE,
          ...FOLDER,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/**/*.e2e.ts'],
          exclude: VISITS,
          ...PATIENCE,
          ...AT_ONCE,
          ...FOLDER,
        },
      },
      {
        test: {
          name: 'browser-visits',
          include: VISITS,
          globalSetup: 'test/festival.ts',
          ...PATIENCE,
          ...AT_ONCE,
          ...FOLDER,
        },
      },
    ],
  },
});
