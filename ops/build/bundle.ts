import path from 'node:path';
import { build, type Plugin } from 'vite';
import { ROOT, SERVER_BUNDLE } from './sources.ts';

// `node ops/build/bundle.ts FOLDER`: the server with its packages in a few files. Reading 900 one by one is a third of a
// start and 12 MB of memory.

/** Packages that are loaded late, have native code or read files beside their own. */
const EXTERNAL = ['lowlight', 'pg', 'pino', 'pino-pretty', 'sanitize-html', 'sharp', 'vite'];

/** Own modules find files beside their source, wherever the bundle has them. */
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
      // One file: a build beside a running server takes no part from it that is loaded late.
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
});
