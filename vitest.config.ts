import './boot/reexec.mjs'; // `npx vitest` may have started on the system's Node
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They last longest, some by waiting: at the end of their project the other workers would have nothing left to do. */
const FIRST = [
  'accessibility/barriers',
  'accessibility/reflow',
  'backup/incomplete',
  'backup/move',
  'backup/restore',
  'editor/killed',
  'editor/losses',
  'editor/whole-text',
  'hostile/malformed',
  'limits/slow-',
  'live/live',
  'panel/access',
  'panel/double-tap',
  'start/ending',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (FIRST.some((name) => moduleId.includes(name)) ? 0 : 1);
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((each) => each.toSorted((one, other) => rank(one) - rank(other)));
  }
}

/** In ms. Long: nothing here is about time, and a busy machine is no failure. */
const TIMEOUTS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
const AT_ONCE = { maxWorkers: 4 }; // files wait more than they work: four fill two cores
/** Modules keep no state: isolation would load the whole application once more for each file and show nothing. */
const COMMON = { setupFiles: 'test/rig/own-folder.ts', isolate: false, ...TIMEOUTS, ...AT_ONCE };
/** A browser is repeated once; `test/rig/summary-reporter.ts` names what passed only then. */
const BROWSER = { ...COMMON, retry: 1 };

/** Set by `test/run.ts`: `quick` for `npm test`, `all` for `npm run test:all`. Files that are named run whether slow or not. */
const { TEST_SUITE } = process.env;
const SLOW = TEST_SUITE === 'quick' ? ['test/**/*.slow.*'] : [];
/** On PostgreSQL too, in each run: the others only in the complete one. */
const BOTH = TEST_SUITE === 'all' ? 'test/**/*.test.ts' : 'test/**/*.{both,postgres}.test.ts';

// Words in file names: `.pure` needs no database, `.sqlite` and `.postgres` that one, `.both` depends on the database, `.demo` needs the
// demo festival, `.slow` waits for `npm run test:all`. The pages are built before, by ops/build/build.ts: no Vite plugins.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...COMMON, name: 'pure', include: ['test/**/*.pure.test.ts'], exclude: SLOW } },
      {
        test: {
          ...COMMON,
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.{pure,postgres}.test.ts', ...SLOW],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'postgres',
          globalSetup: 'test/rig/database/postgres.ts',
          env: { TEST_STORE: 'postgres' },
          include: [BOTH],
          exclude: ['test/**/*.{pure,sqlite}.test.ts', ...SLOW],
        },
      },
      { test: { ...BROWSER, name: 'browser-pure', include: ['test/**/*.pure.e2e.ts'], exclude: SLOW } },
      {
        test: {
          ...BROWSER,
          name: 'browser-sqlite',
          include: ['test/**/*.e2e.ts'],
          exclude: ['test/**/*.{pure,demo}.e2e.ts', ...SLOW],
        },
      },
      {
        test: {
          ...BROWSER,
          name: 'browser-demo',
          include: ['test/**/*.demo.e2e.ts'],
          exclude: SLOW,
          globalSetup: 'test/rig/browser/festival.ts',
        },
      },
    ],
  },
});
