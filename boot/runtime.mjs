// Imported first and plain JavaScript: from here on the process runs on Node 26.
import './reexec.mjs';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.join(import.meta.dirname, '..');
const BUILD = path.join(ROOT, 'build');
/** Saves half of a start (stripping types, compiling) and the stripper's 20 MB. Deleted with the build. */
module.enableCompileCache(path.join(BUILD, 'code'));

/** Kysely's files bundled by the build (`react-router.config.ts`), for that version only. */
const installed = path.join(ROOT, 'node_modules', 'kysely', 'package.json');
const version = existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version;
const joined = path.join(BUILD, `kysely-${version}`);
if (existsSync(joined)) {
  const urlOf = (file) => pathToFileURL(path.join(joined, file)).href;
  const urls = new Map([
    ['kysely', urlOf('index.js')],
    ['kysely/migration', urlOf('migration.js')],
  ]);
  module.registerHooks({
    resolve(name, context, next) {
      const url = urls.get(name);
      return url ? { url, format: 'module', shortCircuit: true } : next(name, context);
    },
  });
}
