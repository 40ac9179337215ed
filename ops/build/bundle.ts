import path from 'node:path';
import { build, type Plugin } from 'vite';
import { ROOT, SERVER_BUNDLE } from './sources.ts';

// `node ops/build/bundle.ts FOLDER`: bundles server and static search: loading 900 modules takes a third of a start and 12 MB.

/** Lazy packages, native code, and packages that read their own files. */
const EXTERNAL = ['lowlight', 'pg', 'pino-pretty', 'sanitize-html', 'sharp', 'vite'];

/** Rewrites `import.meta.url` and `import.meta.dirname` to those of the source module. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/')) return undefined;
    const url = `new URL(${JSON.stringify(path.relative(SERVER_BUNDLE, id))}, import.meta.url)`;
    const folder = `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`;
    return code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', folder);
  },
};

await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [ownPlaces],
  ssr: { noExternal: true, external: EXTERNAL },
  build: {
    ssr: true,
    outDir: process.argv[2],
    target: 'node26',
    license: { fileName: 'licences.json' },
    rolldownOptions: {
      input: { run: path.join(ROOT, 'boot', 'run.ts') },
      // No chunks: a rebuild would delete those that a running server has not imported yet.
      output: { entryFileNames: '[name].js', codeSplitting: false, minify: { mangle: { keepNames: true } } },
    },
  },
});

// One script: a page opened from disk cannot load modules.
await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: process.argv[2],
    emptyOutDir: false,
    rolldownOptions: {
      input: path.join(ROOT, 'ops', 'export', 'static', 'finder.ts'),
      output: { format: 'iife', entryFileNames: 'finder.js' },
    },
  },
});
