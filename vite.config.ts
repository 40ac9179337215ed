import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: { ssr: { build: { rolldownOptions: { input: 'server/pages.ts' } } } },
  // The server build carries React and everything else Vite knows, so that Node loads one file
  // and none of it is a runtime dependency.
  ssr: command === 'build' ? { noExternal: true, external: ['kysely', 'lowlight', 'pg', 'sanitize-html', 'sharp', 'zod'] } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}));
