import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { build } from 'vite';

export default {
  appDirectory: 'app',
  ssr: true,
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  // The panel's pages are a build of their own on the server: it is loaded when somebody comes to it.
  serverBundles: ({ branch }) => (branch.some(({ id }) => id === 'routes/admin/kit') ? 'panel' : 'site'),
  // All routes fit in the first manifest: no discovery request between a tap and its page.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => joinKysely(reactRouterConfig.buildDirectory),
} satisfies Config;

/** What `boot/runtime.mjs` hands out in the place of Kysely's 260 files: reading them one by one is a tenth of a start. */
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
