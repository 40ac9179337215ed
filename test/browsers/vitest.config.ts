import { defineConfig } from 'vitest/config';

/** The same tests in browsers of other makers. Nothing here is about time. In ms. */
const COMMON = {
  root: 'test/browsers',
  include: ['*.smoke.ts'],
  setupFiles: ['../rig/own-folder.ts'],
  globalSetup: '../rig/browser/festival.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 100 } },
  maxWorkers: 2,
};

export default defineConfig({
  test: { projects: ['firefox', 'webkit'].map((name) => ({ test: { ...COMMON, name, env: { TEST_BROWSER: name } } })) },
});
