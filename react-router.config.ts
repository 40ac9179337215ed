import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { build } from 'vite';

export default {
  appDirectory: 'app',
  ssr: true,
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  // The server loads the panel's pages, a build of their own, on their first request.
  serverBundles: ({ branch }) => (branch.some(({ id }) => id === 'routes/admin/kit') ? 'panel' : 'site'),
  routeDiscovery: { mode: 'initial' }, // all routes fit: no discovery request between a tap and its page
  buildEnd: ({ reactRouterConfig }) => joinKysely(reactRouterConfig.buildDirectory),
} satisfies Config;

/** Replaces Kysely's 260 files (`boot/runtime.mjs`): reading them one by one is a tenth of a start. */
async function joinKysely(buildDirectory: string): Promise<void> {
  const { version } = JSON.parse(readFileSync('node_modules/kysely/package.json', 'utf8')) as { version: string };
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: path.join(buildDirectory, `kysely-${version}`),
      rolldownOptions: {
        input: { index: 'kysely', migration: 'kysely/migration' },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}
