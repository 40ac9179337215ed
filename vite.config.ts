import { globSync } from 'node:fs';
import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, minifySync, type Plugin } from 'vite';

/**
 * Few files instead of one for every component: a visitor's first page has all that the other public pages share.
 * What root.tsx shows on every document stays apart, because the panel has it too; so does what only the panel uses. What both
 * use (dates, the names of views, React contexts, the loader of later parts) lies with the framework: the styles of the
 * public pages must not come with it. What one page alone needs comes with that page, the front page's with the site's.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|[\\/]model[\\/]text[\\/]date\.|[\\/]http[\\/]view-choices\.|[\\/]app[\\/]context\.|vite[\\/]preload-helper/,
    priority: 2,
  },
  {
    name: 'site',
    test: /[\\/]app[\\/](routes[\\/]public[\\/](layout|home|(?!player).*\.css)|styles[\\/](base|view-transition)|[^?]*\?site$|ui[\\/](?!admin[\\/]|api|token|upload|consent[\\/]|errors[\\/](api-error|root-error)))/,
    priority: 1,
  },
];

/**
 * Parts of React Router that a first visit would carry for nothing, and no bundler can see are off: its tracing of every call, 1.4 KB,
 * and its asking for routes one by one (`routeDiscovery` in `react-router.config.ts` sends all of them), 1 KB.
 */
const unused: Record<string, string> = {
  'router/instrumentation.js': `
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = (router) => router;
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const instrumentHandler = undefined;
export const instrumentationResultMetaContext = undefined;
`,
  'dom/ssr/fog-of-war.js': `
export const isFogOfWarEnabled = () => false;
export const getPartialManifest = (manifest) => manifest;
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => {};
export const getPathsWithAncestors = undefined;
export const getManifestPath = undefined;
export const handleClientVersionMismatch = undefined;
`,
};
const leftOut: Plugin = {
  name: 'left-out',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    unused[/react-router[\\/]dist[\\/]production[\\/]lib[\\/](.+)$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? ''],
};

/** The scripts inside every page are functions that the server writes out as text: what is short there is short in each answer. */
const shortInside: Plugin = {
  name: 'short-inside',
  applyToEnvironment: ({ name }) => name.startsWith('ssr'),
  apply: 'build',
  enforce: 'post',
  transform: (code, id) => (/[\\/]app[\\/]inline[\\/]/.test(id) ? minifySync(id, code, { module: true }) : undefined),
};

/** A sheet that is taken in for its rules alone, under a name of its own: its class names are asked for elsewhere. */
const sheetsOfAll: Plugin = {
  name: 'sheets-of-all',
  enforce: 'post',
  transform: (code, id) => (id.endsWith('?site') ? { code, moduleSideEffects: 'no-treeshake' } : undefined),
};

const sheets = globSync('app/**/*.module.css').sort();

/** Class names stand in styles, scripts and every page: as short as they can be, and the same in the browser's build and the server's. */
function shortName(name: string, file: string, css: string): string {
  const sheet = sheets.indexOf(path.relative(import.meta.dirname, file.replace(/\?.*/, '')));
  const names = [...new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/gi), ([, found]) => found))];
  return `_${sheet.toString(36)}_${names.indexOf(name).toString(36)}`;
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), leftOut, shortInside, sheetsOfAll],
  build: { assetsInlineLimit: 0 },
  css: { modules: command === 'build' ? { generateScopedName: shortName } : {} },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The server builds carry React and everything else Vite knows, so that Node loads one file
    // and none of it is a runtime dependency.
    ssr: {
      build: { rolldownOptions: { input: 'app/request-handler.ts', output: { entryFileNames: 'index.js' } } },
      resolve:
        command === 'build'
          ? { noExternal: true, external: ['kysely', 'lowlight', 'pg', 'sanitize-html', 'sharp', 'zod'] }
          : {},
    },
  },
  // React looks for its developer tools at each start of a page.
  define:
    command === 'build'
      ? { 'process.env.NODE_ENV': JSON.stringify('production'), __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {},
}));
