import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { arePagesCurrent, isServerCurrent, SERVER_BUNDLE } from '../ops/build/sources.ts';

interface Server {
  run: () => Promise<void>;
}

/** The bundled server; its sources where they are newer, and for `--dev`. */
export async function loadServer(): Promise<Server> {
  const isBuilt = !process.argv.includes('--dev') && arePagesCurrent() && isServerCurrent();
  const { run } = isBuilt
    ? ((await import(pathToFileURL(path.join(SERVER_BUNDLE, 'run.js')).href)) as typeof import('./run.ts'))
    : await import('./run.ts');
  return { run: () => run(isBuilt) };
}
