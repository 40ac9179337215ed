import { globSync } from 'node:fs';
import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

// A visitor's first page loads few files. `site`: what the public pages share, and what the home page needs. Its style sheet also
// has the styles of the pages that are visited first: with them it still fits 14.6 KB, the first flight of a connection, and a
// second sheet would cost them a round trip before the first paint. `framework`: also what the panel shares with them (dates, plurals, contexts), so that the panel does not load the
// public styles.
const groups = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|[\\/]model[\\/](text[\\/](date|plural)|live[\\/]id|compare)\.|[\\/]http[\\/]view-choices\.|[\\/]app[\\/](context|ui[\\/]time[\\/]server-clock)\.|vite[\\/]preload-helper/,
    priority: 2,
  },
  {
    name: 'site',
    test: /[\\/]app[\\/](routes[\\/]public[\\/](layout|home|(?!preview|programme[\\/](?!on-stage)|results|history|search|article[\\/]blocks[\\/](?!text|table|attachment)|watch[\\/]replay).*\.css$)|styles[\\/](base|view-transition)|[^?]*\?site$|ui[\\/](?!admin[\\/]|api|results[\\/]|upload|consent[\\/]|live[\\/](behind|document|connection|stream|viewer-clock)|errors[\\/]api-error))/,
    priority: 1,
  },
];

// Only the rules of such a sheet are used; its class names are imported elsewhere.
const sheetsOfAll: Plugin = {
  name: 'sheets-of-all',
  enforce: 'post',
  transform: (code, id) => (id.endsWith('?site') ? { code, moduleSideEffects: 'no-treeshake' } : undefined),
};

const sheets = globSync('app/**/*.module.css').sort();

// Class names stand in every page: short, and the same in the builds of browser and server.
function shortName(name: string, file: string, css: string): string {
  const sheet = sheets.indexOf(path.relative(import.meta.dirname, file.replace(/\?.*/, '')));
  const names = [...new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/gi), ([, found]) => found))];
  return `_${sheet.toString(36)}_${names.indexOf(name).toString(36)}`;
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), sheetsOfAll],
  // For deploy/release: whose code is bundled.
  build: { assetsInlineLimit: 0, license: { fileName: 'licences.json' } },
  css: { modules: command === 'build' ? { generateScopedName: shortName } : {} },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // Bundles all packages that Vite knows: none is a runtime dependency. Minified: pages hold the text of `app/inline/`.
    ssr: {
      build: {
        rolldownOptions: {
          input: 'app/request-handler.ts',
          output: { entryFileNames: 'index.js', minify: { mangle: { keepNames: true } } },
        },
      },
      resolve: command === 'build' ? { noExternal: true, external: ['lowlight', 'pg', 'sanitize-html', 'sharp'] } : {},
    },
  },
  // React looks for its developer tools at each start of a page.
  define:
    command === 'build'
      ? { 'process.env.NODE_ENV': JSON.stringify('production'), __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {},
}));
