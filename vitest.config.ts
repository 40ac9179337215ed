// `npx vitest` may have started on the system's Node.
import './boot/reexec.mjs';
import { defineConfig } from 'vitest/config';

/** A busy machine is no failure: nothing here is about time. In ms. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };
/** A file has servers, databases or a browser of its own and waits more than it works: four at a time fill two cores. */
const AT_ONCE = { maxWorkers: 4 };
/** Modules keep no state here: loading the whole application once more for each file would show nothing. */
const COMMON = { setupFiles: 'test/rig/own-folder.ts', isolate: false, ...PATIENCE, ...AT_ONCE };

// What a file needs is said by the end of its name: `.pure` no database, `.sqlite` and `.postgres` that one, `.demo` the demo festival, and
// nothing any database: it runs twice, once on each kind. A browser sees nothing of the kind: its tests run on SQLite, and those of
// `.postgres.e2e.ts` show that the whole stands on PostgreSQL too.
// The pages are built by http/pages/build.ts before the tests; Vite's own plugins have nothing to do here.
export default defineConfig({
  test: {
    projects: [
      { test: { ...COMMON, name: 'pure', include: ['test/**/*.pure.test.ts'] } },
      {
        test: {
          ...COMMON,
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.{pure,postgres}.test.ts'],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'postgres',
          globalSetup: 'test/rig/database/postgres.ts',
          env: { TEST_STORE: 'postgres' },
          include: ['test/**/*.test.ts', 'test/**/*.postgres.e2e.ts'],
          exclude: ['test/**/*.{pure,sqlite}.test.ts'],
        },
      },
      { test: { ...COMMON, name: 'browser-pure', include: ['test/**/*.pure.e2e.ts'] } },
      {
        test: {
          ...COMMON,
          name: 'browser-sqlite',
          include: ['test/**/*.e2e.ts'],
          exclude: ['test/**/*.{pure,postgres,demo}.e2e.ts'],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'browser-demo',
          include: ['test/**/*.demo.e2e.ts'],
          globalSetup: 'test/rig/browser/festival.ts',
        },
      },
    ],
  },
});
