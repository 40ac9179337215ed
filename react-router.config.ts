import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  // The server loads the panel's pages, a build of their own, on their first request.
  serverBundles: ({ branch }) => (branch.some(({ id }) => id === 'routes/admin/kit') ? 'panel' : 'site'),
  routeDiscovery: { mode: 'initial' }, // all routes fit: no discovery request between a tap and its page
} satisfies Config;
