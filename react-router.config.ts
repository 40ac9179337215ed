import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  // The panel's pages are a build of their own on the server: it is loaded when somebody comes to it.
  serverBundles: ({ branch }) => (branch.some(({ id }) => id === 'routes/admin/kit') ? 'panel' : 'site'),
  // All routes fit in the first manifest: no discovery request between a tap and its page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
