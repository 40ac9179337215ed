import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  // All routes fit in the first manifest: no discovery request between a tap and its page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
