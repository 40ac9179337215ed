import { globSync } from 'node:fs';
import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, minifySync, type Plugin } from 'vite';

// A visitor's first page loads few files. `site`: what the public pages share, and what the home page needs. Its style sheet also
// has the styles of the pages that are visited first: with them it still fits 14.6 KB, the first flight of a connection, and a
// second sheet would cost them a round trip before the first paint. `framework`: also what the panel shares with them (dates, contexts), so that the panel does not load the
// public styles.
const groups = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|[\\/]model[\\/]text[\\/]date\.|[\\/]http[\\/]view-choices\.|[\\/]app[\\/](context|ui[\\/](time[\\/]server-clock|live[\\/]same-state))\.|vite[\\/]preload-helper/,
    priority: 2,
  },
  {
    name: 'site',
    test: /[\\/]app[\\/](routes[\\/]public[\\/](layout|home|(?!preview|programme[\\/](?!on-stage)|results|article[\\/]blocks[\\/](?!text|table|attachment)|watch[\\/](replay|live-board)).*\.css)|styles[\\/](base|view-transition)|[^?]*\?site$|ui[\\/](?!admin[\\/]|api|results[\\/]|token|upload|consent[\\/]|live[\\/](at-moment|viewer-clock)|errors[\\/](api-error|root-error)))/,
    priority: 1,
  },
];

// Parts of React Router that a bundler cannot drop: tracing of calls (1.4 KB), lazy route discovery (1 KB), and its own page for errors outside of
// the root's boundary, in English and with the stack (0.7 KB).
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
  'dom/ssr/fallback.js': 'export const RemixRootDefaultHydrateFallback = () => null;',
  'dom/ssr/errorBoundaries.js': `
import { Component, createElement as h } from 'react';
export const RemixRootDefaultErrorBoundary = ({ error }) => {
  console.error(error);
  return h('html', { lang: 'ru' }, h('body', null, 'Страница не открылась. Обновите её.'));
};
export class RemixErrorBoundary extends Component {
  state = {};
  static getDerivedStateFromError = (error) => ({ error });
  static getDerivedStateFromProps = ({ error, location }, state) =>
    ({ location, error: error || (location === state.location ? state.error : null) });
  render() {
    return this.state.error ? h(RemixRootDefaultErrorBoundary, this.state) : this.props.children;
  }
}
`,
};
const leftOut: Plugin = {
  name: 'left-out',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    unused[/react-router[\\/]dist[\\/]production[\\/]lib[\\/](.+)$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? ''],
};

// Scripts inside every page are functions that the server writes out as text: minified here, as each answer holds them.
const shortInside: Plugin = {
  name: 'short-inside',
  applyToEnvironment: ({ name }) => name.startsWith('ssr'),
  apply: 'build',
  enforce: 'post',
  transform: (code, id) => (/[\\/]app[\\/]inline[\\/]/.test(id) ? minifySync(id, code, { module: true }) : undefined),
};

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
  plugins: [reactRouter(), leftOut, shortInside, sheetsOfAll],
  // For deploy/release: whose code is bundled.
  build: { assetsInlineLimit: 0, license: { fileName: 'licences.json' } },
  css: { modules: command === 'build' ? { generateScopedName: shortName } : {} },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The server builds bundle React and all other packages that Vite knows: none is a runtime dependency.
    ssr: {
      build: { rolldownOptions: { input: 'app/request-handler.ts', output: { entryFileNames: 'index.js' } } },
      resolve: command === 'build' ? { noExternal: true, external: ['lowlight', 'pg', 'sanitize-html', 'sharp'] } : {},
    },
  },
  // React looks for its developer tools at each start of a page.
  define:
    command === 'build'
      ? { 'process.env.NODE_ENV': JSON.stringify('production'), __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {},
}));
