// `npx vitest` may have started on the system's Node.
import './boot/reexec.mjs';
import { defineConfig } from 'vitest/config';

/** A busy machine is no failure: nothing here is about time. In ms. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };
/** A file has servers, databases or a browser of its own and waits more than it works: four at a time fill two cores. */
const AT_ONCE = { maxWorkers: 4 };
/** Modules keep no state here: loading the whole application once more for each file would show nothing. */
const COMMON = { setupFiles: 'test/own-folder.ts', isolate: false, ...PATIENCE, ...AT_ONCE };

const NO_DATABASE = 'test/no-database/**';
/** They visit the demo festival, one for all of them, which is on SQLite wherever it runs. */
const VISITS = ['test/everybody/**/*.e2e.ts', 'test/share.e2e.ts', 'test/site.e2e.ts'];

// Whatever uses a database runs twice, once on each kind; what only one of them has is in a folder of its own. A browser sees nothing of
// the kind: its tests run on SQLite, and a few in test/only-postgres show that the whole stands on PostgreSQL too.
// The pages are built by http/pages/build.ts before the tests; Vite's own plugins have nothing to do here.
export default defineConfig({
  test: {
    projects: [
      { test: { ...COMMON, name: 'no-database', include: [`${NO_DATABASE}/*.test.ts`] } },
      {
        test: {
          ...COMMON,
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [NO_DATABASE, 'test/only-postgres/**'],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'postgres',
          globalSetup: 'test/postgres.ts',
          env: { TEST_STORE: 'postgres' },
          include: ['test/**/*.test.ts', 'test/only-postgres/*.e2e.ts'],
          exclude: [NO_DATABASE, 'test/only-sqlite/**'],
        },
      },
      { test: { ...COMMON, name: 'browser-no-database', include: [`${NO_DATABASE}/*.e2e.ts`] } },
      {
        test: {
          ...COMMON,
          name: 'browser-sqlite',
          include: ['test/**/*.e2e.ts'],
          exclude: [NO_DATABASE, 'test/only-postgres/**', ...VISITS],
        },
      },
      { test: { ...COMMON, name: 'browser-demo', include: VISITS, globalSetup: 'test/festival.ts' } },
    ],
  },
});
