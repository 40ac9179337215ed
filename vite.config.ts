import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/**
 * Few files instead of one for every component: a visitor's first page has all that the other public pages share.
 * What root.tsx shows on every document stays apart, because the panel has it too; so does what only the panel uses. What both
 * use (dates, the window of the vote, the names of views, the loader of later parts) lies with the framework: the styles of the
 * public pages must not come with it. What one page alone needs comes with that page, the front page's with the site's.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|[\\/]model[\\/](date|vote[\\/]window)\.|[\\/]ui[\\/]view[\\/]choices\.|vite[\\/]preload-helper/,
    priority: 2,
  },
  {
    name: 'site',
    test: /[\\/]app[\\/](routes[\\/]public[\\/](layout|home)|styles[\\/](base|page-turn)|ui[\\/](?!admin[\\/]|api|token|upload|consent-|lost))/,
    priority: 1,
  },
];

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: { build: { rolldownOptions: { input: 'server/pages.ts' } } },
  },
  // The server build carries React and everything else Vite knows, so that Node loads one file
  // and none of it is a runtime dependency.
  ssr:
    command === 'build'
      ? { noExternal: true, external: ['kysely', 'lowlight', 'pg', 'sanitize-html', 'sharp', 'zod'] }
      : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}));
