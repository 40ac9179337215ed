import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../errors.ts';
import { arePagesCurrent, isServerCurrent, SERVER_BUNDLE } from '../ops/build/sources.ts';

/** Imports the bundled server, or its sources if the bundle is stale or damaged, and for `--dev`. */
export async function loadServer(): Promise<() => Promise<void>> {
  const isBuilt = !process.argv.includes('--dev') && arePagesCurrent() && isServerCurrent();
  const bundled = isBuilt ? await loadBundle() : undefined;
  const { run } = bundled ?? (await import('./run.ts'));
  return () => run(bundled !== undefined);
}

async function loadBundle(): Promise<typeof import('./run.ts') | undefined> {
  try {
    const bundle = await import(pathToFileURL(path.join(SERVER_BUNDLE, 'run.js')).href);
    if (typeof bundle.run !== 'function') throw new Error('it is empty');
    return bundle;
  } catch (error) {
    process.stderr.write(`build/boot is damaged, the server runs from its sources: ${messageOf(error)}\n`);
    // The next build recreates it.
    await rm(SERVER_BUNDLE, { recursive: true, force: true }).catch(() => {});
    return undefined;
  }
}
